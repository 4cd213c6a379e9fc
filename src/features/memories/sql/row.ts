import { byDialect } from '../../../storage/dialect.js';
import { fromJson } from '../../../storage/json.js';
import { type Dialect, raw, type Sql, type SqlValue, sql } from '../../../storage/sql.js';
import type { Row, TenantTx } from '../../../storage/statement.js';
import { hasWordsInRow } from '../../../storage/words.js';
import { type NewMemory, type Read, read } from '../new-memory.js';
import { COLUMNS, type Column, type ColumnName, type MemoryRecord, memoryRecord, type NewRow } from '../record.js';

const ALL = Object.entries(COLUMNS) as [ColumnName, Column][];
const DECODED = { json: fromJson, flag: Boolean, plain: (value: unknown) => value ?? null };

/** The fields of a record, in order. An `embedded_model` of '' means that the model refuses the text. */
const FIELDS = Object.keys(memoryRecord.shape).map((field) => {
  if (field === 'embedded') return { field, column: 'embedded_model' as const, decode: Boolean };
  const column = field as ColumnName;
  return { field, column, decode: DECODED[COLUMNS[column].as ?? 'plain'] };
});

/** Columns of `memories m` that `toRecord` reads. */
export const RECORD_COLUMNS = raw(FIELDS.map(({ column }) => `m.${column}`).join(', '));

export function toRecord(row: Row): MemoryRecord {
  const record: Row = {};
  for (const { field, column, decode } of FIELDS) record[field] = decode(row[column]);
  return record as MemoryRecord;
}

/** The record that a new memory becomes, without reading back from the database what was just written. */
export function recordOf(memory: NewMemory, now: number): MemoryRecord {
  const [known, row] = [read(memory), { keyId: '', isKeyed: false, sketch: null, now }];
  const record: Row = {};
  for (const { field, column } of FIELDS) record[field] = COLUMNS[column].of(known, row);
  return { ...record, embedded: Boolean(record.embedded) } as MemoryRecord;
}

const encode = ({ as }: Column, value: unknown): SqlValue =>
  as === 'json' ? JSON.stringify(value) : as === 'flag' ? (value ? 1 : 0) : (value as SqlValue);

const HERE = byDialect((dialect) => ALL.filter(([, { ofWords }]) => !ofWords || hasWordsInRow(dialect)));
const listed = (columns: typeof ALL): Sql => raw(columns.map(([name]) => name).join(', '));

/** All columns, in the order of `valuesOf`. */
export const insertedColumns = (dialect: Dialect): Sql => sql`memories (${listed(HERE[dialect])})`;
export const valuesOf = (tx: TenantTx, memory: Read<NewMemory>, row: Pick<NewRow, 'isKeyed' | 'now'>): SqlValue[] => {
  const known = { ...row, keyId: tx.keyId, sketch: tx.sketches.column(memory.bands) };
  return HERE[tx.dialect].map(([, column]) => encode(column, column.of(memory, known)));
};

/** Columns that a copy takes unchanged from its original. */
export const copiedColumns = (dialect: Dialect): Sql => listed(HERE[dialect].filter(([, { isCopied }]) => isCopied));

/** `column = value` for each field of a change that is not undefined. */
export const assigned = (change: Partial<Record<ColumnName, unknown>>): Sql[] =>
  Object.entries(change).flatMap(([name, value]) =>
    value === undefined ? [] : [sql`${raw(name)} = ${encode(COLUMNS[name as ColumnName], value)}`],
  );

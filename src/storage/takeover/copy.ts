import type { SqliteConnection } from '../sqlite/connection.js';
import type { Row } from '../statement.js';
import { changedSince, lastSequenceOf, outdatedSince, rowsOf } from './snapshot.js';
import type { Table } from './tables.js';
import type { Target } from './target.js';

/** PostgreSQL accepts 65,535 values per statement. */
const VALUES = 30_000;
/** Approximate bytes per statement: otherwise the texts of the largest memories would make it hundreds of megabytes. */
const BYTES = 4_000_000;
/** What a byte of a vector in SQLite is counted as. A vector takes less than that in the statement: it is sent at half precision. */
const VECTOR_BYTE = 3;

type OnRows = (table: string, rows: number) => void;

const sizeOf = (row: Row): number => {
  let size = 0;
  for (const value of Object.values(row)) {
    if (typeof value === 'string') size += value.length;
    else if (value instanceof Uint8Array) size += value.byteLength * VECTOR_BYTE;
    else size += 8;
  }
  return size;
};

/** Rows in batches that each fit into one statement; a row of the source is never split. */
function* parts(
  from: Iterable<Row>,
  perRow: number,
  expand: (row: Row) => Row[],
): Generator<{ rows: Row[]; last: Row }> {
  let rows: Row[] = [];
  let last: Row | null = null;
  let bytes = 0;
  for (const row of from) {
    const more = expand(row);
    if (last && (bytes > BYTES || (rows.length + more.length) * perRow > VALUES)) {
      yield { rows, last };
      rows = [];
      bytes = 0;
    }
    rows.push(...more);
    last = row;
    bytes += sizeOf(row);
  }
  if (last) yield { rows, last };
}

/** A single memory with the longest text may have more words than one statement accepts. */
function* slices<T>(list: readonly T[], size: number): Generator<T[]> {
  for (let i = 0; i < list.length; i += size) yield list.slice(i, i + size);
}

/** Copies a table of the snapshot or, with a base, only what differs from it. Continues after the last batch that was committed. */
export async function copyTable(
  source: SqliteConnection,
  target: Target,
  table: Table,
  { differences, onRows }: { differences: boolean; onRows: OnRows },
): Promise<void> {
  let state = (await target.tableState(table.name)) ?? { phase: differences ? 'deleting' : 'inserting', last: null };
  if (state.phase === 'finished') return;
  const { columns, key, place } = table;
  if (state.phase === 'deleting') {
    // Delete everything that changed first: a new row may have a unique value that an old one has released.
    for (const part of parts(outdatedSince(source, table), place.length, (row) => [row]))
      await target.transaction(() => target.delete(table, part.rows));
    state = { phase: 'inserting', last: null };
    await target.note(table.name, state);
  }
  const rows = differences ? changedSince(source, table, state.last) : rowsOf(source, table, state.last);
  for (const part of parts(rows, columns.length, table.expand)) {
    await target.transaction(async () => {
      for (const some of slices(part.rows, Math.floor(VALUES / columns.length))) await target.insert(table, some);
      await target.note(table.name, {
        phase: 'inserting',
        last: key.map((name) => part.last[name] as string | number),
      });
    });
    onRows(table.name, part.rows.length);
  }
  await target.transaction(async () => {
    const counted = lastSequenceOf(source, table);
    if (counted !== null) await target.continueSequence(table, counted);
    await target.note(table.name, { phase: 'finished', last: null });
  });
}

import { DAY } from '../../../kernel/clock.js';
import { raw, rows, type Sql, sql } from '../../../storage/sql.js';
import type { Row, TenantTx } from '../../../storage/statement.js';
import type { EmotionalRecord } from '../record.js';

const NAMES = [
  ...['id', 'user_id', 'agent_id', 'sentiment', 'intensity', 'valence', 'source', 'read_by', 'text', 'note'],
  'about',
  'created_at',
] as const satisfies readonly (keyof EmotionalRecord)[];

export const EMOTIONAL_COLUMNS = raw(NAMES.join(', '));

/** The UTC day of a time, counted from 1970. */
export const dayNumber = (time: number) => Math.floor(time / DAY);

/** A record that already exists stays as it is. */
export function insertion(tx: TenantTx, records: readonly EmotionalRecord[]): Sql {
  const values = records.map((record) => [
    tx.keyId,
    dayNumber(record.created_at),
    ...NAMES.map((name) => record[name]),
  ]);
  return sql`insert into emotional_records (key_id, day, ${EMOTIONAL_COLUMNS}) values ${rows(values)}
    on conflict (key_id, id) do nothing`;
}

/** Newest first, by the index: a later day is always a later time. */
export const NEWEST_FIRST = raw('order by day desc, created_at desc, id desc');

export const toEmotional = (row: Row) => Object.fromEntries(NAMES.map((name) => [name, row[name]])) as EmotionalRecord;

import { DAY } from '../../kernel/clock.js';
import { and, type Sql, sql } from '../../storage/sql.js';
import type { TenantTx } from '../../storage/statement.js';
import type { HeldScope, Holding } from '../holdings.js';
import { type EmotionalRecord, restorableRecord } from './record.js';
import { EMOTIONAL_COLUMNS, insertion, toEmotional } from './sql/rows.js';

function within(tx: TenantTx, scope: HeldScope): Sql[] {
  const conditions = [sql`key_id = ${tx.keyId}`];
  if (scope.userId !== undefined) conditions.push(sql`user_id = ${scope.userId}`);
  if (scope.agentId !== undefined) conditions.push(sql`agent_id = ${scope.agentId}`);
  return conditions;
}

/** How far another machine's clock may be ahead; a record from further in the future cannot have been recorded. */
const CLOCK_SKEW = DAY;
/** Rows per insert: SQLite accepts at most 32,766 values in one. */
const ROWS_AT_ONCE = 500;

export const emotionalHolding: Holding = {
  name: 'emotional',
  erase: async (tx, scope) => tx.run(sql`delete from emotional_records where ${and(within(tx, scope))}`),

  async page(tx, scope, after, limit) {
    const found = await tx.all(sql`select ${EMOTIONAL_COLUMNS} from emotional_records
      where ${and([...within(tx, scope), sql`id > ${after}`])} order by id limit ${limit}`);
    return found.map(toEmotional);
  },

  /** Anything that is not an emotional record is left out: a file can contain anything. */
  async restore(tx, records, now) {
    const sound = records.flatMap((record): EmotionalRecord[] => {
      const checked = restorableRecord.safeParse({ read_by: null, text: null, note: null, ...record });
      return checked.success && checked.data.created_at < now + CLOCK_SKEW ? [checked.data] : [];
    });
    let added = 0;
    for (let at = 0; at < sound.length; at += ROWS_AT_ONCE) {
      added += await tx.run(insertion(tx, sound.slice(at, at + ROWS_AT_ONCE)));
    }
    return added;
  },
};

import { DAY } from '../../kernel/clock.js';
import { sql } from '../../storage/sql.js';
import { eraseFirst, type Holding, heldIn } from '../holdings.js';
import { type EmotionalRecord, restorableRecord } from './record.js';
import { EMOTIONAL_COLUMNS, insertion, toEmotional } from './sql/rows.js';

/** How far another machine's clock may be ahead; a record from further in the future cannot have been recorded. */
const CLOCK_SKEW = DAY;
/** Rows per insert: SQLite accepts at most 32,766 values in one. */
const ROWS_AT_ONCE = 500;

export const emotionalHolding: Holding = {
  name: 'emotional',
  erase: async (tx, scope) => tx.run(sql`delete from emotional_records where ${heldIn(tx, scope)}`),
  eraseSome: (tx, scope, limit) => eraseFirst(tx, 'emotional_records', 'id', scope, limit),

  async page(tx, scope, after, limit) {
    const found = await tx.all(sql`select ${EMOTIONAL_COLUMNS} from emotional_records
      where ${heldIn(tx, scope)} and id > ${after} order by id limit ${limit}`);
    return found.map(toEmotional);
  },

  /** Anything that is not an emotional record is left out: a file can contain anything. */
  async restore(tx, records, now) {
    const sound = records.flatMap((record): EmotionalRecord[] => {
      const checked = restorableRecord.safeParse({ read_by: null, text: null, note: null, ...record });
      return checked.success && checked.data.created_at < now + CLOCK_SKEW ? [checked.data] : [];
    });
    let added = 0;
    for (let at = 0; at < sound.length; at += ROWS_AT_ONCE)
      added += await tx.run(insertion(tx, sound.slice(at, at + ROWS_AT_ONCE)));
    return added;
  },
};

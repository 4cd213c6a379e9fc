import { DAY } from '../../kernel/clock.js';
import { invalidField } from '../../kernel/errors.js';
import { invalidInput } from '../../kernel/validation.js';
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

  /** A file can contain anything. */
  async restore(tx, records, now) {
    const sound = records.map((record): EmotionalRecord => {
      const { data, error } = restorableRecord.safeParse({ read_by: null, text: null, note: null, ...record });
      if (!data) throw invalidInput(restorableRecord, error.issues, record);
      if (data.created_at >= now + CLOCK_SKEW) throw invalidField('created_at', 'must not be in the future');
      return data;
    });
    let added = 0;
    for (let at = 0; at < sound.length; at += ROWS_AT_ONCE)
      added += await tx.run(insertion(tx, sound.slice(at, at + ROWS_AT_ONCE)));
    return added;
  },
};

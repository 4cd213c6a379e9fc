import { jsonRows } from '../../../storage/json.js';
import { join, sql } from '../../../storage/sql.js';
import { systemWrite } from '../../../storage/statement.js';
import { after, hasVectors, type Place } from '../missing-vectors.js';
import { idOf } from '../source.js';
import { readState, writeState } from '../state.js';

/** Memories per transaction: writers get their turn in between. */
const WINDOW = 500;

interface SettleRequest {
  since: number;
  after: Place | null;
  /** Also delete the vectors of other models. */
  remove: boolean;
}

/**
 * Processes the next memories: marks each as embedded by the model in force, or as waiting to be. Returns where to continue, null at the end, 'stop'
 * if another switch happened in between.
 */
export const settleWindow = systemWrite(
  'model.settleWindow',
  async (tx, input: SettleRequest): Promise<Place | null | 'stop'> => {
    const { active, wanted, settling } = await readState(tx, { lock: true });
    if (!active || settling?.since !== input.since) return 'stop';
    const model = idOf(active);
    const kept = join([sql`${model}`, ...(wanted ? [sql`${idOf(wanted)}`] : [])]);
    const places = await tx.all<Place & { user_id: string }>(sql`select m.key_id, m.id, m.user_id from memories m
      where ${after(input.after)} order by m.key_id, m.id limit ${WINDOW}`);
    // As a list: for a range, an index on the key alone would be used, walking all of the key for every window.
    const listed = jsonRows(
      tx.dialect,
      places.map(({ key_id, id, user_id }) => [key_id, id, user_id]),
    );
    await tx.run(sql`update memories as m set embedded_model = case when ${hasVectors(model)} then ${model} end
      where (m.key_id, m.id) in (select value ->> 0, value ->> 1 from ${listed})
      and m.embedded_model is not null and m.embedded_model <> ${model}`);
    if (input.remove) {
      await tx.run(sql`delete from memory_vectors where (key_id, user_id, memory_id) in
        (select value ->> 0, value ->> 2, value ->> 1 from ${listed}) and model not in (${kept})`);
    }
    const last = places.at(-1);
    if (last && places.length === WINDOW) return last;
    await writeState(tx, { settling: input.remove ? null : { ...settling, adopted: true } });
    return null;
  },
);

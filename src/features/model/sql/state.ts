import { sql } from '../../../storage/sql.js';
import { systemRead, systemWrite, type Tx } from '../../../storage/statement.js';
import { journalEnd, lackingSince } from '../missing-vectors.js';
import { idOf, type ModelSource } from '../source.js';
import { type ModelState, readState, writeState } from '../state.js';

export const modelState = systemRead('model.state', async (tx, _input: null): Promise<ModelState> => readState(tx));

/** Sets the wanted model. Naming the one in use ends a change in progress. */
export const wantModel = systemWrite(
  'model.want',
  async (tx, input: { source: ModelSource; choice?: string; now: number }): Promise<ModelState> => {
    const { active, wanted } = await readState(tx, { lock: true });
    if (input.choice !== undefined) await writeState(tx, { choice: input.choice });
    if (!active) await writeState(tx, { active: input.source });
    else if (idOf(active) === idOf(input.source)) {
      await writeState(tx, { active: input.source, wanted: null });
      // The vectors that the change had made are of no use now.
      if (wanted) await writeState(tx, { settling: await settlingFrom(tx, input.now) });
    } else {
      await writeState(tx, { wanted: input.source });
      const begins = !wanted || idOf(wanted) !== idOf(input.source);
      if (begins) await writeState(tx, { progress: { done: 0, total: await countMemories(tx), begun: input.now } });
    }
    return readState(tx);
  },
);

export const recordProgress = systemWrite(
  'model.progress',
  async (tx, input: { to: string; done: number; total: number }): Promise<void> => {
    const { wanted, progress } = await readState(tx, { lock: true });
    if (!wanted || idOf(wanted) !== input.to) return;
    // A walk that starts again, after a crash or on another node, first passes what is already done.
    const done = Math.max(progress.done, input.done);
    await writeState(tx, { progress: { ...progress, done, total: Math.max(input.total, done) } });
  },
);

interface SwitchRequest {
  from: string;
  to: string;
  /** The journal has been processed up to here; null: switch even though memories lack vectors. */
  seq: number | null;
  refused: string[];
  now: number;
}

/** From here on the wanted model is in force. False if that model is no longer wanted, or a change happened in between. */
export const switchModel = systemWrite('model.switch', async (tx, input: SwitchRequest): Promise<boolean> => {
  const { active, wanted } = await readState(tx, { lock: true });
  if (!active || !wanted || idOf(active) !== input.from || idOf(wanted) !== input.to) return false;
  if (input.seq !== null) {
    const { lacking } = await lackingSince(tx, { model: input.to, seq: input.seq, skip: input.refused, limit: 1 });
    if (lacking.length > 0) return false;
  }
  const settling = await settlingFrom(tx, input.now);
  await writeState(tx, { active: wanted, wanted: null, settling });
  return true;
});

const settlingFrom = async (tx: Tx, since: number) => ({ since, seq: await journalEnd(tx), adopted: false });

export async function countMemories(tx: Tx): Promise<number> {
  return Number((await tx.get<{ size: number }>(sql`select count(*) as size from memories`))?.size ?? 0);
}

import { sql } from '../../../storage/sql.js';
import { systemRead, systemWrite, type Tx } from '../../../storage/statement.js';
import { journalEnd, lackingSince } from '../missing-vectors.js';
import { idOf, isSameEndpoint, type ModelSource } from '../source.js';
import { type ModelState, readState, writeState } from '../state.js';

export const modelState = systemRead('model.state', async (tx, _input: null): Promise<ModelState> => readState(tx));

/** Sets the wanted model. Naming the one in use ends a change in progress. */
export const wantModel = systemWrite(
  'model.want',
  async (tx, input: { source: ModelSource; choice?: string; now: number }): Promise<ModelState> => {
    const { active, wanted } = await readState(tx, { lock: true });
    if (input.choice !== undefined) await writeState(tx, { choice: input.choice });
    // What is known about the vectors of an endpoint is kept.
    const same = [wanted, active].find((one) => isSameEndpoint(one, input.source));
    const source = { ...same, ...input.source };
    if (!active) await writeState(tx, { active: source });
    else if (idOf(active) === idOf(source)) {
      await writeState(tx, { active: source, wanted: null });
      // The vectors that the change had made are of no use now.
      if (wanted) await writeState(tx, { settling: await settlingFrom(tx, input.now) });
    } else await beginChange(tx, { wanted, source, now: input.now });
    return readState(tx);
  },
);

async function beginChange(tx: Tx, change: { wanted: ModelSource | null; source: ModelSource; now: number }) {
  const { wanted, source, now } = change;
  await writeState(tx, { wanted: source });
  const begins = !wanted || idOf(wanted) !== idOf(source);
  if (begins) await writeState(tx, { progress: { done: 0, total: await countMemories(tx), begun: now } });
}

/** Records the dimensions of an endpoint's vectors. If they were others before, this is a change to another model. */
export const recordDimensions = systemWrite(
  'model.dimensions',
  async (tx, input: { id: string; dimensions: number; now: number }): Promise<void> => {
    const { active, wanted } = await readState(tx, { lock: true });
    const source = [active, wanted].find((one) => one?.kind === 'openai' && idOf(one) === input.id);
    if (source?.kind !== 'openai' || source.dimensions === input.dimensions) return;
    const seen = { ...source, dimensions: input.dimensions };
    if (source.dimensions === undefined) return writeState(tx, source === active ? { active: seen } : { wanted: seen });
    if (source === active) {
      if (!wanted) await beginChange(tx, { wanted, source: { ...seen, resized: true }, now: input.now });
    } else if (isSameEndpoint(active, source) && active.dimensions === input.dimensions)
      await writeState(tx, { wanted: null, settling: await settlingFrom(tx, input.now) });
    else await beginChange(tx, { wanted, source: { ...seen, resized: true }, now: input.now });
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

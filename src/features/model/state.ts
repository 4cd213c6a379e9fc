import { forUpdate, sql } from '../../storage/sql.js';
import type { Tx } from '../../storage/statement.js';
import { idOf, type ModelSource, sourceOfId } from './source.js';

/** The work that follows a switch until nothing of the other models is left. */
export interface Settling {
  since: number;
  /** The journal's position at the switch: what changed later may have been embedded by a node that had not noticed it. */
  seq: number;
  /** Every memory is already marked with whether it has vectors of the new model. */
  adopted: boolean;
}

/** What all nodes know about the model, in the settings table. */
export interface ModelState {
  /** The model of the vectors that questions are compared with; null in a store that never had a model. */
  active: ModelSource | null;
  /** The model being prepared; null while no change is in progress. */
  wanted: ModelSource | null;
  /** The local model named by `recollect model use`. */
  choice: string | null;
  /** `begun` distinguishes one change from another to the same model. */
  progress: { done: number; total: number; begun: number };
  settling: Settling | null;
}

const NAMES = {
  id: 'embedding_model',
  active: 'embedding_source',
  wanted: 'embedding_wanted',
  choice: 'embedding_choice',
  progress: 'embedding_progress',
  settling: 'embedding_settling',
} as const;

export async function readState(tx: Tx, options: { lock?: boolean } = {}): Promise<ModelState> {
  const found = await tx.all<{ name: string; value: string }>(
    sql`select name, value from settings where name >= 'embedding_' and name < 'embedding~'
      order by name${options.lock ? forUpdate(tx.dialect) : sql``}`,
  );
  const values = new Map(found.map((row) => [row.name, row.value]));
  const parsed = <T>(name: string): T | null => JSON.parse(values.get(name) ?? 'null');
  const id = values.get(NAMES.id);
  const source = parsed<ModelSource>(NAMES.active);
  return {
    active: id === undefined ? null : source && idOf(source) === id ? source : sourceOfId(id),
    wanted: parsed(NAMES.wanted),
    choice: values.get(NAMES.choice) ?? null,
    progress: parsed(NAMES.progress) ?? { done: 0, total: 0, begun: 0 },
    settling: parsed(NAMES.settling),
  };
}

/** Writes the given fields; null removes one. */
export async function writeState(tx: Tx, change: Partial<ModelState>): Promise<void> {
  const { active, choice, ...rest } = change;
  if (active) await put(tx, NAMES.id, idOf(active));
  if (active) await put(tx, NAMES.active, JSON.stringify(active));
  if (choice !== undefined) await put(tx, NAMES.choice, choice);
  for (const [part, value] of Object.entries(rest))
    await put(tx, NAMES[part as keyof typeof rest], value === null ? null : JSON.stringify(value));
}

async function put(tx: Tx, name: string, value: string | null): Promise<void> {
  await tx.run(
    value === null
      ? sql`delete from settings where name = ${name}`
      : sql`insert into settings (name, value) values (${name}, ${value}) on conflict (name) do update set value = excluded.value`,
  );
}

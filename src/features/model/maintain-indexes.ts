import type { Database, IndexReport } from '../../storage/database.js';
import { idOf } from './source.js';
import { modelState } from './sql/state.js';

/** Approximate indexes for scopes of `from` memories and more, over the vectors of the model in force. */
export async function maintainIndexes(
  from: number,
  database: Database,
  signal?: AbortSignal,
): Promise<IndexReport | null> {
  const { active } = await database.system(modelState, null);
  return database.maintainIndexes({ from, model: active && idOf(active), ...(signal ? { signal } : {}) });
}

import type { Embedder } from '../../embedding/embedder.js';
import type { Log } from '../../kernel/log.js';
import type { Database } from '../../storage/database.js';
import { readSetting, writeSetting } from '../system/settings.js';
import { markForeign } from './backlog-statements.js';

const SETTING = 'embedding_model';
/** Memories per transaction: writers get their turn in between. */
const CHUNK = 2_000;

/** Tells the store which model is in use. After a change, what another model embedded joins the backlog; vectors are never mixed. */
export async function useModel({
  database,
  embedder,
  log,
}: {
  database: Database;
  embedder: Embedder;
  log: Log;
}): Promise<void> {
  if (embedder.state().status === 'off') return;
  const model = embedder.model.id;
  const before = await database.system(readSetting, { name: SETTING });
  if (before === model) return;
  if (before !== null) {
    log.warn({ before, now: model }, 'the embedding model has changed: memories are embedded anew in the background');
    while ((await database.system(markForeign, { model, limit: CHUNK })) > 0);
  }
  await database.system(writeSetting, { name: SETTING, value: model });
}

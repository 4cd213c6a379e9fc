import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config/config.js';
import { filesOf, modelNamed } from '../embedding/models/manifest.js';
import type { Log } from '../kernel/log.js';
import { sentence } from './failure.js';
import { fetchModel } from './model.js';

/** By the sizes alone: the embedder itself checks the hashes, and reading 35 MB twice would delay every start. */
async function looksInstalled({ model, modelDir, modelCache }: Config): Promise<boolean> {
  if (modelNamed(model).from === null) return true;
  const folders = [join(modelCache, model), ...(modelDir ? [modelDir, join(modelDir, model)] : [])];
  for (const folder of folders) {
    const sizes = filesOf(modelNamed(model)).map(
      async ({ path, bytes }) => (await stat(join(folder, path))).size === bytes,
    );
    const checks = await Promise.all(sizes).catch(() => [false]);
    if (checks.every(Boolean)) return true;
  }
  return false;
}

/**
 * Before the service starts, so that the first search is one by meaning. Without the model the service starts all the
 * same: what is stored meanwhile is embedded once the model can be had.
 */
export async function prefetchModel(config: Config, log: Log, signal: AbortSignal): Promise<void> {
  if (config.embedder !== 'local' || config.modelSources.length === 0 || (await looksInstalled(config))) return;
  process.stderr.write(`Fetching the embedding model ${config.model} (once)…\n`);
  try {
    await fetchModel(config.model, config, config.modelSources, signal);
  } catch (error) {
    if (signal.aborted) return;
    log.warn({ reason: sentence(error) }, 'starting without the embedding model; it is tried again in the background');
  }
}

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config/config.js';
import { BUNDLED_FOLDER } from '../../embedding/models/bundled.js';
import { filesOf, modelNamed } from '../../embedding/models/manifest.js';

/** `fetching`: the service downloads it by itself, in the background. */
type ModelPresence = 'here' | 'fetching' | 'missing';
type Places = Pick<Config, 'embedder' | 'model' | 'modelDir' | 'modelCache' | 'modelSources'>;

/** By file sizes alone: the embedder itself checks the hashes, and reading 35 MB twice would delay every start. */
export async function presenceOf(config: Places): Promise<ModelPresence> {
  const { embedder, model: name, modelDir, modelCache, modelSources } = config;
  if (embedder !== 'local') return 'here';
  const model = modelNamed(name);
  const own = model.from === null ? BUNDLED_FOLDER : modelCache;
  for (const folder of modelDir ? [modelDir, own] : [own]) {
    for (const place of [folder, join(folder, name)]) {
      const sizes = filesOf(model).map(async ({ path, bytes }) => (await stat(join(place, path))).size === bytes);
      const checks = await Promise.all(sizes).catch(() => [false]);
      if (checks.every(Boolean)) return 'here';
    }
  }
  return model.from !== null && modelSources.length > 0 ? 'fetching' : 'missing';
}

/** What the person at the terminal needs to know about a missing model; empty if it is there. */
export function presenceNote(presence: ModelPresence, name: string, meanwhile = 'memories are found by words'): string {
  if (presence === 'here') return '';
  if (presence === 'fetching') return `${name} is being downloaded; until then ${meanwhile}`;
  const advice = modelNamed(name).from === null ? 'install the service again' : `run recollect model install ${name}`;
  return `${name} is not installed: ${advice}; until then ${meanwhile}`;
}

import { createEmbedder } from '../../src/embedding/index.js';
import { defaultModelCache } from '../../src/embedding/models/cache-dir.js';
import { systemClock } from '../../src/kernel/clock.js';
import { silentLog } from '../../src/kernel/log.js';
import { LocalReader } from '../../src/readers/reader.js';

/** The bundled models, for tests of language understanding. */
export async function realModels() {
  const cacheDir = defaultModelCache();
  const embedder = await createEmbedder({ kind: 'local', threads: 1, cacheDir, clock: systemClock, log: silentLog });
  const reader = new LocalReader({ threads: 1 });
  await reader.fit('Is it loaded?', ['It is.']); // a search would not wait for that
  return { embedder, reader };
}

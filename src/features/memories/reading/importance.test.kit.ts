import { after } from 'node:test';
import type { TestService } from '../../../../test/support/service.js';
import { StubEmbedder } from '../../../../test/support/stub-embedder.js';
import { EmbeddingUnavailable } from '../../../embedding/embedder.js';
import { createEmbedder } from '../../../embedding/index.js';
import { defaultModelCache } from '../../../embedding/models/cache-dir.js';
import { DEFAULT_MODEL } from '../../../embedding/models/manifest.js';
import { systemClock } from '../../../kernel/clock.js';
import { silentLog } from '../../../kernel/log.js';

export const CHATTER = 'Haha, that is funny.';
export const VITAL = 'Priya is severely allergic to peanuts and carries an EpiPen.';

const cacheDir = defaultModelCache();
const bundled = createEmbedder({ kind: 'local', threads: 1, cacheDir, clock: systemClock, log: silentLog });
after(async () => (await bundled).close());

/** The bundled model, which the estimate is made for, with an on/off switch. */
export class BundledModel extends StubEmbedder {
  constructor() {
    super(384, DEFAULT_MODEL);
  }

  override async embed(texts: readonly string[], purpose: 'query' | 'passage') {
    if (this.unavailable) throw new EmbeddingUnavailable('It is switched off');
    return (await bundled).embed(texts, purpose);
  }
}

/** The calls of these tests, made by one key for the user ann. */
export async function importanceClient(service: TestService) {
  const { key } = await service.mint();
  const call = async (method: string, path: string, body?: object) =>
    (await service.call(method, path, { key, ...(body ? { body } : {}) })).body;
  const memory = (id: string) => call('GET', `/memory/${id}`);
  return {
    key,
    call,
    memory,
    store: (content: string, more: object = {}) =>
      call('POST', '/memory/store', { user_id: 'ann', agent_id: 'one', content, ...more }),
    patch: (id: string, change: object) => call('PATCH', `/memory/${id}`, change),
    weight: async (id: string) => weightIn(await memory(id)),
  };
}

interface Weighed {
  importance: number;
  importance_estimated: boolean;
}

/** The importance, and whether it is an estimate: `high` from 8 on, `low` up to 2. */
export function weightIn({ importance, importance_estimated }: Weighed): string {
  const word = importance >= 8 ? 'high' : importance <= 2 ? 'low' : String(importance);
  return importance_estimated && Number.isInteger(importance) ? `${word}, estimated` : word;
}

import type { TestService } from '../../../test/support/service.js';
import type { MemoryRecord } from '../memories/record.js';

/** The calls of these tests, made with one key for the user ann. */
export function transferringOf(service: TestService, key: string) {
  const get = async (path: string, query: Record<string, string | number | boolean> = {}) =>
    (await service.call('GET', path, { key, query })).body;
  const tryTransfer = (body: object) =>
    service.call('POST', '/memory/transfer', {
      key,
      body: { user_id: 'ann', from_agent: 'old', to_agent: 'new', ...body },
    });
  return {
    get,
    tryTransfer,
    transfer: async (body: object = {}) => (await tryTransfer(body)).body,
    store: async (content: string, more: object = {}): Promise<string> =>
      (
        await service.call('POST', '/memory/store', {
          key,
          body: { user_id: 'ann', agent_id: 'old', content, ...more },
        })
      ).body.id,
    batch: async (texts: readonly string[], more: object = {}): Promise<string[]> => {
      const memories = texts.map((content) => ({ user_id: 'ann', agent_id: 'old', content, ...more }));
      return (await service.call('POST', '/memory/batch', { key, body: { memories } })).body.ids;
    },
    of: async (agent_id: string, query: object = {}): Promise<MemoryRecord[]> =>
      (await get('/memory', { user_id: 'ann', agent_id, limit: 200, ...query })).memories,
    find: async (q: string, query: object): Promise<(MemoryRecord & { score: number })[]> =>
      (await get('/memory/retrieve', { user_id: 'ann', q, limit: 5, ...query })).results,
  };
}
export const textsOf = (memories: readonly { content: string }[]) => memories.map((memory) => memory.content).sort();

import assert from 'node:assert/strict';
import type { TestService } from './service.js';

type Query = Record<string, string | number>;

/** What tests about one user, Ann, call with one key. */
export function annOf(service: TestService, key: string) {
  const get = async (path: string, query: Query = {}) => {
    const response = await service.call('GET', path, { key, query });
    assert.equal(response.status, 200, JSON.stringify(response.body));
    return response.body;
  };
  return {
    get,
    post: (path: string, body: object = {}) => service.call('POST', path, { key, body }),
    store: async (content: string, more: object = {}): Promise<string> =>
      (await service.call('POST', '/memory/store', { key, body: { user_id: 'ann', content, ...more } })).body.id,
    retrieve: (q: string, more: Query = {}) => get('/memory/retrieve', { q, user_id: 'ann', ...more }),
    forget: (query: Record<string, string>) => service.call('DELETE', '/memory/forget', { key, query }),
  };
}

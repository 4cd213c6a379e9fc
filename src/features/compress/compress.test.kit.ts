import type { TestService } from '../../testing/service.js';

interface Found {
  id: string;
  content: string;
  superseded_by: string | null;
}

/** The calls of these tests, as one key makes them for one user and agent. */
export function compressingOf(service: TestService, key: string, scope = { user_id: 'ann', agent_id: 'helper' }) {
  const post = (path: string, body: object) => service.call('POST', path, { key, body: { ...scope, ...body } });
  const get = async (path: string, query: Record<string, string | number | boolean> = {}) =>
    (await service.call('GET', path, { key, query: { ...scope, ...query } })).body;
  return {
    store: async (content: string, more: object = {}): Promise<string> =>
      (await post('/memory/store', { content, ...more })).body.id,
    batch: async (texts: readonly string[], more: object = {}): Promise<string[]> => {
      const memories = texts.map((content) => ({ ...scope, content, dedupe: false, ...more }));
      return (await service.call('POST', '/memory/batch', { key, body: { memories } })).body.ids;
    },
    tryCompress: (body: object = {}) => post('/memory/compress', body),
    compress: async (body: object = {}) => (await post('/memory/compress', body)).body,
    undo: (compressed_memory_id: string) =>
      service.call('POST', '/memory/compress/undo', { key, body: { compressed_memory_id } }),
    memory: async (id: string) => (await service.call('GET', `/memory/${id}`, { key })).body,
    list: async (query = {}): Promise<Found[]> => (await get('/memory', { limit: 200, ...query })).memories,
    find: async (q: string, query = {}): Promise<Found[]> =>
      (await get('/memory/retrieve', { q, limit: 5, ...query })).results,
  };
}

// The stub's vectors are made of words alone: what shares most of them is near.
export const HIKES = [
  'On a long hike with friends in the Swiss Alps Ann saw 3 eagles.',
  'On a long hike with friends in the Swiss Alps Ann met Bob.',
  'On a long hike with friends in the Swiss Alps Ann lost her map.',
  'On a long hike with friends in the Swiss Alps Ann enjoyed the quiet.',
];
export const LOANS = [
  'The small bank in the old town by the river offers Ann a loan of 20,000 euros.',
  'The small bank in the old town by the river offers Ann a loan for 7 years.',
  'The small bank in the old town by the river offers Ann a loan at 3.5 percent.',
];

import type { TestService } from '../../../test/support/service.js';

interface Found {
  id: string;
  content: string;
  superseded_by: string | null;
}

/** The calls of these tests, made by one key for one user and agent. */
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

// The stub's vectors consist of words alone: texts that share most of them are near.
export const HIKES = [
  'On a long hike with friends in the Swiss Alps Ann saw 3 eagles.',
  'On a long hike with friends in the Swiss Alps Ann met Bob.',
  'On a long hike with friends in the Swiss Alps Ann lost her map.',
  'On a long hike with friends in the Swiss Alps Ann enjoyed the quiet.',
];
export const LOANS = [
  'The small family bank in the old town by the river offers Ann and her sister a loan of 20,000 euros.',
  'The small family bank in the old town by the river offers Ann and her sister a loan for 7 years.',
  'The small family bank in the old town by the river offers Ann and her sister a loan at 3.5 percent.',
];

/** About one subject, each with different content. */
export const DENSE = [
  'Iris repaired the old boiler in the cellar of the house by the lake on 12 July.',
  'Holm bought the old boiler in the cellar of the house by the lake for 912 euros.',
  'Bohn insured the old boiler in the cellar of the house by the lake until 2031.',
];

/** Ten notes about one garden shed; three of them matter. */
export const CHATTER = [
  'I keep thinking about the garden shed, it would be so nice to have one, well, we will see how it goes.',
  'We talked about the garden shed again at breakfast and everybody had an opinion on it, as always.',
  'Ilse Roth, the carpenter, says the garden shed can be delivered on 9 June.',
  'The garden shed is still on my mind, I daydream about it when I water the plants in the evening.',
  'We decided on larch for the garden shed, not spruce. It costs 2,300 euros.',
  'Nothing new about the garden shed today, we are still waiting and it is a bit annoying but fine.',
  'I looked at pictures of garden sheds for an hour and enjoyed it a lot, there are so many nice ones.',
  'The garden shed came up again when the neighbours visited, they seemed quite interested in the idea.',
  'We finally agreed to put the garden shed on a bed of gravel instead of concrete.',
  'It is funny how often we talk about the garden shed these days, it has become a running joke with us.',
];

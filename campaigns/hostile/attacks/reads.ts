import { query } from '../http.js';
import { type Attack, bulky, many, store, text, wordy } from './attack.js';

const KEYS = 7_000;
const wide = Object.fromEntries(many(KEYS, (i) => [`k${i}`, 1]));
/** All but the last match, at the end of each memory's metadata: none can be skipped. */
const filters = (count: number) => many(count, (k) => `metadata.k${KEYS - 1 - k}=${k === count - 1 ? 0 : 1}`).join('&');

/** Reads that are expensive for what they return. */
export const READS: readonly Attack[] = [
  {
    name: 'metadata filters over large metadata',
    atOnce: 4,
    meets: 'invalid_request',
    prepare: (arena) =>
      store(
        arena,
        many(30, (m) => ({ user_id: 'u', content: `Metadata ${m}`, metadata: wide })),
      ),
    step: (arena, i) => arena.call('GET', `/memory?user_id=u&${filters(i % 2 ? 16 : 901)}`),
  },
  {
    name: 'contexts of texts without a place to cut',
    atOnce: 40,
    prepare: (arena) =>
      store(arena, [
        { user_id: 'u', content: text('…') },
        { user_id: 'u', content: wordy(1) },
      ]),
    step: (arena) => arena.call('GET', `/memory/context?${query({ user_id: 'u', max_tokens: 32_000, q: 'harbour' })}`),
  },
  {
    name: 'large responses',
    atOnce: 16,
    prepare: (arena) =>
      store(
        arena,
        many(200, (i) => ({ user_id: 'big', ...bulky(i) })),
      ),
    step: (arena, i) =>
      arena.call(
        'GET',
        i % 2
          ? `/memory?${query({ user_id: 'big', limit: 200 })}`
          : `/memory/retrieve?${query({ user_id: 'big', q: 'harbour master', limit: 100 })}`,
      ),
  },
  {
    name: 'questions of the largest size',
    atOnce: 16,
    step: (arena, i) =>
      arena.call('GET', `/memory/retrieve?user_id=u&ranking=hybrid&q=${encodeURIComponent(text(`word${i} `, 7_000))}`),
  },
  {
    name: 'documents and metrics',
    atOnce: 32,
    step: (arena, i) =>
      arena.client.call('GET', ['/docs', '/openapi.json', '/metrics', '/llms.txt'][i % 4] as string, {
        headers: { host: `localhost:${i % 500}` },
      }),
  },
];

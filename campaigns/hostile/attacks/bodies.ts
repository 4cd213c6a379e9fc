import { type Attack, bulky, many, text } from './attack.js';

/** Bodies that are expensive for their size, or many calls in one. */
export const BODIES: readonly Attack[] = [
  {
    name: 'a body of empty entries',
    atOnce: 2,
    meets: 'invalid_request',
    step: (arena) => arena.call('POST', '/memory/batch', `{"memories":[${'{},'.repeat(10_000_000)}{}]}`),
  },
  {
    name: 'the same text with other metadata',
    atOnce: 8,
    step: (arena, i) =>
      arena.call('POST', '/memory/store', {
        ...{ user_id: 'u', content: 'always the same' },
        metadata: { [`k${i}`]: text('m', 60_000) },
        tags: many(64, (t) => `${i} ${t}`),
      }),
  },
  {
    name: 'arrays of MCP messages',
    atOnce: 8,
    meets: 'rate_limited',
    step: (arena) =>
      arena.call(
        'POST',
        '/mcp',
        many(100, (id) => ({
          ...{ jsonrpc: '2.0', id, method: 'tools/call' },
          params: { name: 'get_context', arguments: { user_id: 'u', max_tokens: 8_000 } },
        })),
      ),
  },
  {
    name: 'more bytes than a key may keep',
    atOnce: 4,
    meets: 'storage_exceeded',
    env: { RECOLLECT_STORAGE_LIMIT_MB: '5' },
    step: (arena, i) => arena.call('POST', '/memory/store', { user_id: 'bytes', dedupe: false, ...bulky(i) }),
  },
  {
    name: 'imports',
    atOnce: 3,
    step: (arena, i) => {
      const entry = (m: number) => ({ user_id: 'im', content: `Entry ${i} ${m} ${text('word ', 2_000)}` });
      if (i % 2) return arena.call('POST', '/memory/import', { memories: many(2_000, entry) });
      const body = many(2_000, (m) => JSON.stringify(entry(m))).join('\n');
      const headers = { 'content-type': 'application/x-ndjson' };
      return arena.client.call('POST', '/memory/import', { key: arena.key, headers, body });
    },
  },
];

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { memoryOf } from './memory.js';
import { call, expectError, expectStatus, type Json, mintKey, newScope, unique } from './support.js';

const { key } = await mintKey();
const mine = memoryOf(key);

/** What clients that were not written here send. */
describe('fields that are not set', () => {
  test('null in a body is not given', async () => {
    const { user_id } = newScope();
    const content = `Ada collects ${unique('stamps')}.`;
    const unset = { agent_id: null, metadata: null, ttl_seconds: null, tags: null, importance: null, namespace: null };
    const answer = await mine.tryStore({ user_id, content, ...unset });
    expectStatus(answer, 201);
    const { metadata, tags, namespace, expires_at } = answer.body;
    assert.deepEqual(
      { metadata, tags, namespace, expires_at },
      { metadata: {}, tags: [], namespace: 'default', expires_at: null },
    );
  });

  test('null in the entries of a batch and in nested objects is not given', async () => {
    const { user_id } = newScope();
    const memories = ['one', 'two'].map((name) => ({ user_id, content: unique(name), tags: null, metadata: null }));
    const stored = await call<{ stored: number }>('POST', '/memory/batch', { key, body: { memories } });
    expectStatus(stored, 200, 201);
    assert.equal(stored.body.stored, 2);
    const body = { user_id, from_agent: 'default', to_agent: 'other', filter: { tags: null, namespace: 'default' } };
    const transferred = await call<{ transferred: number }>('POST', '/memory/transfer', { key, body });
    expectStatus(transferred, 201);
    assert.equal(transferred.body.transferred, 2);
  });

  test('null inside metadata is a value', async () => {
    const stored = await mine.store({ ...newScope(), content: unique('a fact'), metadata: { seen: null } });
    assert.deepEqual(stored.metadata, { seen: null });
  });

  test('null for what is required is refused by its name, and so is a number as a text', async () => {
    const { user_id } = newScope();
    const missing = await call('POST', '/memory/store', { key, body: { user_id, content: null } });
    expectError(missing, 400);
    assert.match(missing.text, /content/);
    const text = await call('POST', '/memory/store', { key, body: { user_id, content: 'x', ttl_seconds: '60' } });
    expectError(text, 400);
    assert.match(text.text, /ttl_seconds/);
  });

  test('an empty query value is not given', async () => {
    const { user_id } = newScope();
    const { id } = await mine.store({ user_id, agent_id: 'a', content: unique('a fact') });
    const query = { user_id, agent_id: '', namespace: '', limit: '', tags: '' };
    const list = await call<{ memories: Json[] }>('GET', '/memory', { key, query });
    expectStatus(list, 200);
    assert.deepEqual(
      list.body.memories.map((memory) => memory.id),
      [id],
    );
    const everybody = await call('GET', '/memory', { key, query: { user_id: '' } });
    expectError(everybody, 400, undefined, 'user_id');
  });
});

describe('an empty filter of what removes', () => {
  test('is refused, so that a lost value does not remove more', async () => {
    const { user_id } = newScope();
    const { id } = await mine.store({ user_id, agent_id: 'a', content: unique('a fact') });
    const refused = await call('DELETE', '/memory/forget', { key, query: { user_id, agent_id: '' } });
    expectError(refused, 400);
    expectStatus(await call('GET', `/memory/${id}`, { key }), 200);
  });
});

describe('tools under the names that models use', () => {
  const tool = async (name: string, input: Json) =>
    (
      await call<{ result: { isError?: boolean; structuredContent: Json } }>('POST', '/mcp', {
        key,
        body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } },
      })
    ).body.result;

  test('`query` is `q`, and null is not given', async () => {
    const { user_id } = newScope();
    const word = unique('harbour');
    const { id } = await mine.store({ user_id, content: `Ada keeps a boat in the ${word}.` });
    const found = await tool('retrieve_memory', { query: word, user_id, agent_id: null, limit: null });
    assert.notEqual(found.isError, true, JSON.stringify(found));
    assert.match(JSON.stringify(found), new RegExp(String(id)));
    const context = await tool('get_context', { query: `Where is the boat? ${word}`, user_id });
    assert.match(JSON.stringify(context), new RegExp(word));
  });

  test('a link says that it needs both ends', async () => {
    const listed = await call<{ result: { tools: { name: string; inputSchema: { required?: string[] } }[] } }>(
      'POST',
      '/mcp',
      {
        key,
        body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      },
    );
    const link = listed.body.result.tools.find(({ name }) => name === 'link_memories');
    assert.deepEqual([...(link?.inputSchema.required ?? [])].sort(), ['from', 'relationship', 'to']);
  });

  test('a browser may send the headers of MCP', async () => {
    const asked = { 'access-control-request-method': 'POST', origin: 'http://localhost:3000' };
    const preflight = await call('OPTIONS', '/mcp', { headers: asked });
    assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /Mcp-Session-Id.*Mcp-Method/);
  });
});

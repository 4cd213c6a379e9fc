import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { expectError, expectStatus, expectTimestamp } from './expect.js';
import { memoryOf } from './memory.js';
import { call, EMBEDDER_OFF, type Json, mintKey, needsEmbedder, newScope, unique } from './support.js';

const { key } = await mintKey();
const mine = memoryOf(key);

/** What third-party clients send. */
describe('fields that are not set', () => {
  test('null in a body counts as absent', async () => {
    const { user_id } = newScope();
    const content = `Ada collects ${unique('stamps')}.`;
    const unset = { agent_id: null, metadata: null, ttl_seconds: null, tags: null, importance: null, namespace: null };
    const response = await mine.tryStore({ user_id, content, ...unset });
    expectStatus(response, 201);
    const { metadata, tags, namespace, expires_at } = response.body;
    assert.deepEqual(
      { metadata, tags, namespace, expires_at },
      { metadata: {}, tags: [], namespace: 'default', expires_at: null },
    );
  });

  test('null in the entries of a batch and in nested objects counts as absent', async () => {
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

  test('null for a required field is refused by name, and so is a number sent as text', async () => {
    const { user_id } = newScope();
    const missing = await call('POST', '/memory/store', { key, body: { user_id, content: null } });
    expectError(missing, 400);
    assert.match(missing.text, /content/);
    const text = await call('POST', '/memory/store', { key, body: { user_id, content: 'x', ttl_seconds: '60' } });
    expectError(text, 400);
    assert.match(text.text, /ttl_seconds/);
  });

  test('an empty query value counts as absent', async () => {
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

describe('an empty filter on a delete', () => {
  test('is refused, so that a lost value does not delete more', async () => {
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

  test('`query` is accepted as `q`, and null counts as absent', async () => {
    const { user_id } = newScope();
    const word = unique('harbour');
    const { id } = await mine.store({ user_id, content: `Ada keeps a boat in the ${word}.` });
    const found = await tool('retrieve_memory', { query: word, user_id, agent_id: null, limit: null });
    assert.notEqual(found.isError, true, JSON.stringify(found));
    assert.match(JSON.stringify(found), new RegExp(String(id)));
    const context = await tool('get_context', { query: `Where is the boat? ${word}`, user_id });
    assert.match(JSON.stringify(context), new RegExp(word));
  });

  test('link_memories requires both ends', async () => {
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

  test('a browser may send the MCP headers', async () => {
    const asked = { 'access-control-request-method': 'POST', origin: 'http://localhost:3000' };
    const preflight = await call('OPTIONS', '/mcp', { headers: asked });
    assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /Mcp-Session-Id.*Mcp-Method/);
  });
});

describe('fields that other clients read', () => {
  test('of a store', async () => {
    const scope = newScope();
    const content = `Ada's locker is number ${unique('42')}.`;
    const first = await mine.tryStore({ ...scope, content });
    expectStatus(first, 201);
    const { deduplicated, content_hash, trust_score, contradiction } = first.body as unknown as Json;
    const hash = createHash('sha256').update(content).digest('hex');
    assert.deepEqual([deduplicated, content_hash, contradiction], [false, hash, false]);
    assert.ok(typeof trust_score === 'number' && trust_score > 0 && trust_score <= 1);
    const again = await mine.tryStore({ ...scope, content });
    expectStatus(again, 200);
    assert.equal((again.body as unknown as Json).deduplicated, true);
  });

  test('of a conflict found by a store: the existing memory, and the resolution', needsEmbedder, async () => {
    const scope = newScope();
    const old = await mine.store({ ...scope, content: 'Bela lives in Berlin.' });
    const body = {
      ...scope,
      content: 'Bela has moved from Berlin to Lisbon and lives there now.',
      detect_conflicts: true,
    };
    const stored = await call<{ contradiction: boolean; conflicts: Json[] }>('POST', '/memory/store', { key, body });
    expectStatus(stored, 201);
    assert.equal(stored.body.contradiction, true);
    const [conflict] = stored.body.conflicts;
    assert.deepEqual([conflict?.existing_memory_id, conflict?.existing_content], [old.id, old.content]);
    assert.ok([null, 'kept_newer'].includes(conflict?.resolution as null));
  });

  test('of a search: the namespace and the scoring', async () => {
    const scope = newScope();
    await mine.store({ ...scope, namespace: 'trips', content: 'Ada flies to Oslo.' });
    const query = { q: 'Where does Ada fly?', user_id: scope.user_id, namespace: 'trips' };
    const found = await call<Json>('GET', '/memory/retrieve', { key, query });
    const { namespace, scoring } = found.body;
    assert.deepEqual([namespace, scoring], ['trips', EMBEDDER_OFF ? 'recency' : 'cosine']);
  });

  test('of a hybrid search: the memory with the word of the question is first, with or without a model', async () => {
    const scope = newScope();
    for (const content of ['Ada lives in Rome.', 'Ada drinks tea.', 'Ada plays chess.'])
      await mine.store({ ...scope, content });
    const query = { q: 'Rome', user_id: scope.user_id, ranking: 'hybrid' };
    const { body } = await call<Json & { results: Json[] }>('GET', '/memory/retrieve', { key, query });
    assert.equal(body.results[0]?.content, 'Ada lives in Rome.');
    assert.equal(body.scoring, EMBEDDER_OFF ? 'words' : 'hybrid');
  });

  test('of usage: unlimited, and times in milliseconds', async () => {
    const { key: free } = await mintKey();
    const { body } = await call<Json & { window: { from: number; to: number } }>('GET', '/usage', {
      key: free,
      query: { days: 3 },
    });
    assert.equal(body.unlimited, body.limit === null);
    assert.ok(
      Number.isInteger(body.reset_date) && Number(body.reset_date) > Date.now(),
      `reset_date is a time to come, got ${body.reset_date}`,
    );
    assert.equal(body.window.to + 1 - body.window.from, 3 * 86_400_000);
    const again = await call<Json>('GET', '/usage', { key: free, query: { ...body.window } });
    assert.deepEqual(again.body.window, body.window);
  });

  test('of a batch: the counts add up, and every id appears once', async () => {
    const scope = newScope();
    const entry = { ...scope, content: unique('a fact') };
    const memories = [entry, entry, { ...scope }];
    const { body } = await call<Json & { ids: string[] }>('POST', '/memory/batch', { key, body: { memories } });
    assert.deepEqual([body.stored, body.duplicates_skipped, body.skipped, body.ids.length], [1, 1, 1, 1]);
  });

  test('of a user export: both names of the emotional list, imported once', async () => {
    const { user_id } = newScope();
    const body = { user_id, agent_id: 'a', sentiment: 'positive', content: 'Thank you, that was great!' };
    expectStatus(await call('POST', '/memory/emotional', { key, body }), 200, 201);
    const exported = await call<Json>('GET', `/users/${user_id}/memories`, { key });
    assert.equal((exported.body.emotional_memories as Json[]).length, 1);
    assert.deepEqual(exported.body.emotional_memories, exported.body.emotional);
    const other = await mintKey();
    expectStatus(await call('POST', '/memory/import', { key: other.key, body: exported.body }), 201);
    const again = await call<Json>('GET', `/users/${user_id}/memories`, { key: other.key });
    assert.equal((again.body.emotional as Json[]).length, 1);
  });

  test('a manual contradicts link is a conflict until it is deleted', async () => {
    const scope = newScope();
    const { user_id } = scope;
    const one = await mine.store({ ...scope, content: unique('The gate is green') });
    const two = await mine.store({ ...scope, content: unique('The bell is loud') });
    const body = { from: two.id, to: one.id, relationship: 'contradicts' };
    const made = await call<{ id: string }>('POST', '/memory/graph/link', { key, body });
    expectStatus(made, 201);
    const listed = await call<{ conflicts: Json[] }>('GET', '/memory/conflicts', { key, query: { user_id } });
    assert.deepEqual(
      listed.body.conflicts.map(({ conflict_type, status }) => [conflict_type, status]),
      [['stated', 'open']],
    );
    const graph = await call<{ conflicts: Json[]; pairs: Json[] }>('GET', '/memory/graph/conflicts', {
      key,
      query: { user_id },
    });
    const [edge] = graph.body.conflicts;
    assert.deepEqual(
      [edge?.from_id, edge?.to_id, edge?.from_content, edge?.to_content],
      [two.id, one.id, two.content, one.content],
    );
    expectTimestamp(edge?.created_at, 'created_at');
    expectStatus(await call('DELETE', `/memory/graph/link/${made.body.id}`, { key }), 200);
    const after = await call<{ conflicts: Json[] }>('GET', '/memory/conflicts', { key, query: { user_id } });
    assert.deepEqual(after.body.conflicts, []);
  });
});

describe('other names', () => {
  test('of templates', async () => {
    for (const id of ['customer-service-agent', 'coding-agent', 'research-agent', 'sales-agent']) {
      const found = await call<Json & { aliases: string[] }>('GET', `/templates/${id}`, { key });
      expectStatus(found, 200);
      assert.ok(found.body.aliases.includes(id));
    }
    const agent_id = unique('coder');
    const applied = await call<Json>('POST', '/templates/coding-agent/apply', { key, body: { agent_id } });
    assert.equal(applied.body.template, 'coding');
  });

  test('a preview of compression changes nothing', async () => {
    const scope = newScope();
    for (let i = 0; i < 4; i++)
      await mine.store({ ...scope, content: `The ferry ${i} left the old harbour at ${i + 8}.` });
    const preview = await call<Json>('GET', '/memory/compression/preview', { key, query: { ...scope, keep: 0 } });
    expectStatus(preview, 200);
    assert.equal(preview.body.dry_run, true);
    const list = await call<{ memories: Json[] }>('GET', '/memory', { key, query: { user_id: scope.user_id } });
    assert.equal(list.body.memories.length, 4);
  });

  test('of subscriptions and their log', async () => {
    const body = { url: 'https://hooks.recollect.example/in', events: ['memory.deleted', 'memory.retrieved'] };
    const made = await call<Json & { events: string[] }>('POST', '/webhooks/register', { key, body });
    // A host that does not resolve here is refused, naming the URL; one that does is subscribed.
    if (made.status !== 201) expectError(made, 400, undefined, 'url');
    const kept = await call<Json & { id: string; events: string[] }>('POST', '/webhooks/register', {
      key,
      body: { events: body.events },
    });
    expectStatus(kept, 201);
    assert.deepEqual([...kept.body.events].sort(), [...body.events].sort());
    const logs = await call<{ count: number; logs: Json[] }>('GET', '/webhooks/logs', { key });
    expectStatus(logs, 200);
    assert.deepEqual(logs.body.logs, []);
    expectError(await call('GET', '/webhooks/logs', { key, query: { subscription_id: 'sub_none' } }), 404);
  });

  test('`md` is markdown', async () => {
    const [md, markdown] = await Promise.all(
      ['md', 'markdown'].map((format) => call('GET', '/memory/export', { key, query: { format, user_id: 'nobody' } })),
    );
    assert.match(md?.headers.get('content-type') ?? '', /^text\/markdown/);
    assert.equal(md?.text.replace(/\d/g, ''), markdown?.text.replace(/\d/g, ''));
  });

  test('documents at their well-known paths', async () => {
    const card = await call<Json & { tools: Json[] }>('GET', '/.well-known/mcp/server-card.json');
    assert.ok(card.body.tools.some(({ name }) => name === 'store_memory'));
    const catalog = await call<{ linkset: Json[] }>('GET', '/.well-known/api-catalog');
    assert.match(catalog.headers.get('content-type') ?? '', /^application\/linkset\+json/);
    const [api] = catalog.body.linkset as unknown as { 'service-desc': { href: string }[] }[];
    expectStatus(await call('GET', new URL(api?.['service-desc'][0]?.href ?? '').pathname), 200);
    const security = await call('GET', '/.well-known/security.txt');
    assert.match(security.text, /^Contact: (?:https?:|mailto:)/m);
    const [, expires = ''] = /^Expires: (.+)$/m.exec(security.text) ?? [];
    assert.ok(Date.parse(expires) > Date.now() && Date.parse(expires) < Date.now() + 366 * 86_400_000);
    assert.match((await call('GET', '/robots.txt')).text, /^User-agent: \*$/m);
  });
});

describe('what a tool returns to a model', () => {
  const resultOf = async (name: string, input: Json) =>
    (
      await call<{ result: { content: { text: string }[]; structuredContent?: Json } }>('POST', '/mcp', {
        key,
        body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } },
      })
    ).body.result;

  test('is one context within its token budget, without a structured copy', async () => {
    const scope = newScope();
    for (let i = 0; i < 30; i++)
      await mine.store({ ...scope, content: `Ada noted fact ${i} about the ${unique('harbour')}.` });
    const input = { user_id: scope.user_id, q: 'What did Ada note about the harbour?', max_tokens: 300 };
    const result = await resultOf('get_context', input);
    assert.equal(result.structuredContent, undefined);
    const text = result.content.map((part) => part.text).join('');
    assert.match(text, /harbour/);
    // In such text a token has four characters or more; in ids it has fewer.
    assert.ok(text.length < 300 * 4, `${text.length} characters`);
    assert.equal(text.split('fact 3 ').length <= 2, true);
  });

  test('is at most two fifths the size of the ten full memories, with readable dates', async () => {
    const scope = newScope();
    for (let i = 0; i < 10; i++)
      await mine.store({ ...scope, content: `Ada's plan number ${i} is to visit the museum in town.` });
    const query = { q: "What are Ada's plans?", user_id: scope.user_id };
    const whole = await call('GET', '/memory/retrieve', { key, query: { ...query, ranking: 'hybrid' } });
    const [found] = (await resultOf('retrieve_memory', query)).content;
    const results = (JSON.parse(found?.text ?? '{}') as { results: Json[] }).results;
    assert.equal(results.length, 10);
    assert.match(String(results[0]?.created_at), /^\d{4}-\d\d-\d\d(?:T\d\d:\d\dZ)?$/);
    assert.ok((found?.text.length ?? 0) <= 0.4 * whole.text.length, `${found?.text.length} of ${whole.text.length}`);
    for (const absent of ['retrieval_count', 'user_id', 'metadata', 'tags']) assert.ok(!(absent in (results[0] ?? {})));
  });

  test('has a strict schema only if no field is optional', async () => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const listed = await call<{
      result: { tools: { inputSchema: Json & { properties: Json; required?: string[] } }[] };
    }>('POST', '/mcp', { key, body });
    for (const { inputSchema } of listed.body.result.tools) {
      const all = Object.keys(inputSchema.properties).length === (inputSchema.required?.length ?? 0);
      assert.equal(inputSchema.additionalProperties === false, all, JSON.stringify(inputSchema));
    }
  });
});

describe('a child key', () => {
  const children = async (body: Json) =>
    call<Json & { key: string; id: string }>('POST', '/keys/children', { key, body });

  test('sees one user, and stores for them without naming them', async () => {
    const [ada, ben] = [newScope(), newScope()];
    const { body: child } = await children({ name: unique('child'), user_id: ada.user_id });
    await mine.store({ ...ben, content: unique('of another') });
    const its = memoryOf(child.key);
    const stored = await call<Json>('POST', '/memory/store', { key: child.key, body: { content: unique('its own') } });
    expectStatus(stored, 201);
    assert.equal(stored.body.user_id, ada.user_id);
    const listed = await call<{ count: number }>('GET', '/memory', { key: child.key });
    assert.equal(listed.body.count, 1);
    expectError(await its.tryStore({ ...ben, content: 'x' }), 403);
  });

  test('returns 404 for ids of others, and stops working when its parent revokes it', async () => {
    const other = await mine.store({ ...newScope(), content: unique('of another') });
    const { body: child } = await children({ name: unique('child'), user_id: unique('user'), scopes: ['read'] });
    expectError(await call('GET', `/memory/${other.id}`, { key: child.key }), 404);
    expectError(await call('POST', '/memory/store', { key: child.key, body: { content: 'x' } }), 403);
    expectError(await call('GET', '/usage', { key: child.key }), 403);
    const listed = await call<{ keys: Json[] }>('GET', '/keys/children', { key, query: { limit: 200 } });
    assert.ok(listed.body.keys.some(({ id }) => id === child.id));
    expectStatus(await call('DELETE', `/auth/keys/${child.id}`, { key }), 200);
    expectError(await call('GET', '/memory', { key: child.key }), 403);
  });
});

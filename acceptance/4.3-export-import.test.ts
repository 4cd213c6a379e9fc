import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { MemoryExportResponse as Exported, MemoryImportResponse as Imported } from '../src/client/generated.js';
import { bodyOf, expectError, expectStatus } from './expect.js';
import { expectMemory, type MemoryRecord, memoryOf } from './memory.js';
import { type CallResponse, call, type Json, mintKey, newScope, urlOf } from './support.js';

const newKey = async () => (await mintKey()).key;
const tryImport = (key: string, body: unknown): Promise<CallResponse<Imported>> =>
  call('POST', '/memory/import', { key, body });
const importInto = async (key: string, body: unknown): Promise<Imported> => bodyOf(await tryImport(key, body), 201);
const exportOf = async (key: string, query: Record<string, string> = {}): Promise<Exported> =>
  bodyOf(await call<Exported>('GET', '/memory/export', { key, query }), 200);
const textOf = async (key: string, format: string): Promise<CallResponse<unknown>> =>
  call('GET', '/memory/export', { key, query: { format } });
const sendLines = (key: string, raw: string, query: Record<string, string> = {}): Promise<CallResponse<Imported>> =>
  call('POST', '/memory/import', { key, raw, query, headers: { 'content-type': 'application/x-ndjson' } });
/** `embedded` may change without a call when the service catches up. */
const lasting = (memories: readonly MemoryRecord[]) => memories.map(({ embedded: _, ...rest }) => rest);

describe('GET /memory/export', () => {
  test('contains every memory of the key with all its fields, including what searches leave out', async () => {
    const key = await newKey();
    const mine = memoryOf(key);
    const scope = newScope();
    await mine.store({
      ...scope,
      content: 'The ferry leaves at nine',
      tags: ['travel'],
      metadata: { port: 'Cacilhas' },
    });
    await mine.store({ ...scope, content: 'The bridge will be closed', valid_from: '2090-01-01T00:00:00Z' });
    await mine.store({ ...newScope(), content: 'Of somebody else' });
    const all = await exportOf(key);
    assert.equal(all.format, 'recollect.export.v1');
    assert.ok(Number.isInteger(all.exported_at));
    assert.deepEqual([all.count, all.memories.length], [3, 3]);
    for (const memory of all.memories) expectMemory(memory);
    for (const list of [all.links, all.episodes, all.procedures, all.emotional]) assert.ok(Array.isArray(list));
    const narrow = await exportOf(key, scope);
    assert.deepEqual(
      narrow.memories.map((memory) => memory.content),
      ['The ferry leaves at nine', 'The bridge will be closed'],
    );
  });

  test('is empty for a key without memories', async () => {
    const { count, memories } = await exportOf(await newKey());
    assert.deepEqual([count, memories], [0, []]);
  });

  test('has one object per line as ndjson, and ends with the count', async () => {
    const key = await newKey();
    await importInto(key, { memories: ['a', 'b'].map((word) => ({ ...newScope(), content: `Line ${word}` })) });
    const response = await textOf(key, 'ndjson');
    assert.match(response.headers.get('content-type') ?? '', /^application\/x-ndjson/);
    const lines = response.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Json);
    assert.equal(lines.filter((line) => line.type === 'memory').length, 2);
    const end = lines.at(-1) as { type: string; count: number; counts: Record<string, number> };
    assert.deepEqual([end.type, end.count, end.counts.memories], ['end', 2, 2]);
  });

  test('fences memories as Markdown, so that none can break out', async () => {
    const key = await newKey();
    const content = '```\n# Not a heading of the export\n````';
    await importInto(key, { memories: [{ user_id: 'ada', content }] });
    const { headers, text } = await textOf(key, 'markdown');
    assert.match(headers.get('content-type') ?? '', /^text\/markdown/);
    assert.ok(text.includes(`\`\`\`\`\`text\n${content}\n\`\`\`\`\``), text);
  });

  test('refuses an unknown format, and a key without the read scope', async () => {
    expectError(await textOf(await newKey(), 'csv'), 400, 'invalid_request', 'format');
    const { key } = await mintKey({ scopes: ['write'] });
    expectError(await call('GET', '/memory/export', { key }), 403, 'missing_scope');
    expectError(await call('GET', '/memory/export'), 401);
  });
});

describe('POST /memory/import', () => {
  test('imports an export unchanged under another key, and only once', async () => {
    const [from, to] = [await newKey(), await newKey()];
    const mine = memoryOf(from);
    const scope = newScope();
    const first = await mine.store({
      ...scope,
      content: 'Quote " and \\ and 😀 and ```',
      kind: 'episodic',
      importance: 7.5,
    });
    await mine.store({ ...scope, content: 'A copy' });
    await mine.store({ ...scope, content: 'A copy', dedupe: false });
    await mine.patch(first.id, { tags: ['changed'], metadata: { deep: { a: [1, null] } } });
    const before = await exportOf(from);
    assert.equal(before.count, 3);
    const response = await importInto(to, before);
    assert.deepEqual([response.imported, response.duplicates, response.errors], [3, 0, []]);
    assert.deepEqual(lasting((await exportOf(to)).memories), lasting(before.memories));
    const again = await importInto(to, before);
    assert.deepEqual([again.imported, again.duplicates], [0, 3]);
    assert.equal((await exportOf(to)).count, 3);
    assert.equal((await memoryOf(to).get(first.id)).content, first.content);
  });

  test('counts memories and links as the export did', async () => {
    const [from, to] = [await newKey(), await newKey()];
    const scope = newScope();
    const [a, b] = [
      await memoryOf(from).store({ ...scope, content: 'Ada plays chess' }),
      await memoryOf(from).store({ ...scope, content: 'The club meets on Mondays' }),
    ];
    const body = { from: a.id, to: b.id, relationship: 'related_to' };
    expectStatus(await call('POST', '/memory/graph/link', { key: from, body }), 200, 201);
    const before = await exportOf(from);
    const { memories, links } = before.counts;
    assert.deepEqual([before.count, memories, links], [2, 2, before.links.length]);
    const once = await importInto(to, before);
    assert.deepEqual([once.imported, once.counts.memories?.imported, once.counts.links?.imported], [2, 2, links]);
    const again = await importInto(to, before);
    assert.deepEqual([again.imported, again.duplicates, again.skipped], [0, 2, 2]);
    assert.equal(again.counts.links?.duplicates, links);
  });

  test('accepts JSON lines, with the other fields in the query', async () => {
    const [from, to] = [await newKey(), await newKey()];
    const memories = Array.from({ length: 1_200 }, (_, i) => ({
      user_id: 'x',
      agent_id: `a${i}`,
      content: `Number ${i}`,
    }));
    assert.equal((await importInto(from, { memories })).imported, 1_200);
    const lines = (await textOf(from, 'ndjson')).text;
    const response = await sendLines(to, lines, { user_id: 'somebody' });
    expectStatus(response, 201);
    assert.equal(response.body.imported, 1_200);
    const { memories: there } = await exportOf(to);
    assert.ok(there.every((memory) => memory.user_id === 'somebody'));
  });

  test('reports which entries are invalid, and imports the others', async () => {
    const key = await newKey();
    const scope = newScope();
    const response = await importInto(key, {
      memories: [{ ...scope, content: 'fine' }, { ...scope }, 7, { content: 'of nobody' }],
    });
    assert.deepEqual([response.imported, response.duplicates], [1, 0]);
    assert.deepEqual(
      response.errors.map((error) => error.index),
      [1, 2, 3],
    );
    assert.match(response.errors[0]?.message ?? '', /content/);
    const lines = await sendLines(key, `{"user_id":"a","content":"ok"}\n{"user_id":\n`);
    assert.deepEqual([lines.body.imported, lines.body.errors.map((error) => error.index)], [1, [1]]);
  });

  test('keeps ids and times', async () => {
    const key = await newKey();
    const entry = {
      id: 'from-elsewhere',
      user_id: 'ada',
      content: 'An old memory',
      created_at: '2024-02-29T12:00:00Z',
    };
    await importInto(key, { memories: [entry] });
    const memory = await memoryOf(key).get('from-elsewhere');
    assert.equal(memory.created_at, Date.parse('2024-02-29T12:00:00Z'));
  });

  for (const [source, body, content] of [
    ['mem0', { results: [{ id: 'm', memory: 'Likes tea', created_at: '2025-01-01T00:00:00Z' }] }, 'Likes tea'],
    ['zep', { edges: [{ uuid: 'z', fact: 'Knows Bob', valid_at: '2025-01-01T00:00:00Z' }] }, 'Knows Bob'],
    ['openmemory', { memories: [{ id: 'o', content: 'Uses vim', state: 'active', app: 'x' }] }, 'Uses vim'],
    ['agentmemo', { memories: [{ id: 'g', content: 'Likes jazz', tags: '["music"]' }] }, 'Likes jazz'],
    ['mcp-memory', { entities: [{ name: 'Bode', entityType: 'cat', observations: ['Purrs'] }] }, 'Bode: Purrs'],
  ] as const) {
    test(`reads an export of ${source}, with and without a given source`, async () => {
      const key = await newKey();
      const named = await importInto(key, { ...body, source, user_id: 'ada' });
      assert.deepEqual([named.imported, named.errors], [1, []]);
      assert.deepEqual((await importInto(key, { ...body, user_id: 'ada' })).duplicates, 1);
      assert.equal((await exportOf(key)).memories[0]?.content, content);
    });
  }

  for (const body of [{}, { memories: 'all' }, { memories: [], source: 'nowhere' }]) {
    test(`refuses ${JSON.stringify(body)}`, async () => {
      expectError(
        await tryImport(await newKey(), body),
        400,
        'invalid_request',
        'source' in body ? 'source' : 'memories',
      );
    });
  }

  test('stores no partial memory if the client disconnects midway', async () => {
    const key = await newKey();
    const whole = Array.from({ length: 600 }, (_, i) =>
      JSON.stringify({ user_id: 'u', agent_id: `a${i}`, content: `Entry ${i}` }),
    );
    const leaving = new AbortController();
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        controller.enqueue(new TextEncoder().encode(`${whole.join('\n')}\n{"user_id":"u","content":"ha`));
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        leaving.abort();
      },
    });
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' };
    const request = { method: 'POST', headers, body, duplex: 'half', signal: leaving.signal } as RequestInit;
    await assert.rejects(fetch(urlOf('/memory/import'), request));
    const { memories } = await exportOf(key);
    assert.ok(memories.every((memory) => /^Entry \d+$/.test(memory.content)));
    const again = await sendLines(key, whole.join('\n'));
    assert.equal(again.body.imported + again.body.duplicates, 600);
    assert.equal((await exportOf(key)).count, 600);
  });
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { GraphExploreResponse as Explored, GraphLinkResponse as Link } from '../src/client/generated.js';
import { bodyOf, expectError, expectStatus, expectTimestamp } from './expect.js';
import { memoryOf } from './memory.js';
import { call, type Json, mintKey, needsEmbedder, newScope, type QueryValue, unique } from './support.js';

const { key } = await mintKey();
const mine = memoryOf(key);
const strangersKey = (await mintKey()).key;

const tryLink = (body: Json, as = key) => call<Link>('POST', '/memory/graph/link', { key: as, body });
const tryExplore = (query: Record<string, QueryValue>, as = key) =>
  call<Explored>('GET', '/memory/graph/explore', { key: as, query });
const explore = async (id: string, query: Record<string, QueryValue> = {}) =>
  bodyOf(await tryExplore({ id, ...query }), 200);
const ROWS = ['Lamps hang', 'Boats lie', 'Trees grow', 'Wins come', 'Days pass', 'Shops stand'];
/** This many memories of one user, none of which contradicts another. */
async function several(count: number): Promise<string[]> {
  const scope = newScope();
  const { ids } = await mine.batch(
    Array.from({ length: count }, (_, i) => ({ ...scope, content: `${ROWS[i]} in a row: ${unique('things')}.` })),
  );
  return ids;
}

describe('POST /memory/graph/link', () => {
  test('links two memories, and updates the link if it is made again', async () => {
    const [from = '', to = ''] = await several(2);
    const first = await tryLink({ from, to, relationship: 'supports', metadata: { why: 'seen' } });
    expectStatus(first, 201);
    const { id, created_at, ...rest } = first.body;
    assert.match(id, /^lnk_./);
    expectTimestamp(created_at, 'created_at');
    const expected = { from, to, relationship: 'supports', weight: 1, metadata: { why: 'seen' }, automatic: false };
    assert.deepEqual({ ...rest, ...expected }, rest);
    const again = await tryLink({ memory_a: from, memory_b: to, relationship: 'supports', weight: 0.5 });
    expectStatus(again, 200);
    assert.deepEqual([again.body.id, again.body.weight], [id, 0.5]);
    assert.equal((await explore(from)).edges.length, 1);
  });

  test('accepts every relationship', async () => {
    const [from = '', to = ''] = await several(2);
    const all = ['contradicts', 'supports', 'follows', 'causes', 'related_to', 'supersedes', 'part_of'];
    for (const relationship of all) expectStatus(await tryLink({ from, to, relationship }), 201);
    const { edges } = await explore(to);
    assert.deepEqual(edges.map((edge) => edge.relationship).sort(), all.sort());
  });

  test('refuses malformed input and names the field', async () => {
    const [from = '', to = ''] = await several(2);
    const wrong: [string, Json][] = [
      ['from', { to, relationship: 'causes' }],
      ['to', { from, relationship: 'causes' }],
      ['to', { from, to: from, relationship: 'causes' }],
      ['relationship', { from, to }],
      ['relationship', { from, to, relationship: 'likes' }],
      ['weight', { from, to, relationship: 'causes', weight: 1.01 }],
      ['weight', { from, to, relationship: 'causes', weight: 'heavy' }],
      ['metadata', { from, to, relationship: 'causes', metadata: 'none' }],
    ];
    for (const [field, body] of wrong) expectError(await tryLink(body), 400, 'invalid_request', field);
    assert.deepEqual((await explore(from)).edges, []);
  });

  test('returns 404 if one of them does not exist or belongs to another key', async () => {
    const [from = '', to = ''] = await several(2);
    expectError(await tryLink({ from, to: unique('mem_'), relationship: 'causes' }), 404, 'not_found');
    expectError(await tryLink({ from: unique('mem_'), to, relationship: 'causes' }), 404, 'not_found');
    expectError(await tryLink({ from, to, relationship: 'causes' }, strangersKey), 404, 'not_found');
  });
});

describe('GET /memory/graph/explore', () => {
  test('explores breadth first, by direction and by relationship, through cycles', async () => {
    const [a = '', b = '', c = '', d = ''] = await several(4);
    for (const [from, to] of [
      [a, b],
      [b, c],
      [c, a],
      [c, d],
    ])
      await tryLink({ from, to, relationship: 'follows' });
    await tryLink({ from: d, to: a, relationship: 'causes' });
    const { nodes, edges, start, depth, truncated } = await explore(a);
    assert.deepEqual([start, depth, truncated, edges.length], [a, 2, false, 5]);
    assert.deepEqual(Object.fromEntries(nodes.map((node) => [node.id, node.depth])), {
      [a]: 0,
      [b]: 1,
      [c]: 1,
      [d]: 1,
    });
    assert.ok(nodes.every((node) => node.content.includes(' in a row') && node.kind === 'semantic'));
    const out = await explore(a, { direction: 'out', depth: 1 });
    assert.deepEqual(
      out.nodes.map((node) => node.id),
      [a, b],
    );
    const into = await explore(a, { direction: 'in', depth: 1, relationship: 'causes' });
    assert.deepEqual(
      into.edges.map((edge) => [edge.from, edge.to]),
      [[d, a]],
    );
  });

  test('reports truncation if something was left out, and only then', async () => {
    const [hub = '', ...spokes] = await several(6);
    for (const [i, to] of spokes.entries())
      await tryLink({ from: hub, to, relationship: 'related_to', weight: i / 10 });
    const whole = await explore(hub, { limit: 6 });
    assert.deepEqual([whole.nodes.length, whole.truncated], [6, false]);
    const cut = await explore(hub, { limit: 3 });
    assert.deepEqual(
      [cut.nodes.map((node) => node.id), cut.truncated],
      [[hub, spokes[4], spokes[3]], true],
      'the heaviest links are kept',
    );
  });

  test('returns automatic links, which stay until a memory is forgotten', needsEmbedder, async () => {
    const scope = newScope();
    const old = await mine.store({ ...scope, content: 'The office of the team is in Oslo.' });
    const content = 'The office of the team is no longer in Oslo.';
    const next = await mine.store({ ...scope, content, detect_conflicts: true });
    const { edges } = await explore(old.id);
    const known = edges.find((edge) => edge.relationship === 'contradicts');
    assert.deepEqual([known?.from, known?.to, known?.automatic], [next.id, old.id, true]);
    expectError(await call('DELETE', `/memory/graph/link/${known?.id}`, { key }), 409, 'conflict');
    await mine.forget({ id: next.id });
    assert.deepEqual((await explore(old.id)).edges, []);
  });

  test('refuses malformed input, and returns 404 for unknown ids', async () => {
    const [id = ''] = await several(1);
    const wrong: [string, Record<string, QueryValue>][] = [
      ['id', {}],
      ['depth', { id, depth: 0 }],
      ['depth', { id, depth: 5 }],
      ['limit', { id, limit: 0 }],
      ['limit', { id, limit: 1_001 }],
      ['direction', { id, direction: 'sideways' }],
      ['relationship', { id, relationship: 'likes' }],
    ];
    for (const [field, query] of wrong) expectError(await tryExplore(query), 400, 'invalid_request', field);
    expectError(await tryExplore({ id: unique('mem_') }), 404, 'not_found');
    expectError(await tryExplore({ id }, strangersKey), 404, 'not_found');
  });
});

describe('GET /memory/graph/conflicts', () => {
  test('returns an empty list for an empty scope, and refuses an unknown status', async () => {
    const response = await call('GET', '/memory/graph/conflicts', { key, query: { ...newScope() } });
    expectStatus(response, 200);
    assert.deepEqual([response.body.count, response.body.pairs, response.body.next_cursor], [0, [], null]);
    const wrong = await call('GET', '/memory/graph/conflicts', { key, query: { status: 'maybe' } });
    expectError(wrong, 400, 'invalid_request', 'status');
  });
});

describe('DELETE /memory/graph/link/{id}', () => {
  test('deletes a link once, and only for its own key', async () => {
    const [from = '', to = ''] = await several(2);
    const { id } = (await tryLink({ from, to, relationship: 'causes' })).body;
    expectError(await call('DELETE', `/memory/graph/link/${id}`, { key: strangersKey }), 404, 'not_found');
    const gone = await call('DELETE', `/memory/graph/link/${id}`, { key });
    expectStatus(gone, 200);
    assert.deepEqual(gone.body, { deleted: true, id });
    expectError(await call('DELETE', `/memory/graph/link/${id}`, { key }), 404, 'not_found');
    assert.deepEqual((await explore(from)).edges, []);
  });
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TestClock } from '../../../test/support/clock.js';
import { onBothEngines } from '../../../test/support/service.js';
import { DAY, MINUTE } from '../../kernel/clock.js';
import { compressingOf, HIKES } from '../compress/compress.test.kit.js';
import { edgesAs, graphOf } from './graph.test.kit.js';

onBothEngines('the memory graph', (start) => {
  it('links two memories once, by either field names, and updates weight and metadata', async () => {
    const service = await start();
    const { key } = await service.mint();
    const graph = graphOf(service, key);
    const [a, b] = [await graph.store('Ann has a cold'), await graph.store('Ann drinks tea')];
    const first = await graph.link(a, b, 'causes', { metadata: { sure: true } });
    assert.equal(first.status, 201);
    assert.match(first.body.id, /^lnk_/);
    const { id, created_at, ...rest } = first.body;
    assert.deepEqual(rest, {
      ...{ from: a, to: b, relationship: 'causes', weight: 1, metadata: { sure: true }, automatic: false },
      status: 'linked',
    });
    const body = { memory_a: a, memory_b: b, relationship: 'causes', weight: 0.25 };
    const again = await service.call('POST', '/memory/graph/link', { key, body });
    assert.equal(again.status, 200);
    assert.deepEqual(again.body, { ...first.body, weight: 0.25, status: 'exists' });
    assert.deepEqual((await graph.link(a, b, 'causes', { metadata: { now: 1 } })).body.metadata, { now: 1 });
    const other = await graph.link(b, a, 'causes');
    assert.equal(other.status, 201, 'the other way round is another link');
    assert.equal((await graph.explore(a)).edges.length, 2);
  });

  it('creates one link from concurrent requests', async () => {
    const service = await start();
    const graph = graphOf(service, (await service.mint()).key);
    const [a, b] = [await graph.store('One'), await graph.store('Two')];
    const responses = await Promise.all(Array.from({ length: 12 }, () => graph.link(a, b)));
    assert.equal(responses.filter((response) => response.status === 201).length, 1);
    assert.equal(new Set(responses.map((response) => response.body.id)).size, 1);
  });

  it('refuses ends that are the same, missing, expired or of another key', async () => {
    const clock = new TestClock();
    const service = await start({ clock });
    const { key } = await service.mint();
    const graph = graphOf(service, key);
    const stranger = graphOf(service, (await service.mint()).key);
    const a = await graph.store('Mine');
    const theirs = await stranger.store('Theirs');
    const brief = await graph.store('Brief', { ttl_seconds: 60 });
    clock.advance(MINUTE);
    assert.deepEqual([(await graph.link(a, a)).status, (await graph.link(a, 'mem_nothing')).status], [400, 404]);
    assert.deepEqual([(await graph.link(theirs, a)).status, (await graph.link(a, brief)).status], [404, 404]);
    assert.equal((await graph.link(a, theirs, 'likes')).status, 400);
    const post = (body: object) => service.call('POST', '/memory/graph/link', { key, body });
    assert.match((await post({ to: a, relationship: 'causes' })).body.error.message, /`from`/);
    assert.match(
      (await post({ from: a, memory_a: theirs, to: a, relationship: 'causes' })).body.error.message,
      /memory_a/,
    );
    assert.equal((await graph.link(a, theirs, 'causes', { weight: 1.5 })).status, 400);
    assert.equal((await graph.explore(a)).edges.length, 0);
  });

  it('is explored breadth first, by relationship and by direction', async () => {
    const service = await start();
    const graph = graphOf(service, (await service.mint()).key);
    const names: Record<string, string> = {};
    const ids: Record<string, string> = {};
    for (const name of 'abcde') {
      const id = await graph.store(`The memory ${name}`);
      [names[id], ids[name]] = [name, id];
    }
    const link = (from: string, to: string, relationship: string) =>
      graph.link(ids[from] as string, ids[to] as string, relationship);
    await link('a', 'b', 'causes');
    await link('b', 'c', 'causes');
    await link('c', 'a', 'supports');
    await link('d', 'a', 'follows');
    await link('d', 'e', 'follows');
    const explore = async (name: string, query = {}) => {
      const { nodes, edges, truncated } = await graph.explore(ids[name] as string, query);
      assert.equal(truncated, false);
      return [
        nodes.map((node) => `${names[node.id]}${node.depth}`).sort(),
        edgesAs(edges, names).map((edge) => edge.replace(' - ', ' ')),
      ];
    };
    assert.deepEqual(await explore('a', { depth: 1 }), [
      ['a0', 'b1', 'c1', 'd1'],
      ['a causes b', 'c supports a', 'd follows a'],
    ]);
    assert.deepEqual((await explore('a'))[0], ['a0', 'b1', 'c1', 'd1', 'e2']);
    assert.deepEqual(await explore('a', { direction: 'out', depth: 4 }), [
      ['a0', 'b1', 'c2'],
      ['a causes b', 'b causes c', 'c supports a'],
    ]);
    assert.deepEqual((await explore('a', { direction: 'in', depth: 1 }))[0], ['a0', 'c1', 'd1']);
    assert.deepEqual(await explore('a', { relationship: 'follows', depth: 4 }), [
      ['a0', 'd1', 'e2'],
      ['d follows a', 'd follows e'],
    ]);
    const unknown = await graph.tryExplore('mem_nothing');
    assert.equal(unknown.status, 404);
    const wrong: [string, string | number][] = [
      ['depth', 5],
      ['depth', 0],
      ['limit', 1_001],
      ['direction', 'up'],
      ['relationship', 'likes'],
    ];
    for (const [field, value] of wrong) {
      const refused = await graph.tryExplore(ids.a as string, { [field]: value });
      assert.equal(refused.status, 400);
      assert.match(refused.body.error.message, new RegExp(field));
    }
  });

  it('cuts long contents and says so', async () => {
    const service = await start();
    const graph = graphOf(service, (await service.mint()).key);
    const long = await graph.store('word '.repeat(1_000));
    const [node] = (await graph.explore(long)).nodes;
    assert.deepEqual([node?.content.length, node?.content_cut], [2_000, true]);
    const short = await graph.store('word');
    assert.equal((await graph.explore(short)).nodes[0]?.content_cut, false);
  });

  it('has no links of forgotten or expired memories, and no paths through them', async () => {
    const clock = new TestClock();
    const service = await start({ clock, background: false });
    const graph = graphOf(service, (await service.mint()).key);
    const [a, b, c] = [await graph.store('First'), await graph.store('Second'), await graph.store('Third')];
    const brief = await graph.store('For a minute', { ttl_seconds: 60 });
    await graph.link(a, b);
    await graph.link(b, c);
    await graph.link(a, brief);
    await graph.link(brief, c);
    assert.equal((await graph.explore(a)).nodes.length, 4);
    clock.advance(MINUTE);
    const without = await graph.explore(a);
    assert.deepEqual([without.nodes.length, without.edges.length, without.truncated], [3, 2, false]);
    assert.equal((await graph.tryExplore(brief)).status, 404);
    await graph.forget(b);
    assert.deepEqual((await graph.explore(a)).edges, []);
    assert.deepEqual((await graph.explore(c)).edges, []);
  });

  it('maintains links for contradictions, supersessions and summaries itself, and protects them', async () => {
    const clock = new TestClock();
    const service = await start({ clock, background: false });
    const { key } = await service.mint();
    const graph = graphOf(service, key);
    const detect = { detect_conflicts: true };
    const old = await graph.store('Ann lives in Berlin.', detect);
    clock.advance(DAY);
    const moved = await graph.store('Ann moved to London and no longer lives in Berlin.', detect);
    const names = { [old]: 'old', [moved]: 'new' };
    const { nodes, edges } = await graph.explore(old);
    assert.deepEqual(edgesAs(edges, names), ['new = contradicts old', 'new = supersedes old']);
    assert.equal(nodes.find((node) => node.id === old)?.superseded_by, moved);
    for (const edge of edges) assert.equal((await graph.unlink(edge.id)).status, 409);
    const restated = await graph.link(moved, old, 'supersedes', { weight: 0.1, metadata: { mine: 1 } });
    assert.deepEqual(
      [restated.status, restated.body.weight, restated.body.metadata],
      [...[200, 1], { until: clock.now(), valid_until: null }],
    );

    const [conflict] = (await service.call('GET', '/memory/conflicts', { key, query: { status: 'all' } })).body
      .conflicts;
    const resolve = (keep: string) =>
      service.call('POST', `/memory/conflicts/${conflict.id}/resolve`, { key, body: { keep } });
    await resolve('a');
    assert.deepEqual(edgesAs((await graph.explore(old)).edges, names), [
      'new = contradicts old',
      'old = supersedes new',
    ]);
    await resolve('both');
    assert.deepEqual((await graph.explore(old)).edges, []);

    const compressing = compressingOf(service, key);
    const hikes = await compressing.batch(HIKES);
    clock.advance(DAY);
    const { compressed_memory_id: summary } = await compressing.compress({ keep: 0 });
    const parts = await graph.explore(summary, { relationship: 'part_of', direction: 'in' });
    assert.deepEqual(parts.edges.map((edge) => edge.from).sort(), hikes.sort());
    assert.ok(parts.edges.every((edge) => edge.automatic));
    await compressing.undo(summary);
    assert.deepEqual((await graph.explore(hikes[0] as string)).edges, []);
  });

  it('withdraws the conflict that a caller stated only with the last of two opposite links', async () => {
    const service = await start();
    const { key } = await service.mint();
    const graph = graphOf(service, key);
    const [a, b] = [await graph.store('One'), await graph.store('Two')];
    const conflicts = async () =>
      (await service.call('GET', '/memory/conflicts', { key, query: { user_id: 'ann' } })).body.conflicts.length;
    const [there, back] = [await graph.link(a, b, 'contradicts'), await graph.link(b, a, 'contradicts')];
    assert.equal(await conflicts(), 1);
    await graph.unlink(there.body.id);
    assert.equal(await conflicts(), 1);
    await graph.unlink(back.body.id);
    assert.equal(await conflicts(), 0);
    const pair = [await graph.link(a, b, 'contradicts'), await graph.link(b, a, 'contradicts')];
    await Promise.all(pair.map(({ body }) => graph.unlink(body.id)));
    assert.equal(await conflicts(), 0);
  });

  it('deletes a caller’s link once, and not for another key', async () => {
    const service = await start();
    const graph = graphOf(service, (await service.mint()).key);
    const stranger = graphOf(service, (await service.mint()).key);
    const [a, b] = [await graph.store('One'), await graph.store('Two')];
    const { id } = (await graph.link(a, b)).body;
    assert.equal((await stranger.unlink(id)).status, 404);
    assert.equal((await stranger.tryExplore(a)).status, 404);
    assert.deepEqual((await graph.unlink(id)).body, { deleted: true, id });
    assert.equal((await graph.unlink(id)).status, 404);
    assert.deepEqual((await graph.explore(a)).edges, []);
  });
});

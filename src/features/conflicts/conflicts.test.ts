import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TestClock } from '../../../test/support/clock.js';
import { onBothEngines } from '../../../test/support/service.js';
import { StubEmbedder } from '../../../test/support/stub-embedder.js';
import { DAY } from '../../kernel/clock.js';
import { LocalReader } from '../../readers/reader.js';

onBothEngines('contradictions', (start) => {
  it('are returned with a reason when a memory is stored; one that says it replaces another supersedes it', async () => {
    const clock = new TestClock();
    const service = await start({ clock, reader: new LocalReader() });
    const { key } = await service.mint();
    const store = (content: string, more = {}) =>
      service.call('POST', '/memory/store', {
        key,
        body: { user_id: 'ann', content, detect_conflicts: true, ...more },
      });
    const berlin = await store('Ann lives in Berlin.');
    assert.deepEqual(berlin.body.conflicts, []);
    clock.advance(DAY);
    const london = await store('Ann moved to London and no longer lives in Berlin.');
    assert.equal(london.body.conflicts.length, 1);
    const [conflict] = london.body.conflicts;
    assert.equal(conflict.memory_a.id, berlin.body.id);
    assert.equal(conflict.memory_b.id, london.body.id);
    assert.ok(conflict.reason.length > 10);
    assert.ok(conflict.confidence > 0 && conflict.confidence <= 1);
    const found = await service.call('GET', '/memory/retrieve', {
      key,
      query: { q: 'Where does Ann live?', user_id: 'ann' },
    });
    assert.deepEqual(
      found.body.results.map((memory: { id: string }) => memory.id),
      [london.body.id],
    );
    const then = await service.call('GET', '/memory/retrieve', {
      key,
      query: { q: 'Where does Ann live?', user_id: 'ann', as_of: clock.now() - DAY / 2 },
    });
    assert.deepEqual(
      then.body.results.map((memory: { id: string }) => memory.id),
      [berlin.body.id],
    );
    const all = await service.call('GET', '/memory/retrieve', {
      key,
      query: { q: 'Ann lives', user_id: 'ann', include_superseded: true },
    });
    assert.equal(all.body.count, 2);
  });

  it('name the words that no longer hold; a context shows the rest below what replaced them', async () => {
    const clock = new TestClock();
    const service = await start({ clock, reader: new LocalReader() });
    const { key } = await service.mint();
    const store = (content: string) =>
      service.call('POST', '/memory/store', { key, body: { user_id: 'ann', content, detect_conflicts: true } });
    await store('The pottery course in Jena costs 340 euros, paid in advance.');
    clock.advance(DAY);
    const { body } = await store('The pottery course in Jena now costs 410 euros.');
    assert.equal(body.conflicts.length, 1);
    assert.match(body.conflicts[0].part, /340 euros$/);
    assert.equal(body.conflicts[0].status, 'open');
    const { context } = (await service.call('GET', '/memory/context', { key, query: { user_id: 'ann', q: 'pottery' } }))
      .body;
    const lines = context.split('\n').slice(1, 3);
    assert.match(lines[0], /now costs 410 euros/);
    assert.match(lines[1], /^\S+ The pottery course in Jena .*…, paid in advance\.$/);
  });

  it('are looked for across namespaces, but not between one that a child key is bound to and the others', async () => {
    const clock = new TestClock();
    const service = await start({ clock, reader: new LocalReader(), background: false });
    const { key: parent } = await service.mint();
    const bound = { name: 'for health', user_id: 'ann', namespace: 'health' };
    const { key: child } = (await service.call('POST', '/keys/children', { key: parent, body: bound })).body;
    const store = async (key: string, content: string, scope = {}) => {
      clock.advance(DAY);
      const stored = await service.call('POST', '/memory/store', { key, body: { content, ...scope } });
      await service.jobs.runDue();
      return stored.body.id as string;
    };
    const supersededBy = async (id: string) =>
      (await service.call('GET', `/memory/${id}`, { key: parent })).body.superseded_by;
    const berlin = await store(parent, 'Ann lives in Berlin.', { user_id: 'ann', namespace: 'money' });
    const own = await store(child, 'Ann lives in Berlin.');
    const london = await store(child, 'Ann moved to London and no longer lives in Berlin.');
    const detected = { content: 'Ann has never lived in Berlin.', detect_conflicts: true };
    const { body: guess } = await service.call('POST', '/memory/store', { key: child, body: detected });
    assert.ok(!JSON.stringify(guess).includes(berlin), 'nothing can be guessed');
    assert.deepEqual([await supersededBy(own), await supersededBy(berlin)], [london, null]);
    const paris = 'Ann moved to Paris and no longer lives in Berlin or London.';
    const other = await store(parent, paris, { user_id: 'ann', namespace: 'travel' });
    assert.deepEqual([await supersededBy(berlin), await supersededBy(london)], [other, null]);
  });

  it('do not keep out a fact that changes back, as often as it does, not even as an echo', async () => {
    const clock = new TestClock();
    const service = await start({ clock, background: false });
    const { key } = await service.mint();
    const store = async (content: string, more: object = {}) => {
      clock.advance(DAY);
      const body = { user_id: 'ada', content, detect_conflicts: true, ...more };
      return (await service.call('POST', '/memory/store', { key, body })).body;
    };
    const shown = async () => {
      const query = { user_id: 'ada', q: 'Does Ada drink strong coffee in the morning?' };
      return (await service.call('GET', '/memory/context', { key, query })).body.memory_ids;
    };
    const [drinks, not] = ['drinks', 'does not drink'].map((verb) => `Ada ${verb} strong coffee in the morning.`);
    for (let times = 0; times < 2; times++) {
      for (const content of [drinks, not] as string[]) {
        const { id, status } = await store(content);
        assert.deepEqual([status, await shown()], ['stored', [id]]);
        assert.equal((await store(content)).id, id);
      }
    }
    const before = { valid_from: clock.now() - 1.5 * DAY };
    assert.equal((await store(drinks as string, before)).status, 'duplicate', 'it was known then');
    // What was just retrieved: an agent that stores its words again echoes it.
    const query = { user_id: 'ada', q: 'Does Ada drink coffee in the morning?' };
    assert.equal((await service.call('GET', '/memory/retrieve', { key, query })).body.count, 4);
    const echo = (content: string) =>
      service.call('POST', '/memory/store', { key, body: { user_id: 'ada', content: content.toUpperCase() } });
    const statuses = [await echo(not as string), await echo(drinks as string)].map(({ body }) => body.status);
    assert.deepEqual(statuses, ['duplicate', 'stored']);
  });

  it('stay open until resolved, with both memories retrieved, and can be resolved again', async () => {
    const service = await start({ reader: new LocalReader() });
    const { key } = await service.mint();
    const store = (content: string) =>
      service.call('POST', '/memory/store', { key, body: { user_id: 'ann', content, detect_conflicts: true } });
    const a = await store('I am vegetarian and I love noodles.');
    const b = await store('I am not vegetarian any more.');
    assert.equal(b.body.conflicts.length, 1);
    const list = async (query = {}) =>
      (await service.call('GET', '/memory/conflicts', { key, query: { user_id: 'ann', ...query } })).body;
    const [conflict] = (await list()).conflicts;
    assert.equal(conflict.status, 'open');
    const pairs = await service.call('GET', '/memory/graph/conflicts', { key, query: { user_id: 'ann' } });
    assert.equal(pairs.body.pairs[0].memory_a, a.body.id);
    const find = async () =>
      (
        await service.call('GET', '/memory/retrieve', { key, query: { q: 'am I vegetarian', user_id: 'ann' } })
      ).body.results
        .map((memory: { id: string }) => memory.id)
        .sort();
    assert.deepEqual(await find(), [a.body.id, b.body.id].sort());
    const resolve = (keep: string) =>
      service.call('POST', `/memory/conflicts/${conflict.id}/resolve`, { key, body: { keep } });
    assert.equal((await resolve('b')).body.status, 'resolved');
    assert.deepEqual(await find(), [b.body.id]);
    assert.equal((await list()).count, 0);
    assert.equal((await list({ status: 'resolved' })).conflicts[0].kept, 'b');
    await resolve('a');
    assert.deepEqual(await find(), [a.body.id]);
    await resolve('both');
    assert.deepEqual(await find(), [a.body.id, b.body.id].sort());
    assert.equal(
      (await service.call('POST', '/memory/conflicts/cnf_nothing/resolve', { key, body: { keep: 'a' } })).status,
      404,
    );
    assert.equal((await resolve('c')).status, 400);
  });

  it('are detected in the background, and are deleted when one of the memories is forgotten', async () => {
    const service = await start({ reader: new LocalReader() });
    const { key } = await service.mint();
    const store = (content: string) =>
      service.call('POST', '/memory/store', { key, body: { user_id: 'ann', content } });
    const open = await store('The shop on the corner is open on Sundays.');
    assert.deepEqual(open.body.conflicts, []);
    await store('The shop on the corner is not open on Sundays.');
    await store('Ann speaks French.');
    await store('Ann speaks German.');
    await service.jobs.runDue();
    const list = async () =>
      (await service.call('GET', '/memory/conflicts', { key, query: { user_id: 'ann', status: 'all' } })).body;
    const found = await list();
    assert.equal(found.count, 1, 'languages spoken are no contradiction');
    assert.match(found.conflicts[0].memory_a.content, /shop/);
    await service.call('DELETE', '/memory/forget', { key, query: { id: open.body.id } });
    assert.equal((await list()).count, 0);
  });

  it('are detected once a memory is embedded, if the embedder was unavailable when it was stored', async () => {
    const [embedder, clock] = [new StubEmbedder(), new TestClock()];
    const service = await start({ embedder, clock, background: false });
    const { key } = await service.mint();
    const store = (content: string) =>
      service.call('POST', '/memory/store', { key, body: { user_id: 'ann', content, detect_conflicts: true } });
    await store('Ann drinks strong coffee in the morning.');
    embedder.unavailable = true;
    const queued = await store('Ann does not drink strong coffee in the morning.');
    assert.deepEqual([queued.body.status, queued.body.conflicts], ['queued', []]);
    embedder.unavailable = false;
    await service.jobs.runDue();
    clock.advance(DAY);
    await service.jobs.runDue();
    const { body } = await service.call('GET', '/memory/conflicts', { key, query: { user_id: 'ann' } });
    assert.deepEqual(
      body.conflicts.map((one: { memory_b: { id: string } }) => one.memory_b.id),
      [queued.body.id],
    );
  });

  it('stay open when the newer statement addresses only a part of the older, so that no fact vanishes', async () => {
    const service = await start({ reader: new LocalReader(), background: false });
    const { key } = await service.mint();
    const store = async (content: string) =>
      (await service.call('POST', '/memory/store', { key, body: { user_id: 'ann', content } })).body.id as string;
    const both = await store('User prefers dark mode in the editor and works in TypeScript.');
    const newer = await store('User no longer prefers dark mode in the editor.');
    await service.jobs.runDue();
    const { body } = await service.call('GET', '/memory/conflicts', { key, query: { user_id: 'ann', status: 'all' } });
    const pairs = body.conflicts.map((one: { memory_a: { id: string }; memory_b: { id: string }; status: string }) => [
      one.memory_a.id,
      one.memory_b.id,
      one.status,
    ]);
    assert.deepEqual(pairs, [[both, newer, 'open']]);
    const query = { q: 'Which language does she work in? TypeScript?', user_id: 'ann' };
    const found = await service.call('GET', '/memory/retrieve', { key, query });
    assert.ok(found.body.results.some((memory: { id: string }) => memory.id === both));
  });

  it('put the older statement back in force when the one that superseded it is forgotten or has expired', async () => {
    for (const way of ['forget', 'expire'] as const) {
      const clock = new TestClock();
      const service = await start({ clock, reader: new LocalReader(), background: false });
      const { key } = await service.mint();
      const end = clock.now() + 90 * DAY;
      const store = async (content: string, more = {}) => {
        clock.advance(DAY);
        const body = { user_id: 'ann', content, detect_conflicts: true, ...more };
        return (await service.call('POST', '/memory/store', { key, body })).body;
      };
      const memory = async (id: string) => (await service.call('GET', `/memory/${id}`, { key })).body;
      const berlin = await store('Ann lives in Berlin.', { valid_until: end });
      const london = await store('Ann moved to London and no longer lives in Berlin.', { ttl_seconds: 3_600 });
      assert.equal((await memory(berlin.id)).superseded_by, london.id);
      assert.equal((await memory(berlin.id)).valid_until, london.created_at);
      if (way === 'forget') await service.call('DELETE', '/memory/forget', { key, query: { id: london.id } });
      else {
        clock.advance(DAY);
        await service.jobs.runDue();
      }
      const { superseded_by, valid_until } = await memory(berlin.id);
      assert.deepEqual([superseded_by, valid_until], [null, end], way);
      const found = await service.call('GET', '/memory/retrieve', {
        key,
        query: { q: 'Where does Ann live?', user_id: 'ann' },
      });
      assert.deepEqual(
        found.body.results.map((one: { id: string }) => one.id),
        [berlin.id],
      );
      assert.equal((await store('Ann lives in Berlin.', { valid_until: end })).id, berlin.id, 'it is known again');
    }
  });

  it('keep the oldest of three statements superseded when the one in the middle is forgotten', async () => {
    const clock = new TestClock();
    const service = await start({ clock, reader: new LocalReader(), background: false });
    const { key } = await service.mint();
    const store = async (content: string) => {
      clock.advance(DAY);
      const body = { user_id: 'ann', content, detect_conflicts: true };
      return (await service.call('POST', '/memory/store', { key, body })).body.id as string;
    };
    const memory = async (id: string) => (await service.call('GET', `/memory/${id}`, { key })).body;
    const forget = (id: string) => service.call('DELETE', '/memory/forget', { key, query: { id } });
    const monday = await store('The meeting is on Monday at noon.');
    const tuesday = await store('The meeting was moved: it is on Tuesday at noon.');
    const friday = await store('The meeting was moved again: it is on Friday at noon.');
    assert.equal((await memory(monday)).superseded_by, tuesday);
    assert.equal((await memory(tuesday)).superseded_by, friday);
    await forget(tuesday);
    assert.equal((await memory(monday)).superseded_by, friday);
    await forget(friday);
    const { superseded_by, valid_until } = await memory(monday);
    assert.deepEqual([superseded_by, valid_until], [null, null]);
  });
});

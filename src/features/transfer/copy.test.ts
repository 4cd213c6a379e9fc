import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TestClock } from '../../../test/support/clock.js';
import { onBothEngines } from '../../../test/support/service.js';
import { StubEmbedder } from '../../../test/support/stub-embedder.js';
import { during } from '../../../test/support/waits-for.js';
import { DAY, MINUTE } from '../../kernel/clock.js';
import { eventsOf, rowsOf } from '../lifecycle/rows.test.kit.js';
import { textsOf, transferringOf } from './transfer.test.kit.js';

onBothEngines('copying memories to another agent', (start, engine) => {
  it('keeps every field, can be searched at once without being embedded again, and is in the journal', async () => {
    const clock = new TestClock();
    const embedder = new StubEmbedder();
    const service = await start({ clock, embedder, background: false });
    const { key, id: keyId } = await service.mint();
    const my = transferringOf(service, key);
    const id = await my.store('Ann keeps a tortoise called Walter in the greenhouse', {
      ...{
        metadata: { source: 'chat', sure: 0.5 },
        importance: 8,
        tags: ['pets'],
        namespace: 'home',
        outcome: 'success',
      },
      ...{ ttl_seconds: 86_400, valid_from: clock.now() - DAY },
    });
    await service.call('POST', `/memory/verify/${id}`, { key });
    const query = { agent_id: 'new', ranking: 'hybrid' };
    assert.deepEqual(await my.find('tortoise Walter', query), [], 'the scope is in the search cache now');
    const [before] = await my.find('tortoise in the greenhouse', { agent_id: 'old' });
    clock.advance(MINUTE);
    const calls = embedder.calls;
    const response = await my.tryTransfer({});
    assert.equal(response.status, 201);
    const { ids, ...rest } = response.body;
    assert.deepEqual(rest, {
      ...{ transferred: 1, skipped: 0, from_agent: 'old', to_agent: 'new', user_id: 'ann', mode: 'copy' },
      ...{ followed: 0, not_found: [], summarized: 0, summary_memory_id: null },
    });
    assert.equal(embedder.calls, calls);
    const [original] = await my.of('old');
    const [copy] = await my.of('new');
    const transferred_from = { agent_id: 'old', memory_id: id, at: clock.now() };
    assert.deepEqual(copy, {
      ...original,
      ...{ id: ids[0], agent_id: 'new', metadata: { source: 'chat', sure: 0.5, transferred_from } },
    });
    assert.match(ids[0], /^mem_[0-9a-z]{26}$/);
    const [found] = await my.find('tortoise in the greenhouse', { agent_id: 'new' });
    assert.deepEqual([found?.id, found?.score], [ids[0], before?.score]);
    assert.equal((await my.find('Walter', query))[0]?.id, ids[0]);
    assert.deepEqual(await eventsOf(service.place, ids[0]), ['memory.transferred']);
    const history = await my.get(`/memory/${ids[0]}/history`);
    assert.equal(history.count, 1);
    const near = await service.call('POST', '/memory/store', {
      key,
      body: {
        user_id: 'ann',
        agent_id: 'new',
        content: 'Ann keeps a tortoise called Walter in the green house',
        namespace: 'home',
      },
    });
    assert.equal(near.body.near_duplicate_of ?? near.body.id, ids[0], 'its sketch came along');
    const [quota] = await rowsOf<{ used: number }>(
      service.place,
      'select sum(used) as used from quota where key_id = ?',
      [keyId],
    );
    assert.ok(Number(quota?.used) >= 2);
  });

  it('adds nothing the second time, even for what is no longer true or was stored twice', async () => {
    const clock = new TestClock();
    const service = await start({ clock, background: false });
    const my = transferringOf(service, (await service.mint()).key);
    await my.store('Ann lived in Rome', { valid_from: clock.now() - 9 * DAY, valid_until: clock.now() - 1 });
    await my.store('Ann likes figs');
    await my.store('Ann likes figs', { dedupe: false });
    assert.equal((await my.transfer()).transferred, 2);
    const again = await my.transfer();
    assert.deepEqual([again.transferred, again.skipped], [0, 3]);
    clock.advance(DAY);
    assert.equal((await my.transfer()).transferred, 0);
    assert.deepEqual(textsOf(await my.of('new', { as_of: clock.now() - 2 * DAY })), ['Ann lived in Rome']);
  });

  it('takes the place of memories of the target that have expired or are no longer true', async () => {
    const clock = new TestClock();
    const service = await start({ clock, background: false });
    const my = transferringOf(service, (await service.mint()).key);
    const there = { agent_id: 'new' };
    await my.store('Ann is in town', { ...there, ttl_seconds: 60 });
    await my.store('Ann is on call', { ...there, valid_until: clock.now() + MINUTE });
    clock.advance(2 * MINUTE);
    await my.store('Ann is in town');
    await my.store('Ann is on call');
    assert.equal((await my.transfer()).transferred, 2);
    assert.deepEqual(textsOf(await my.of('new')), ['Ann is in town', 'Ann is on call']);
    assert.equal((await my.transfer()).transferred, 0);
  });

  it('selects by tags, namespace, importance and ids, and reports the ids that are not found', async () => {
    const service = await start({ background: false });
    const my = transferringOf(service, (await service.mint()).key);
    const figs = await my.store('Ann likes figs', { tags: ['food', 'home'], importance: 7 });
    await my.store('Ann likes nuts', { tags: ['food'], importance: 2 });
    await my.store('Ann cooks rice', { tags: ['food'], namespace: 'kitchen', importance: 9 });
    const foreign = await my.store('Ann is shy', { agent_id: 'third' });
    assert.equal(
      (await my.transfer({ filter: { tags: ['food', 'x'], min_importance: 7, namespace: 'kitchen' } })).transferred,
      1,
    );
    assert.equal((await my.transfer({ filter: { tags: ['x'] } })).transferred, 0);
    const named = await my.transfer({ filter: { ids: [figs, foreign, 'mem_nothing'] } });
    assert.deepEqual([named.transferred, named.not_found], [1, [foreign, 'mem_nothing']]);
    assert.deepEqual(textsOf(await my.of('new')), ['Ann cooks rice', 'Ann likes figs']);
  });

  it('copies the links and conflicts between what is copied, and no others', async () => {
    const service = await start({ background: false });
    const { key } = await service.mint();
    const my = transferringOf(service, key);
    const detect = { detect_conflicts: true, tags: ['garden'] };
    const a = await my.store('The budget of the garden project is 20k.', detect);
    const b = await my.store('The budget of the garden project is not 20k.', detect);
    const c = await my.store('Ann plans a garden');
    const link = (from: string, to: string) =>
      service.call('POST', '/memory/graph/link', {
        key,
        body: { from, to, relationship: 'follows', weight: 0.5, metadata: { why: 'plan' } },
      });
    await link(a, b);
    await link(c, a);
    const { ids, transferred } = await my.transfer({ filter: { tags: ['garden'] } });
    assert.equal(transferred, 2);
    const { edges } = await my.get('/memory/graph/explore', { id: ids[0] });
    assert.deepEqual(
      edges
        .map((edge: { from: string; to: string; relationship: string; automatic: boolean }) => [
          ids.indexOf(edge.from),
          edge.relationship,
          ids.indexOf(edge.to),
          edge.automatic,
        ])
        .sort(),
      [
        [0, 'follows', 1, false],
        [1, 'contradicts', 0, true],
      ],
    );
    const { conflicts } = await my.get('/memory/conflicts', { agent_id: 'new' });
    assert.deepEqual([conflicts[0].memory_a.id, conflicts[0].memory_b.id], ids);
  });

  it('copies a procedure with its record, unless the target has one of that name', async () => {
    const service = await start({ background: false });
    const { key } = await service.mint();
    const my = transferringOf(service, key);
    const procedure = async (name: string, agent_id: string) => {
      const body = { user_id: 'ann', agent_id, name, trigger: `How to ${name} as ${agent_id} does`, steps: ['one'] };
      const { id } = (await service.call('POST', '/memory/procedures', { key, body })).body;
      await service.call('POST', `/memory/procedures/${id}/outcome`, { key, body: { outcome: 'success' } });
    };
    await procedure('brew tea', 'old');
    await procedure('bake bread', 'old');
    await procedure('bake bread', 'new');
    const { transferred, skipped, ids } = await my.transfer();
    assert.deepEqual([transferred, skipped], [1, 1]);
    const found = await rowsOf(
      service.place,
      "select id, name, successes from procedures where agent_id = 'new' order by name",
    );
    assert.deepEqual(
      found.map((row) => [row.name, Number(row.successes)]),
      [
        ['bake bread', 1],
        ['brew tea', 1],
      ],
    );
    assert.equal(found[1]?.id, ids[0]);
  });

  it('is refused as a whole if it exceeds the allowance', async () => {
    const service = await start({ background: false });
    const { key, id: keyId } = await service.mint({ tier: 'free' });
    const my = transferringOf(service, key);
    await my.batch(['one fact', 'two facts', 'three facts']);
    await rowsOf(service.place, 'update quota set used = 9998 where key_id = ?', [keyId]);
    const refused = await my.tryTransfer({});
    assert.deepEqual([refused.status, refused.body.error.code], [429, 'quota_exceeded']);
    assert.deepEqual(await my.of('new'), []);
    assert.equal((await my.transfer({ mode: 'move' })).transferred, 3, 'a move makes no memories');
  });

  it('copies every text once under concurrent calls, and handles more than one chunk', async () => {
    const service = await start({ background: false });
    const my = transferringOf(service, (await service.mint()).key);
    const texts = Array.from({ length: 620 }, (_, i) => `Fact number ${i} is about ${i % 13} things`);
    for (let i = 0; i < texts.length; i += 100) await my.batch(texts.slice(i, i + 100));
    const responses = await Promise.all([my.transfer(), my.transfer(), my.transfer()]);
    assert.equal(
      responses.reduce((sum, response) => sum + response.transferred, 0),
      620,
    );
    assert.equal((await my.get('/memory/stats', { user_id: 'ann', agent_id: 'new' })).total_memories, 620);
    assert.equal((await my.find('Fact number 617 is about', { agent_id: 'new' }))[0]?.content, texts[617]);
  });

  it('refuses invalid requests and sees nothing of other keys', async () => {
    const service = await start({ background: false });
    const my = transferringOf(service, (await service.mint()).key);
    const stranger = transferringOf(service, (await service.mint()).key);
    const id = await my.store('Ann likes figs');
    const wrong: [string, object][] = [
      ['to_agent', { to_agent: 'old' }],
      ['from_agent', { from_agent: '' }],
      ['user_id', { user_id: 7 }],
      ['mode', { mode: 'swap' }],
      ['filter', { filter: 'all' }],
      ['min_importance', { filter: { min_importance: 11 } }],
      ['ids', { filter: { ids: [] } }],
      ['summarize', { summarize: true, mode: 'move' }],
    ];
    for (const [field, body] of wrong) {
      const refused = await my.tryTransfer(body);
      assert.equal(refused.status, 400, field);
      assert.match(refused.body.error.message, new RegExp(field));
    }
    const theirs = await stranger.transfer({ filter: { ids: [id] } });
    assert.deepEqual([theirs.transferred, theirs.not_found], [0, [id]]);
    assert.deepEqual(await my.of('new'), []);
  });

  it('returns the result of the first run for a repeated request', async () => {
    const service = await start({ background: false });
    const { key } = await service.mint();
    const my = transferringOf(service, key);
    await my.store('Ann likes figs');
    const body = { user_id: 'ann', from_agent: 'old', to_agent: 'new' };
    const send = () => service.call('POST', '/memory/transfer', { key, body, headers: { 'Idempotency-Key': 'once' } });
    const first = await send();
    await rowsOf(
      service.place,
      "update idempotency set state = 'started', answer = null, lease_until = 0 where token is not null",
    );
    const again = await send();
    assert.deepEqual(again.body, first.body);
    assert.equal((await my.of('new')).length, 1);
  });

  // On SQLite nothing is written meanwhile.
  const onManyWriters = engine === 'postgres' ? it : () => {};
  onManyWriters('copies what is changed meanwhile as it is then, and nothing that is forgotten', async () => {
    const service = await start({ background: false });
    const my = transferringOf(service, (await service.mint()).key);
    const ids = await my.batch(Array.from({ length: 100 }, (_, i) => `Ann has plan ${i}.`));
    await my.store('Ann has one plan more.');
    const change = `with gone as (delete from memories where id = $1)
      update memories set content = 'Ann has changed her plan.' where id = $2`;
    const { transferred } = await during(service.place, change, ids.slice(0, 2), () => my.transfer());
    assert.equal(transferred, 100);
    const texts = textsOf(await my.of('new'));
    assert.equal(texts.length, 100);
    assert.ok(texts.includes('Ann has changed her plan.') && !texts.includes('Ann has plan 1.'));
    assert.equal((await my.transfer()).transferred, 0, 'the copies are known by the texts that they have');
  });
});

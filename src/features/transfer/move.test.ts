import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TestClock } from '../../../test/support/clock.js';
import { onBothEngines } from '../../../test/support/service.js';
import { DAY } from '../../kernel/clock.js';
import { compressingOf, HIKES } from '../compress/compress.test.kit.js';
import { eventsOf, rowsOf } from '../lifecycle/rows.test.kit.js';
import { textsOf, transferringOf } from './transfer.test.kit.js';

onBothEngines('moving memories to another agent', (start) => {
  it('changes the agent and keeps the ids, links and history, and the memories stay searchable', async () => {
    const clock = new TestClock();
    const service = await start({ clock, background: false });
    const { key } = await service.mint();
    const my = transferringOf(service, key);
    const [a, b] = [await my.store('Ann keeps bees'), await my.store('Ann sells honey')];
    await service.call('POST', '/memory/graph/link', { key, body: { from: a, to: b, relationship: 'causes' } });
    await service.call('PATCH', `/memory/${a}`, { key, body: { importance: 9 } });
    const before = await my.get(`/memory/${a}`);
    clock.advance(DAY);
    const moved = await my.transfer({ mode: 'move' });
    assert.deepEqual([moved.transferred, moved.skipped, moved.ids], [2, 0, [a, b]]);
    assert.deepEqual(await my.of('old'), []);
    const transferred_from = { agent_id: 'old', memory_id: a, at: clock.now() };
    assert.deepEqual(await my.get(`/memory/${a}`), { ...before, agent_id: 'new', metadata: { transferred_from } });
    assert.equal((await my.get(`/memory/${a}/history`)).count, 2);
    assert.equal((await my.get('/memory/graph/explore', { id: a })).edges.length, 1);
    assert.equal((await my.find('bees', { agent_id: 'new' }))[0]?.id, a);
    assert.deepEqual(await my.find('bees', { agent_id: 'old' }), []);
    assert.deepEqual((await eventsOf(service.place, b)).slice(-1), ['memory.transferred']);
    const again = await service.call('POST', '/memory/store', {
      key,
      body: { user_id: 'ann', agent_id: 'new', content: 'Ann keeps bees' },
    });
    assert.equal(again.body.id, a, 'it stands for its text under the new agent');
    const fresh = await my.store('Ann keeps bees');
    assert.notEqual(fresh, a, 'and no longer under the old one');
  });

  it('leaves with the old agent what the new one knows already', async () => {
    const service = await start({ background: false });
    const my = transferringOf(service, (await service.mint()).key);
    await my.store('Ann likes figs');
    await my.store('Ann likes nuts');
    await my.store('Ann likes figs', { agent_id: 'new' });
    const { transferred, skipped } = await my.transfer({ mode: 'move' });
    assert.deepEqual([transferred, skipped], [1, 1]);
    assert.deepEqual(textsOf(await my.of('old')), ['Ann likes figs']);
    assert.deepEqual(textsOf(await my.of('new')), ['Ann likes figs', 'Ann likes nuts']);
  });

  it('also moves what the moved memories superseded, so that a compression can still be undone', async () => {
    const clock = new TestClock();
    const service = await start({ clock, background: false });
    const { key } = await service.mint();
    const my = transferringOf(service, key);
    const compressing = compressingOf(service, key, { user_id: 'ann', agent_id: 'old' });
    await compressing.batch(HIKES);
    clock.advance(DAY);
    const { compressed_memory_id: summary } = await compressing.compress({ keep: 0 });
    const moved = await my.transfer({ mode: 'move' });
    assert.deepEqual([moved.transferred, moved.followed], [1, 4]);
    assert.deepEqual(await my.of('old', { include_superseded: true }), []);
    await compressing.undo(summary);
    assert.deepEqual(textsOf(await my.of('new')), HIKES.toSorted());
    const stored = await service.call('POST', '/memory/store', {
      key,
      body: { user_id: 'ann', agent_id: 'new', content: HIKES[0] },
    });
    assert.equal(stored.body.status, 'duplicate');
  });

  it('moves a conflict with its older memory and compares moved memories with what the target knows', async () => {
    const clock = new TestClock();
    const service = await start({ clock, background: false });
    const { key } = await service.mint();
    const my = transferringOf(service, key);
    const detect = { detect_conflicts: true };
    await my.store('The budget of the garden project is 20k.', detect);
    await my.store('The budget of the garden project is not 20k.', detect);
    await my.store('The shop on the corner is open on Sundays.');
    await my.store('The shop on the corner is not open on Sundays.', { agent_id: 'new' });
    // One run of the job compares as many as its time allows; on a busy machine, only one.
    const compareAll = async () => {
      for (let i = 0; i < 8; i++) {
        clock.advance(DAY);
        await service.jobs.runDue();
      }
    };
    await compareAll();
    const count = async (agent_id: string) => (await my.get('/memory/conflicts', { agent_id })).count;
    assert.deepEqual([await count('old'), await count('new')], [1, 0]);
    await my.transfer({ mode: 'move' });
    assert.deepEqual([await count('old'), await count('new')], [0, 1]);
    await compareAll();
    assert.equal(await count('new'), 2);
  });

  it('leaves the events and summaries of episodes with their agent', async () => {
    const service = await start({ background: false });
    const { key, id: keyId } = await service.mint();
    const my = transferringOf(service, key);
    const event = await my.store('Ann asked for a refund', { kind: 'episodic' });
    const summary = await my.store('Ann got her money back', { kind: 'episodic' });
    await my.store('Ann walked to work', { kind: 'episodic' });
    await rowsOf(
      service.place,
      `insert into episode_events (key_id, episode_id, seq, id, user_id, type, created_at) values (?, 'ep', 1, ?, 'ann', 'note', 1)`,
      [keyId, event],
    );
    await rowsOf(
      service.place,
      `insert into episodes (key_id, id, user_id, agent_id, metadata, status, summary_memory_id, last_event_at, started_at)
        values (?, 'ep', 'ann', 'old', '{}', 'closed', ?, 1, 1)`,
      [keyId, summary],
    );
    const { transferred, skipped } = await my.transfer({ mode: 'move' });
    assert.deepEqual([transferred, skipped], [1, 2]);
    assert.deepEqual(textsOf(await my.of('old')), ['Ann asked for a refund', 'Ann got her money back']);
    assert.equal((await my.transfer()).transferred, 2, 'they can be copied');
  });
});

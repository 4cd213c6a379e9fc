import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TestClock } from '../../../test/support/clock.js';
import { onBothEngines } from '../../../test/support/service.js';
import { StubEmbedder } from '../../../test/support/stub-embedder.js';
import { rowsOf } from '../lifecycle/rows.test.kit.js';
import { twoModels } from '../model/change.test.kit.js';
import { proceduresOf, REFUND, WEATHER } from './procedures.test.kit.js';

onBothEngines('matching procedures', (start) => {
  it('finds the procedure whose examples are near the task, and gives low scores if none fits', async () => {
    const service = await start();
    const { key } = await service.mint();
    const mine = proceduresOf(service, key);
    await mine.store(REFUND);
    await mine.store(WEATHER);
    const fitting = await mine.match('a customer wants her money back');
    assert.deepEqual([fitting.semantic, fitting.count, fitting.names[0]], [true, 2, REFUND.name]);
    const [first, second] = fitting.procedures;
    assert.ok((first?.score ?? 0) > (second?.score ?? 1) + 0.2);
    const unfit = await mine.match('paint seven elephants purple');
    assert.ok((unfit.procedures[0]?.score ?? 1) < (first?.score ?? 0) / 2);
    assert.equal((await mine.match('anything', { limit: 1 })).count, 1);
  });

  it('finds every procedure of the key, limited by agent and user', async () => {
    const service = await start();
    const { key } = await service.mint();
    const mine = proceduresOf(service, key);
    const q = 'customer wants money back';
    await mine.store({ ...REFUND, name: 'shared' });
    for (const user_id of ['ann', 'bob']) await mine.store({ ...REFUND, user_id, name: `of ${user_id}` });
    await mine.store({ ...REFUND, agent_id: 'other', name: 'of another agent' });
    const names = async (more = {}) => (await mine.match(q, { limit: 20, ...more })).names.sort();
    assert.deepEqual(await names(), ['of ann', 'of another agent', 'of bob', 'shared']);
    assert.deepEqual(await names({ agent_id: 'shop' }), ['of ann', 'of bob', 'shared']);
    assert.deepEqual(await names({ user_id: 'ann' }), ['of ann', 'of another agent', 'shared']);
    assert.deepEqual(await names({ user_id: 'bob', agent_id: 'shop' }), ['of bob', 'shared']);
    const stranger = proceduresOf(service, (await service.mint()).key);
    assert.deepEqual((await stranger.match(q)).procedures, []);
    const { id } = (await mine.match(q)).procedures[0] as { id: string };
    assert.equal((await stranger.get(id)).status, 404);
    assert.equal((await stranger.report(id, 'failure')).status, 404);
    assert.equal((await stranger.forget({ id })).status, 404);
  });

  it('ranks what works above what does not if they fit equally, and nothing that does not fit above them', async () => {
    const service = await start();
    const { key } = await service.mint();
    const mine = proceduresOf(service, key);
    const steps = ['Do it', 'Check it'];
    const trigger = 'customer wants money back';
    const one = await mine.store({ agent_id: 'shop', name: 'way one', trigger, steps });
    const two = await mine.store({ agent_id: 'shop', name: 'way two', trigger, steps });
    const unfit = await mine.store(WEATHER);
    const best = async () => (await mine.match(trigger)).procedures.map(({ id }) => id);
    for (let i = 0; i < 4; i++) await mine.report(unfit.id, 'success');
    const reported = await mine.report(one.id, 'success');
    assert.deepEqual(
      [reported.status, reported.body.uses, reported.body.success_rate, reported.body.successes],
      [200, 1, 1, 1],
    );
    await mine.report(two.id, 'failure');
    assert.deepEqual(await best(), [one.id, two.id, unfit.id]);
    await Promise.all(Array.from({ length: 8 }, () => mine.report(two.id, 'success')));
    await Promise.all(Array.from({ length: 4 }, () => mine.report(one.id, 'failure')));
    assert.deepEqual(await best(), [two.id, one.id, unfit.id]);
    const { body } = await mine.get(two.id);
    assert.deepEqual([body.uses, body.successes, body.failures], [9, 8, 1], 'reports that come at once all count');
    assert.ok(body.reliability < body.success_rate);
    const memory = (await service.call('GET', `/memory/${two.id}`, { key })).body;
    assert.ok(memory.outcome_score > 0.5, 'its memory took the outcomes as feedback');
  });

  it('matches by words while no vectors can be made, and by meaning once the backlog is done', async () => {
    const embedder = new StubEmbedder();
    const service = await start({ embedder, clock: new TestClock(), background: false });
    const { key } = await service.mint();
    const mine = proceduresOf(service, key);
    embedder.unavailable = true;
    const stored = await mine.store(REFUND);
    await mine.store(WEATHER);
    assert.equal(stored.embedded, false);
    const byWords = await mine.match('refund the shoes');
    assert.deepEqual([byWords.semantic, byWords.names[0]], [false, REFUND.name]);
    assert.ok((byWords.procedures[0]?.score ?? 0) > 0);
    embedder.unavailable = false;
    assert.equal((await mine.match('refund the shoes')).names[0], REFUND.name, 'also while it waits');
    await service.jobs.runDue();
    const { body } = await mine.get(stored.id);
    assert.equal(body.embedded, true);
    const passages = await rowsOf<{ n: number }>(
      service.place,
      'select count(*) as n from memory_vectors where memory_id = ?',
      [stored.id],
    );
    assert.equal(Number(passages[0]?.n), 1 + 5 + 1, 'the whole, its five lines and the gist');
    const byMeaning = await mine.match('customer wants money back');
    assert.deepEqual([byMeaning.semantic, byMeaning.names[0]], [true, REFUND.name]);
  });

  it('keeps the vectors of lines through a change of the model', async () => {
    const clock = new TestClock();
    const { old, fresh, embedders } = twoModels();
    const before = await start({ clock, embedder: old });
    const { key } = await before.mint();
    const { id } = await proceduresOf(before, key).store(REFUND);
    await before.stop();
    const service = await start({ clock, embedder: fresh, embedders, place: before.place });
    await service.jobs.runDue();
    const passages = await rowsOf<{ model: string; n: number }>(
      service.place,
      'select model, count(*) as n from memory_vectors where memory_id = ? group by model order by model',
      [id],
    );
    assert.deepEqual(
      passages.map(({ model, n }) => [model, Number(n)]),
      [
        ['fresh', 7],
        ['old', 7],
      ],
    );
    const found = await proceduresOf(service, key).match('customer wants money back');
    assert.deepEqual([found.semantic, found.names], [true, [REFUND.name]]);
  });
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TestClock } from '../../../test/support/clock.js';
import { onBothEngines } from '../../../test/support/service.js';
import { DAY, MINUTE } from '../../kernel/clock.js';
import { rowsOf } from '../lifecycle/rows.test.kit.js';

onBothEngines('a stored response', (start) => {
  async function setUp() {
    const clock = new TestClock();
    const service = await start({ clock, background: false });
    const { id, key } = await service.mint();
    const post = (token: string, path: string, body: object) => {
      clock.advance(1); // they are listed in the order of their times
      return service.call('POST', path, { key, body, headers: { 'idempotency-key': token } });
    };
    const store = (token: string, content: string, more: object = {}) =>
      post(token, '/memory/store', { user_id: 'ann', content, ...more });
    const forget = (query: Record<string, string>) => service.call('DELETE', '/memory/forget', { key, query });
    /** Of each request, whether its response is still stored. */
    const held = async () => {
      const rows = await rowsOf<{ answer: string | null }>(
        service.place,
        'select answer from idempotency where key_id = ? order by created_at',
        [id],
      );
      return rows.map(({ answer }) => answer !== null);
    };
    return { clock, service, id, key, post, store, forget, held };
  }
  const isReplayed = ({ headers }: { headers: Headers }) => headers.get('idempotent-replayed') === 'true';

  it('is neither replayed nor kept once the memory that it quotes is forgotten; others are replayed', async () => {
    const { service, key, store, forget, held } = await setUp();
    const kept = await store('kept', 'Ann likes tea.');
    const { body } = await store('gone', 'Ann has a secret.');
    assert.equal(isReplayed(await store('gone', 'Ann has a secret.')), true);
    assert.equal((await forget({ id: body.id })).status, 200);
    assert.deepEqual(await held(), [true, false]);
    const again = await store('gone', 'Ann has a secret.');
    assert.deepEqual([again.status, again.body.error.code], [409, 'conflict']);
    assert.match(again.body.error.message, /is forgotten/);
    const { memories } = (await service.call('GET', '/memory', { key, query: { user_id: 'ann' } })).body;
    assert.deepEqual([memories.length, memories[0].id], [1, kept.body.id], 'it was not stored again');
    const replay = await store('kept', 'Ann likes tea.');
    assert.deepEqual([isReplayed(replay), replay.body], [true, kept.body]);
    assert.equal((await rowsOf(service.place, 'select subject from idempotency_quotes')).length, 1);
  });

  it('is emptied by whatever quotes the memory: a conflict, an episode, a procedure, a summary', async () => {
    const { service, key, post, store, forget, held } = await setUp();
    const shop = await service.call('POST', '/memory/store', {
      ...{ key, body: { user_id: 'ann', content: 'The shop on the corner is open on Sundays.' } },
    });
    const denied = await store('conflict', 'The shop on the corner is not open on Sundays.', {
      detect_conflicts: true,
    });
    assert.equal(denied.body.conflicts.length, 1);
    await forget({ id: shop.body.id });
    assert.deepEqual(await held(), [false], 'it quoted the other memory');

    const about = { user_id: 'ann', agent_id: 'coder', title: 'A secret talk' };
    const { body: episode } = await post('start', '/memory/episodes/start', about);
    const fields = { episode_id: episode.id, content: 'Ann has a secret.' };
    const { body: event } = await post('event', '/memory/episodes/event', fields);
    await post('end', '/memory/episodes/end', { episode_id: episode.id });
    assert.deepEqual(await held(), [false, true, true, true]);
    await forget({ id: event.id });
    assert.deepEqual(await held(), [false, true, true, false], 'its end had a summary of the event');
    await forget({ id: episode.id });
    assert.deepEqual(await held(), [false, false, true, false], 'that of the event holds no text');

    const steps = { user_id: 'ann', agent_id: 'coder', name: 'Brew tea', steps: ['Boil water', 'Wait'] };
    const { body: procedure } = await post('procedure', '/memory/procedures', steps);
    await forget({ id: procedure.id });
    assert.deepEqual(await held(), [false, false, true, false, false]);
  });

  it('is emptied when memories of an agent or a namespace are forgotten, and when one expires', async () => {
    const { clock, service, key, post, store, forget, held } = await setUp();
    await store('namespace', 'Ann works at Siemens.', { namespace: 'work' });
    await forget({ user_id: 'ann', namespace: 'work' });
    assert.deepEqual(await held(), [false]);
    await post('feeling', '/memory/emotional', { user_id: 'ann', agent_id: 'coder', text: 'I am so sad.' });
    await store('ben', 'Ben likes tea.', { user_id: 'ben' });
    await forget({ user_id: 'ann', agent_id: 'coder' });
    assert.deepEqual(await held(), [false, false, true]);
    await store('brief', 'Ann is out for lunch.', { ttl_seconds: 60 });
    clock.advance(2 * MINUTE);
    await service.call('DELETE', '/memory/expired', { key });
    assert.deepEqual(await held(), [false, false, true, false]);
    assert.equal((await store('brief', 'Ann is out for lunch.', { ttl_seconds: 60 })).status, 409);
    clock.advance(DAY);
    assert.equal((await store('brief', 'Ann is out for lunch.', { ttl_seconds: 60 })).status, 201, 'a day later');
  });

  it("of a webhook's receiver is removed with the memory that it was about", async () => {
    const { service, id, store, forget } = await setUp();
    const [gone, kept] = [
      (await store('gone', 'Ann has a secret.')).body,
      (await store('kept', 'Ann likes tea.')).body,
    ];
    for (const [seq, subject] of [gone.id, kept.id].entries())
      await rowsOf(
        service.place,
        `insert into deliveries (key_id, subscription_id, seq, lane, kind, user_id, subject, at, data, status, attempts, answer)
          values (?, 'sub_1', ?, 'ann', 'memory.stored', 'ann', ?, 0, '{}', 'delivered', 1, 'Received: Ann …')`,
        [id, seq, subject],
      );
    await forget({ id: gone.id });
    const rows = await rowsOf(service.place, 'select answer from deliveries where key_id = ? order by seq', [id]);
    assert.deepEqual(
      rows.map(({ answer }) => answer),
      [null, 'Received: Ann …'],
    );
  });
});

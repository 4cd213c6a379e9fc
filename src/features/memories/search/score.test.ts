import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TestClock } from '../../../../test/support/clock.js';
import { onBothEngines } from '../../../../test/support/service.js';
import { DAY, SECOND } from '../../../kernel/clock.js';

onBothEngines('the score of one memory', (start) => {
  const setUp = async () => {
    const clock = new TestClock();
    const service = await start({ clock, background: false });
    const { key } = await service.mint();
    const store = async (content: string, more: object = {}) => {
      const { status, body } = await service.call('POST', '/memory/store', {
        key,
        body: { user_id: 'ada', content, ...more },
      });
      assert.equal(status, 201, JSON.stringify(body));
      return body.id as string;
    };
    const score = async (id: string, query: Record<string, string | number> = {}, as = key) =>
      service.call('GET', `/memory/${id}/score`, { key: as, query: { q: 'Where are the bees of Ada?', ...query } });
    return { clock, service, key, store, score };
  };

  it('equals its score in the search, part by part, and does not count as a retrieval', async () => {
    const { service, key, store, score } = await setUp();
    const id = await store('The bees of Ada are behind the mill.');
    for (let i = 0; i < 12; i++) await store(`Ada has ${i} boats in the harbour of town ${i * 31}.`);
    const query = { q: 'Where are the bees of Ada?', user_id: 'ada', ranking: 'hybrid', explain: true, limit: 100 };
    const { body } = await score(id);
    const search = (await service.call('GET', '/memory/retrieve', { key, query })).body;
    for (const [at, result] of search.results.entries()) {
      const explained = (await score(result.id)).body;
      assert.deepEqual(
        [explained.rank, explained.score, explained.final_score],
        [at + 1, result.score, result.final_score],
      );
      assert.deepEqual(explained.explain, result.explain);
      assert.deepEqual([explained.returned, explained.reason], at < 10 ? [true, 'returned'] : [false, 'rank']);
    }
    assert.deepEqual([body.rank, body.user_id, body.query], [1, 'ada', query.q]);
    const { retrieval_count } = (await service.call('GET', `/memory/${id}`, { key })).body;
    assert.ok(retrieval_count <= 1, 'the search itself');
    assert.match((await score(search.results[12].id)).body.why, /^It has rank 13, and 10 are returned\.$/);
    assert.equal((await score(search.results[12].id, { limit: 13 })).body.reason, 'returned');
    assert.equal((await score(id, { min_score: 1 })).body.reason, 'min_score');
  });

  it('says what hides a memory', async () => {
    const { clock, store, score } = await setUp();
    const at = clock.now();
    const id = await store('The bees of Ada are behind the mill.', { tags: ['garden'], metadata: { hive: 3 } });
    const reasonOf = async (query: Record<string, string | number>, of = id) => {
      const { reason, why, rank, returned } = (await score(of, query)).body;
      assert.deepEqual([rank, returned], [null, false]);
      return [reason, why];
    };
    for (const [field, query] of Object.entries<Record<string, string | number>>({
      agent_id: { agent_id: 'another' },
      namespace: { namespace: 'other' },
      kind: { kind: 'procedural' },
      outcome: { outcome: 'failure' },
      min_importance: { min_importance: 10 },
      created_after: { created_after: at },
      created_before: { created_before: at },
      tags: { tags: 'boats,nets' },
      tags_all: { tags_all: 'garden,nets' },
      'metadata.hive': { 'metadata.hive': '4' },
    })) {
      assert.deepEqual(await reasonOf(query), ['filtered', `The filter ${field} leaves it out.`]);
    }
    const fits = { tags: 'garden', 'metadata.hive': '3', created_before: at + 1 };
    assert.equal((await score(id, fits)).body.reason, 'returned');
    const later = await store('The wasps of Ada are in the attic.', { valid_from: at + DAY });
    const former = await store('The ants of Ada are in the hall.', { valid_until: at + DAY });
    const brief = await store('The flies of Ada are in the yard.', { ttl_seconds: DAY / SECOND });
    assert.equal((await reasonOf({}, later))[0], 'not_yet_valid');
    assert.equal((await reasonOf({ as_of: at - DAY }))[0], 'not_yet_valid');
    clock.advance(2 * DAY);
    assert.equal((await score(later)).body.reason, 'returned');
    assert.equal((await reasonOf({}, former))[0], 'no_longer_valid');
    assert.equal((await reasonOf({}, brief))[0], 'expired');
    assert.equal((await score(former, { as_of: at + 1 })).body.reason, 'returned');
  });

  it('is returned only for memories of the key, and to a child key only for those it can see', async () => {
    const { service, key, store, score } = await setUp();
    const mine = await store('The bees of Ada are behind the mill.', { agent_id: 'gardener' });
    await store('Where are the bees of Ada? Behind the old mill.', { agent_id: 'cook' });
    const bobs = await store('The bees of Bob are on the roof.', { user_id: 'bob' });
    const other = await service.mint();
    assert.equal((await score(mine, {}, other.key)).status, 404);
    const body = { name: 'phone', user_id: 'ada', agent_id: 'gardener' };
    const child = (await service.call('POST', '/keys/children', { key, body })).body.key;
    assert.equal((await score(bobs, {}, child)).status, 404);
    assert.equal((await score(mine, {}, child)).body.rank, 1);
    assert.equal((await score(mine, { agent_id: 'cook' }, child)).status, 403);
    assert.equal((await score('mem_none')).status, 404);
  });
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TestClock } from '../../../test/support/clock.js';
import { onBothEngines } from '../../../test/support/service.js';
import { StubEmbedder } from '../../../test/support/stub-embedder.js';
import { DAY } from '../../kernel/clock.js';
import { WEIGHTS } from './quality.js';
import { lifecycleClient, rowsOf } from './rows.test.kit.js';

const conflictOf = (key: string, a: string, b: string): [string, string[]] => [
  `insert into conflicts (key_id, id, user_id, agent_id, memory_a, memory_b, type, confidence, reason, status, detected_at)
      values (?, ?, 'ann', 'default', ?, ?, 'value', 1, '', 'open', 0)`,
  [key, `cnf_${a}`, a, b],
];

onBothEngines('stats', (start) => {
  it('count the memories in force by every field, within the scope', async () => {
    const clock = new TestClock();
    const service = await start({ clock });
    const { key, id: keyId } = await service.mint();
    const life = lifecycleClient(service, key);
    const began = clock.now();
    const a = await life.store('Ann prefers tea', { importance: 8 });
    const b = await life.store('Ann prefers coffee', { importance: 3, namespace: 'drinks', outcome: 'success' });
    const c = await life.store('Ann met Bob in Lisbon', { kind: 'episodic', agent_id: 'other' });
    const summary = await life.store('Ann drinks', { agent_id: '__proto__' });
    const d = await life.store('Ann drinks water');
    await life.store('Bob prefers juice', { user_id: 'bob' });
    await lifecycleClient(service, (await service.mint()).key).store('of another key');
    await rowsOf(service.place, 'update memories set superseded_by = ? where id in (?, ?)', [summary, c, d]);
    await rowsOf(
      service.place,
      "insert into links (key_id, id, from_id, to_id, relationship, weight, metadata, created_at) values (?, 'l', ?, ?, 'part_of', 1, '{}', 0)",
      [keyId, d, summary],
    );
    await rowsOf(service.place, ...conflictOf(keyId, a, b));
    clock.advance(31 * DAY);
    await life.verify(b);
    await service.jobs.runDue(); // the sweep has run and is not due again for a minute
    await life.store('Ann is out', { ttl_seconds: 1 });
    clock.advance(1_000);
    const found = await life.stats({ user_id: 'ann' });
    const { memory_quality_score, quality_breakdown, by_category, ...counts } = found;
    const agents = { default: 2, ['__proto__']: 1 };
    assert.deepEqual(counts, {
      total_memories: 3,
      by_kind: { semantic: 3 },
      by_namespace: { default: 2, drinks: 1 },
      by_outcome: { unknown: 2, success: 1 },
      by_agent: agents,
      avg_importance: 5.33,
      embedded_count: 3,
      stale_count: 2,
      expired_count: 1,
      compressed_count: 1,
      conflict_count: 1,
      oldest_memory: began,
      newest_memory: began,
    });
    assert.equal(
      Object.values<number>(by_category).reduce((sum, count) => sum + count),
      3,
    );
    const sum = Object.entries(WEIGHTS).reduce((all, [part, weight]) => all + weight * quality_breakdown[part], 0);
    assert.ok(Math.abs(sum - memory_quality_score) < 0.1);
    assert.equal((await life.stats({ user_id: 'ann', agent_id: 'default' })).total_memories, 2);
    assert.equal((await life.stats({ user_id: 'bob' })).conflict_count, 0);
    assert.equal((await life.stats()).total_memories, 4);
  });

  it('are zeros and nulls when there is nothing', async () => {
    const service = await start();
    const found = await lifecycleClient(service, (await service.mint()).key).stats({ user_id: 'nobody' });
    assert.equal(found.total_memories, 0);
    assert.deepEqual([found.by_kind, found.by_agent, found.avg_importance, found.oldest_memory], [{}, {}, null, null]);
    assert.equal(found.memory_quality_score, 0);
    assert.deepEqual(new Set(Object.values(found.quality_breakdown)), new Set([0]));
  });

  it('reflect every change in its mark and in the score', async () => {
    const clock = new TestClock();
    const embedder = new StubEmbedder();
    const service = await start({ clock, embedder });
    const { key, id: keyId } = await service.mint();
    const life = lifecycleClient(service, key);
    const a = await life.store('Ann takes the tram to the office every morning');
    const b = await life.store('Ann walks to the office since the tram is gone');
    let before = await life.stats();
    const moved = async (part: keyof typeof WEIGHTS, direction: 'up' | 'down') => {
      const now = await life.stats();
      const change = now.quality_breakdown[part] - before.quality_breakdown[part];
      assert.ok(direction === 'up' ? change > 0 : change < 0, `${part} went from ${JSON.stringify(before)}`);
      const others = Object.keys(WEIGHTS).filter((name) => name !== part);
      const still = others.every((name) => now.quality_breakdown[name] === before.quality_breakdown[name]);
      const whole = now.memory_quality_score - before.memory_quality_score;
      if (still) assert.ok(direction === 'up' ? whole > 0 : whole < 0, `the score did not follow ${part}`);
      before = now;
    };
    assert.deepEqual(
      [before.quality_breakdown.freshness, before.quality_breakdown.coverage, before.quality_breakdown.redundancy],
      [100, 100, 100],
    );
    await life.feedback(a, 'success');
    await moved('accuracy', 'up');
    await life.feedback(b, 'failure');
    await moved('accuracy', 'down');
    await rowsOf(service.place, ...conflictOf(keyId, a, b));
    await moved('accuracy', 'down');
    clock.advance(60 * DAY);
    await moved('freshness', 'down');
    assert.equal(before.quality_breakdown.freshness, 50);
    await life.verify(a);
    await moved('freshness', 'up');
    embedder.unavailable = true;
    await life.store('Ann keeps bees behind the house');
    await moved('coverage', 'down');
    embedder.unavailable = false;
    await service.jobs.runDue();
    await moved('coverage', 'up');
    await life.store('Ann takes the tram to the office, every morning!', { namespace: 'default', dedupe: false });
    await moved('redundancy', 'down');
    await life.store('My doctor prescribed 20 mg of ibuprofen', { namespace: 'health' });
    await moved('diversity', 'up');
  });
});

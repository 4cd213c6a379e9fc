import assert from 'node:assert/strict';
import { it } from 'node:test';
import { annOf } from '../../../test/support/ann.js';
import { TestClock } from '../../../test/support/clock.js';
import { onBothEngines } from '../../../test/support/service.js';
import { StubEmbedder } from '../../../test/support/stub-embedder.js';
import { DAY, HOUR } from '../../kernel/clock.js';
import { rowsOf } from '../lifecycle/rows.test.kit.js';

const actionsOf = (health: { recommendations: { action: string; count: number; memory_ids: string[] }[] }) =>
  new Map(health.recommendations.map((entry) => [entry.action, entry]));
interface Insight {
  kind: string;
  text: string;
  evidence_ids: string[];
  confidence: number;
}
const PLACES = ['Porto', 'Oslo', 'Kyoto', 'Quito', 'Cairo', 'Perth', 'Turin', 'Malmo'];

onBothEngines('health', (start) => {
  it('counts what is wrong, recommends what to do, and names the memories', async () => {
    const clock = new TestClock();
    const embedder = new StubEmbedder();
    const service = await start({ clock, embedder, background: false });
    const { key, id: keyId } = await service.mint();
    const ann = annOf(service, key);
    const old = await ann.store('Ann takes the tram to the office every morning');
    const failing = await ann.store('Ann pays with a card from the bank');
    clock.advance(40 * DAY);
    const copy = await ann.store('Ann takes the tram to the office, every morning!', { dedupe: false });
    await ann.store('Ann takes the tram to the office every morning', { agent_id: 'other' });
    for (let i = 0; i < 3; i++) await ann.post('/memory/feedback', { memory_id: failing, outcome: 'failure' });
    await rowsOf(
      service.place,
      `insert into conflicts (key_id, id, user_id, agent_id, memory_a, memory_b, type, confidence, reason, status, detected_at)
        values (?, 'cnf_1', 'ann', 'default', ?, ?, 'value', 1, '', 'open', 0)`,
      [keyId, old, copy],
    );
    await service.jobs.runDue();
    const short = await ann.store('Ann is out', { ttl_seconds: 1 });
    embedder.unavailable = true;
    const waiting = await ann.store('Ann keeps bees behind the house');
    clock.advance(1_000);
    const { recommendations, duplicates, quality_score, ...found } = await ann.get('/memory/health', {
      user_id: 'ann',
    });
    assert.deepEqual(found, {
      scope: { user_id: 'ann', agent_id: null },
      total_memories: 5,
      stale_memories: 2,
      duplicate_groups: 1,
      near_duplicates: 1,
      conflicts: 1,
      unembedded: 1,
      expired: 1,
      compression_opportunity: 0,
      considered: { ...found.considered, duplicates_complete: true },
    });
    assert.deepEqual(duplicates, [{ size: 2, memory_ids: [old, copy] }]);
    const actions = actionsOf({ recommendations });
    assert.deepEqual(
      [...actions].map(([action, { count }]) => [action, count]),
      [
        ['resolve_conflicts', 1],
        ['review_failing', 1],
        ['wait_for_embedding', 1],
        ['merge_duplicates', 1],
        ['verify_stale', 2],
        ['remove_expired', 1],
      ],
    );
    assert.deepEqual(actions.get('resolve_conflicts')?.memory_ids, [old, copy]);
    assert.deepEqual(actions.get('review_failing')?.memory_ids, [failing]);
    assert.deepEqual(actions.get('wait_for_embedding')?.memory_ids, [waiting]);
    assert.deepEqual(actions.get('merge_duplicates')?.memory_ids, [copy]);
    assert.deepEqual(actions.get('verify_stale')?.memory_ids, [old, failing]);
    assert.deepEqual(actions.get('remove_expired')?.memory_ids, [short]);
    const stats = await ann.get('/memory/stats', { user_id: 'ann' });
    assert.equal(quality_score, Math.round(stats.memory_quality_score) / 10);
    const other = await ann.get('/memory/health', { user_id: 'ann', agent_id: 'other' });
    assert.deepEqual([other.total_memories, other.duplicate_groups, other.stale_memories], [1, 0, 0]);
    assert.equal((await ann.get('/memory/health')).total_memories, 5);
  });

  it('recommends nothing if all is well, and is empty without memories', async () => {
    const service = await start({ background: false });
    const ann = annOf(service, (await service.mint()).key);
    const empty = await ann.get('/memory/health', { user_id: 'ann' });
    assert.deepEqual([empty.total_memories, empty.quality_score, empty.recommendations], [0, 0, []]);
    await ann.store('Ann keeps bees');
    const well = await ann.get('/memory/health', { user_id: 'ann' });
    assert.deepEqual([well.total_memories, well.recommendations], [1, []]);
    assert.ok(well.quality_score > 5);
  });
});

onBothEngines('the recommendation to compress', (start) => {
  it('comes with the oldest memories of one user and agent, once there are enough to combine', async () => {
    const clock = new TestClock();
    const service = await start({ clock, background: false });
    const ann = annOf(service, (await service.mint()).key);
    const fill = (agent_id: string, count: number) => {
      const memories = Array.from({ length: count }, (_, i) => ({ user_id: 'ann', agent_id, content: `Walk ${i}` }));
      return ann.post('/memory/batch', { memories });
    };
    const health = async () => {
      const found = await ann.get('/memory/health', { user_id: 'ann' });
      return { ...found, compress: actionsOf(found).get('compress') };
    };
    await fill('older', 52);
    clock.advance(HOUR);
    const { ids } = (await fill('other', 52)).body;
    assert.deepEqual([(await health()).compression_opportunity, (await health()).compress], [0, undefined]);
    clock.advance(HOUR);
    await ann.store('Walk to the quarry', { agent_id: 'other' });
    const { compression_opportunity, compress } = await health();
    assert.deepEqual([compression_opportunity, compress?.count], [3, 3]);
    assert.deepEqual(compress?.memory_ids, [...ids].sort().slice(0, 3));
  });
});

onBothEngines('insights', (start) => {
  it('name topics, show which rise and fade, and point at their memories', async () => {
    const clock = new TestClock('2026-11-30T12:00:00Z');
    const service = await start({ clock, background: false });
    const { key } = await service.mint();
    const ann = annOf(service, key);
    const ids = { bread: [] as string[], boat: [] as string[] };
    for (let i = 0; i < 8; i++) {
      const place = PLACES[i];
      ids.boat.push(
        await ann.store(`The sailing boat lay in the harbour of ${place} with the sailing crew`, {
          valid_from: clock.now() - (32 + 3 * i) * DAY,
          tags: ['leisure'],
        }),
      );
      ids.bread.push(
        await ann.store(`The sourdough bread was baked in the oven with flour of ${place}`, {
          valid_from: clock.now() - 3 * i * DAY - HOUR,
          tags: ['leisure', 'kitchen'],
        }),
      );
    }
    const found = await ann.get('/memory/insights', { user_id: 'ann' });
    assert.equal(found.total_memories, 16);
    assert.deepEqual(found.considered, { memories: 16, complete: true });
    assert.deepEqual(found.top_tags, [
      { tag: 'leisure', count: 16 },
      { tag: 'kitchen', count: 8 },
    ]);
    const topics = new Map(found.topics.map((topic: { label: string }) => [topic.label, topic])) as Map<
      string,
      { size: number; trend: string; example_ids: string[] }
    >;
    assert.equal(topics.get('kitchen')?.trend, 'rising');
    assert.equal(topics.get('kitchen')?.size, 8);
    const boat = [...topics].find(([label]) => /sail|boat|harbour/.test(label));
    assert.deepEqual([boat?.[1].trend, boat?.[1].size], ['fading', 8], JSON.stringify(found.topics));
    for (const id of boat?.[1].example_ids ?? []) assert.ok(ids.boat.includes(id));
    const rising = found.insights.find(({ kind }: Insight) => kind === 'rising_topic');
    assert.match(rising.text, /kitchen.* in 8 of 8 memories .* in 0 of 8/);
    for (const id of rising.evidence_ids) assert.ok(ids.bread.includes(id));
    assert.ok(rising.confidence > 0.95);
    assert.equal(found.refreshed_at, clock.now());
    assert.deepEqual(await ann.get('/memory/insights', { user_id: 'ann' }), found);
  });

  it('report contradictions, the surest first, outcomes, and memories worth verifying or never retrieved', async () => {
    const clock = new TestClock();
    const service = await start({ clock, background: false });
    const { key, id: keyId } = await service.mint();
    const ann = annOf(service, key);
    const tea = await ann.store('Ann drinks green tea', { importance: 9 });
    const milk = await ann.store('Ann drinks no tea at all', { importance: 2 });
    const lost = await ann.store('Something about the cellar', { importance: 3 });
    await rowsOf(
      service.place,
      `insert into conflicts (key_id, id, user_id, agent_id, memory_a, memory_b, type, confidence, reason, status, detected_at)
        values (?, 'cnf_1', 'ann', 'default', ?, ?, 'value', 0.8, 'tea and no tea', 'open', 0),
          (?, 'cnf_2', 'ann', 'default', ?, ?, 'value', 0.5, 'tea and cellar', 'open', 1)`,
      [keyId, tea, milk, keyId, tea, lost],
    );
    for (let i = 0; i < 5; i++)
      await ann.get('/memory/retrieve', { user_id: 'ann', q: 'Ann drinks green tea', limit: 1 });
    await ann.post('/memory/feedback', { memory_id: tea, outcome: 'success' });
    await ann.post('/memory/feedback', { memory_id: milk, outcome: 'failure' });
    clock.advance(91 * DAY);
    const { insights } = await ann.get('/memory/insights', { user_id: 'ann' });
    const byKind = new Map<string, Insight>(insights.map((insight: Insight) => [insight.kind, insight]));
    assert.deepEqual(insights[0], {
      kind: 'contradiction',
      text: 'Two memories contradict each other (1 of 2 open): tea and no tea',
      evidence_ids: [tea, milk],
      confidence: 0.8,
    });
    assert.deepEqual(
      ['what_failed', 'what_worked', 'worth_verifying'].map((kind) => byKind.get(kind)?.evidence_ids),
      [[milk], [tea], [tea]],
    );
    assert.equal(byKind.get('what_worked')?.confidence, 0.3);
    assert.deepEqual(byKind.get('never_retrieved')?.evidence_ids, [lost, milk]);
    for (const insight of insights) assert.ok(insight.evidence_ids.length > 0 && insight.text.length > 0);
    const quiet = await ann.get('/memory/insights', { user_id: 'nobody' });
    assert.deepEqual([quiet.total_memories, quiet.topics, quiet.insights, quiet.top_tags], [0, [], [], []]);
    const strangers = annOf(service, (await service.mint()).key);
    assert.equal((await strangers.get('/memory/insights', { user_id: 'ann' })).total_memories, 0);
  });

  it('claim nothing about retrieval if nothing was ever retrieved, and work without embeddings', async () => {
    const clock = new TestClock();
    const embedder = new StubEmbedder();
    embedder.unavailable = true;
    const service = await start({ clock, embedder, background: false });
    const ann = annOf(service, (await service.mint()).key);
    for (const place of PLACES) await ann.store(`The sailing boat lay in the harbour of ${place} with the crew`);
    await ann.store('Taxes are due in spring');
    await ann.store('A neighbour plays the cello');
    clock.advance(60 * DAY);
    const found = await ann.get('/memory/insights', { user_id: 'ann' });
    assert.ok(!found.insights.some(({ kind }: Insight) => kind === 'never_retrieved'));
    assert.equal(found.topics[0].size, PLACES.length);
  });
});

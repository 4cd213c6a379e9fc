import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TestClock } from '../../../test/support/clock.js';
import { onBothEngines, type TestOptions } from '../../../test/support/service.js';
import { StubReader } from '../../../test/support/stub-reader.js';
import { DAY } from '../../kernel/clock.js';

const DRINKS = 'Ada drinks strong coffee in the morning.';
const NO_LONGER = 'Ada no longer drinks strong coffee in the morning.';
const DOES_NOT = 'Ada does not drink strong coffee in the morning.';
const OTHER = 'Ada rows a wooden boat across the lake on Sundays.';

/** Lets something happen between the reading of a statement and its verdict. */
class InterruptedReader extends StubReader {
  meanwhile: (() => Promise<unknown>) | null = null;

  override async relations(pairs: readonly (readonly [string, string])[]) {
    const { meanwhile } = this;
    this.meanwhile = null;
    await meanwhile?.();
    return super.relations(pairs);
  }
}

onBothEngines('superseded memories', (startService) => {
  async function start(options: TestOptions = {}) {
    const clock = new TestClock();
    const service = await startService({ clock, background: false, ...options });
    const { key } = await service.mint();
    const call = async (method: string, path: string, given: object = {}) =>
      (await service.call(method, path, { key, ...given })).body;
    const found = async (query: Record<string, string | number | boolean> = {}): Promise<string[]> => {
      const asked = { user_id: 'ada', q: 'Does Ada drink coffee in the morning?', ...query };
      const { results } = await call('GET', '/memory/retrieve', { query: asked });
      return results.map(({ id }: { id: string }) => id);
    };
    return {
      ...{ service, clock, call, found },
      async store(content: string, more: object = {}) {
        clock.advance(DAY);
        return call('POST', '/memory/store', { body: { user_id: 'ada', content, ...more } });
      },
      async keep(kept: string, older: string, newer: string) {
        await call('POST', '/memory/graph/link', { body: { from: newer, to: older, relationship: 'contradicts' } });
        const { conflicts } = await call('GET', '/memory/conflicts', { query: { user_id: 'ada', status: 'all' } });
        type Pair = { id: string; memory_a: { id: string }; memory_b: { id: string } };
        const pair = conflicts.find(({ memory_a, memory_b }: Pair) => memory_a.id === older && memory_b.id === newer);
        clock.advance(1);
        return call('POST', `/memory/conflicts/${pair.id}/resolve`, { body: { keep: kept } });
      },
      state: async (id: string) => {
        const { superseded_by, valid_until } = await call('GET', `/memory/${id}`);
        return [superseded_by, valid_until];
      },
      patch: (id: string, body: object) => call('PATCH', `/memory/${id}`, { body }),
      forget: (id: string) => call('DELETE', '/memory/forget', { query: { id } }),
      conflicts: async () =>
        (await call('GET', '/memory/conflicts', { query: { user_id: 'ada', status: 'all' } })).conflicts.length,
    };
  }

  it('stay superseded by the other of two memories when a verdict is withdrawn, and regain their validity at last', async () => {
    const { clock, store, keep, state, forget } = await start();
    const end = clock.now() + 900 * DAY;
    const a = await store(DRINKS, { valid_until: end });
    const x = await store('Ada drinks tea.');
    const b = await store('Ada drinks milk.');
    await keep('b', a.id, x.id);
    await keep('b', a.id, b.id);
    assert.deepEqual(await state(a.id), [b.id, x.created_at]);
    await keep('both', a.id, b.id);
    assert.deepEqual(await state(a.id), [x.id, x.created_at]);
    await keep('b', a.id, b.id);
    await keep('both', a.id, x.id);
    assert.deepEqual(await state(a.id), [b.id, b.created_at]);
    await keep('b', a.id, x.id);
    await forget(x.id);
    assert.deepEqual(await state(a.id), [b.id, b.created_at]);
    await forget(b.id);
    assert.deepEqual(await state(a.id), [null, end]);
  });

  it('remain parts of their summary: forgetting one undoes it, and a withdrawn verdict gives it back', async () => {
    const { call, store, keep, state, forget } = await start();
    const hikes = ['saw 3 eagles', 'met Bob', 'lost the map', 'enjoyed the quiet'];
    const parts = [];
    for (const end of hikes)
      parts.push((await store(`On a long hike with friends in the Swiss Alps Ada ${end}.`, { dedupe: false })).id);
    const [summary] = (
      await call('POST', '/memory/compress', { body: { user_id: 'ada', agent_id: 'default', keep: 0 } })
    ).compressed_memory_ids;
    const [, , part] = parts;
    const newer = await store('Ada found the map again.');
    await keep('b', part, newer.id);
    assert.equal((await state(part))[0], newer.id);
    await keep('both', part, newer.id);
    assert.deepEqual(await state(part), [summary, null]);
    await keep('b', part, newer.id);
    await forget(part);
    assert.equal((await call('GET', `/memory/${summary}`)).error?.code, 'not_found');
    assert.deepEqual(await state(parts[0]), [null, null]);
  });

  it('stay in force until what supersedes them is true', async () => {
    const { clock, call, store, found, state, forget, conflicts } = await start();
    const a = await store(DRINKS);
    const statements = async () => (await call('GET', '/memory/context', { query: { user_id: 'ada' } })).memory_ids;
    for (const way of ['forget', 'wait']) {
      const from = clock.now() + 30 * DAY;
      const b = await store(NO_LONGER, { valid_from: from, detect_conflicts: true });
      assert.equal(b.conflict.resolution, 'kept_newer');
      assert.deepEqual(await state(a.id), [null, from]);
      assert.deepEqual([await found(), await statements()], [[a.id], [a.id]]);
      if (way === 'forget') {
        await forget(b.id);
        assert.deepEqual([await state(a.id), await conflicts()], [[null, null], 0]);
        continue;
      }
      clock.advance(30 * DAY);
      assert.deepEqual([await found(), await statements()], [[b.id], [b.id]]);
      assert.deepEqual(await found({ as_of: from - 1 }), [a.id]);
      await forget(b.id);
      assert.deepEqual([await state(a.id), await found()], [[null, null], [a.id]]);
    }
  });

  it('stay in force until then also if a caller decides, or the newer statement turns out to begin later', async () => {
    const { clock, store, keep, found, state, patch, service } = await start();
    const a = await store(DRINKS);
    const from = clock.now() + 30 * DAY;
    const b = await store(DOES_NOT, { valid_from: from });
    await keep('b', a.id, b.id);
    assert.deepEqual([await state(a.id), await found()], [[null, from], [a.id]]);
    await keep('a', a.id, b.id);
    assert.deepEqual([await state(a.id), await found()], [[null, null], [a.id]]);
    const c = await store(NO_LONGER, { detect_conflicts: true });
    assert.deepEqual([await state(a.id), await found()], [[c.id, c.created_at], [c.id]]);
    await patch(c.id, { valid_from: from });
    assert.deepEqual([await state(a.id), await found()], [[null, null], [a.id]]);
    await service.jobs.runDue();
    assert.deepEqual([await state(a.id), await found()], [[null, from], [a.id]]);
  });

  it('end when the memory that a caller preferred begins, also if its beginning is moved', async () => {
    const { clock, store, keep, found, state, patch } = await start();
    const a = await store(DRINKS);
    const b = await store(DOES_NOT);
    await keep('b', a.id, b.id);
    assert.deepEqual(await state(a.id), [b.id, b.created_at]);
    const later = clock.now() + 30 * DAY;
    await patch(b.id, { valid_from: later });
    assert.deepEqual([await state(a.id), await found()], [[null, later], [a.id]]);
    const earlier = b.created_at - DAY / 2;
    await patch(b.id, { valid_from: earlier });
    assert.deepEqual([await state(a.id), await found()], [[b.id, earlier], [b.id]]);
    assert.deepEqual(await found({ as_of: earlier - 1 }), [a.id]);
    await patch(b.id, { valid_from: null });
    assert.deepEqual(await state(a.id), [b.id, b.created_at]);
  });

  it('are compared with what was stored meanwhile once they are in force again', async () => {
    const { call, clock, service, store, state, forget } = await start();
    const pairs = async () => {
      clock.advance(DAY);
      await service.jobs.runDue();
      type Pair = { memory_a: { id: string }; memory_b: { id: string } };
      const { conflicts } = await call('GET', '/memory/conflicts', { query: { user_id: 'ada', status: 'all' } });
      return conflicts.map(({ memory_a, memory_b }: Pair) => [memory_a.id, memory_b.id]);
    };
    const a = await store(DRINKS);
    const b = await store(DOES_NOT);
    const c = await store(NO_LONGER, { detect_conflicts: true });
    assert.deepEqual([(await state(a.id))[0], await pairs()], [c.id, [[a.id, c.id]]]);
    await forget(c.id);
    assert.deepEqual([(await state(a.id))[0], await pairs()], [null, [[a.id, b.id]]]);
  });

  it('end as their caller says, or earlier, if what supersedes them is not true yet', async () => {
    const { clock, store, keep, state, patch, forget } = await start();
    const a = await store(DRINKS);
    const from = clock.now() + 30 * DAY;
    const b = await store(DOES_NOT, { valid_from: from });
    await keep('b', a.id, b.id);
    const end = from + DAY;
    await patch(a.id, { valid_until: end });
    assert.deepEqual(await state(a.id), [null, from]);
    await patch(a.id, { valid_until: from - DAY });
    assert.deepEqual(await state(a.id), [null, from - DAY]);
    await patch(a.id, { valid_until: end });
    await forget(b.id);
    assert.deepEqual(await state(a.id), [null, end]);
  });

  it('can be forgotten whatever links were imported with them', async () => {
    const { clock, service, store, call, forget, state } = await start();
    const ids = ['mem_a', 'mem_p', 'mem_q', 'mem_own'];
    const part = (from: string, to: string) => ({
      ...{ from, to, relationship: 'part_of', automatic: true, metadata: { strategy: 'merge' } },
    });
    const loser = await store(DRINKS);
    const body = {
      memories: ids.map((id) => ({
        id,
        user_id: 'ada',
        content: `Ada has ${id}`,
        superseded_by: id === 'mem_own' ? null : 'mem_a',
      })),
      links: [
        ...[part('mem_p', 'mem_a'), part('mem_p', 'mem_q'), part('mem_q', 'mem_p'), part('mem_own', 'mem_a')],
        ...['x', 1.5, 1e300].map((until, i) => ({
          ...{ from: ids[i], to: loser.id, relationship: 'supersedes', automatic: true },
          metadata: { until, valid_until: until },
        })),
      ],
    };
    const { links } = await call('POST', '/memory/import', { body });
    assert.equal(links, body.links.length);
    assert.equal((await forget('mem_a')).deleted, 3);
    assert.equal((await call('GET', '/memory/mem_own')).id, 'mem_own', 'in force, it stands for itself');
    clock.advance(DAY);
    await service.jobs.runDue();
    assert.deepEqual(await state(loser.id), [null, null]);
  });

  it('are in force again when one of the two texts changes, and compared again; what callers decided stays', async () => {
    const { store, keep, found, state, patch, conflicts, service } = await start();
    const a = await store(DRINKS);
    const b = await store(NO_LONGER, { detect_conflicts: true });
    assert.equal((await state(a.id))[0], b.id);
    await patch(b.id, { content: OTHER });
    assert.deepEqual([await state(a.id), await conflicts()], [[null, null], 0]);
    await patch(b.id, { content: NO_LONGER });
    await service.jobs.runDue();
    assert.deepEqual([await state(a.id), await found()], [[b.id, b.created_at], [b.id]]);
    await patch(a.id, { tags: ['drinks'] });
    assert.equal((await state(a.id))[0], b.id);
    await patch(a.id, { content: OTHER });
    await service.jobs.runDue();
    assert.deepEqual([await state(a.id), await conflicts()], [[null, null], 0]);
    await keep('b', a.id, b.id);
    await patch(b.id, { content: DOES_NOT });
    assert.deepEqual([(await state(a.id))[0], await conflicts()], [b.id, 1]);
  });

  it('are not superseded by a verdict about a text that changed while it was read', async () => {
    const reader = new InterruptedReader();
    const { store, state, patch, forget, conflicts, service } = await start({ reader });
    for (const changed of ['older', 'newer']) {
      const a = await store(DRINKS);
      const b = await store(NO_LONGER);
      reader.meanwhile = () => patch(changed === 'older' ? a.id : b.id, { content: OTHER });
      await service.jobs.runDue();
      assert.equal(reader.meanwhile, null);
      await service.jobs.runDue();
      assert.deepEqual([await state(a.id), await conflicts()], [[null, null], 0]);
      for (const { id } of [a, b]) await forget(id);
    }
  });
});

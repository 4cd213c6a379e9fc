import assert from 'node:assert/strict';
import { it } from 'node:test';
import { forEachEngine } from '../../../../test/support/databases.js';
import { newMemory, seededRandom, unitVector, unlimited } from '../../../../test/support/memories.js';
import { DAY } from '../../../kernel/clock.js';
import { atOnce } from '../../../kernel/turns/turns.js';
import { bm25, termWeights } from '../../../ranking/bm25.js';
import { COMPOSITE } from '../../../ranking/composite.js';
import { dot } from '../../../ranking/dot.js';
import { fused, POOL_SIZE, rangeOf } from '../../../ranking/fusion.js';
import { queryTerms, termCounts, termTotal } from '../../../text/terms.js';
import type { NewMemory } from '../new-memory.js';
import { reading } from '../reading/read-text.js';
import { changeMemory } from '../sql/change.js';
import { forgetMemories } from '../sql/forget.js';
import { searchHybrid } from '../sql/hybrid.js';
import { type SearchRequest, searchMemories } from '../sql/read.js';
import { storeMemories } from '../sql/store.js';
import { packVectors } from '../sql/vectors.js';
import type { MemoryFilter } from './filter.js';

const NOW = Date.UTC(2026, 5, 1);
const MODEL = 'test-model';
const DIMENSIONS = 48;
const NO_FILTER: MemoryFilter = { include_expired: false, include_superseded: false };
const pick = <T>(random: () => number, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

interface Known extends NewMemory {
  created: number;
  passages: Float32Array[];
}

/** The expected result, computed by brute force. */
function bruteForce(known: Known[], request: SearchRequest): { id: string; final: number }[] {
  const f = request.filter;
  return known
    .filter((m) => m.user_id === request.userId && (m.expires_at === null || m.expires_at > NOW))
    .filter((m) => (m.valid_until === null || m.valid_until > NOW) && (m.valid_from === null || m.valid_from <= NOW))
    .filter((m) => f.agent_id === undefined || m.agent_id === f.agent_id)
    .filter((m) => f.namespace === undefined || m.namespace === f.namespace)
    .filter((m) => f.min_importance === undefined || m.importance >= f.min_importance)
    .filter((m) => !f.tags || f.tags.some((tag) => m.tags.includes(tag)))
    .filter((m) => !f.tags_all || f.tags_all.every((tag) => m.tags.includes(tag)))
    .filter((m) => Object.entries(f.metadata ?? {}).every(([key, value]) => String(m.metadata[key]) === value))
    .map((m) => {
      const score = Math.max(...m.passages.map((passage) => dot(passage, request.vector)));
      const recency = Math.exp(-(NOW - m.created) / DAY / COMPOSITE.recencyDays);
      const composite = 0.5 * score + 0.25 * m.outcome_score + 0.15 * (m.importance / 10) + 0.1 * recency;
      return { id: m.id, score, final: request.weights ? composite : score };
    })
    .filter((m) => request.minScore === null || m.score >= request.minScore)
    .sort((a, b) => b.final - a.final)
    .slice(0, request.limit);
}

forEachEngine('search by meaning', (open, engine) => {
  /** PostgreSQL stores vectors at half precision; these have few dimensions, so a score varies more than with a real model. */
  const near = engine === 'postgres' ? 1e-3 : 1e-5;
  /** SQLite computes the first stage of hybrid ranking from 16 bits per dimension. */
  const nearFused = engine === 'postgres' ? 1e-3 : 1e-4;

  it('finds exactly what brute force finds, with any filters and after any changes', async () => {
    const database = await open();
    const tenant = database.tenant('key-a');
    const random = seededRandom(7);
    const known: Known[] = [];
    const add = async (count: number) => {
      const created = NOW - Math.floor(random() * 90) * DAY;
      const batch = Array.from({ length: count }, () => {
        const passages = Array.from({ length: random() < 0.1 ? 3 : 1 }, () => unitVector(DIMENSIONS, random));
        const memory = newMemory({
          user_id: pick(random, ['ann', 'ann', 'ann', 'bob']),
          agent_id: pick(random, ['one', 'two']),
          namespace: pick(random, ['default', 'work', 'rare']),
          importance: Math.floor(random() * 11),
          outcome_score: random(),
          tags: ['a', 'b', 'c'].filter(() => random() < 0.2),
          metadata: { flag: random() < 0.5, level: Math.floor(random() * 3), note: pick(random, ['x', 'y']) },
          expires_at: random() < 0.1 ? NOW - 1 : null,
          valid_from: random() < 0.05 ? NOW + DAY : null,
          valid_until: random() < 0.05 ? NOW - DAY : null,
          vectors: packVectors(MODEL, passages),
        });
        return { ...memory, created, passages };
      });
      await tenant.run(storeMemories, { memories: batch, quota: unlimited(created), now: created });
      known.push(...batch);
    };
    const check = async () => {
      for (let i = 0; i < 15; i++) {
        const filter = {
          ...NO_FILTER,
          ...(random() < 0.3 ? { agent_id: 'one' } : {}),
          ...(random() < 0.3 ? { namespace: pick(random, ['work', 'rare', 'nowhere']) } : {}),
          ...(random() < 0.2 ? { min_importance: 9 } : {}),
          ...(random() < 0.2 ? { tags: ['a', 'b'] } : {}),
          ...(random() < 0.2 ? { tags_all: ['a', 'b', 'a'] } : {}),
          ...(random() < 0.3 ? { metadata: { flag: 'true', level: '1' } } : {}),
        };
        const request: SearchRequest = {
          userId: pick(random, ['ann', 'bob', 'nobody']),
          filter,
          model: MODEL,
          vector: unitVector(DIMENSIONS, random),
          limit: pick(random, [1, 5, 10, 100]),
          minScore: random() < 0.3 ? 0.1 : null,
          ...(random() < 0.4 ? { weights: COMPOSITE } : {}),
          now: NOW,
        };
        const found = await tenant.run(searchMemories, request);
        const expected = bruteForce(known, request);
        assert.deepEqual(
          found.map((m) => m.id),
          expected.map((m) => m.id),
        );
        found.forEach((m, at) => {
          assert.ok(Math.abs(m.final_score - (expected[at]?.final ?? 0)) < near);
        });
      }
    };
    for (let round = 0; round < 5; round++) {
      await add(60);
      await check();
      for (let i = 0; i < 5; i++) {
        const [gone] = known.splice(Math.floor(random() * known.length), 1);
        assert.equal(await tenant.run(forgetMemories, { id: gone?.id ?? '', now: NOW }), 1);
      }
      for (let i = 0; i < 5; i++) {
        const memory = pick(random, known);
        if (memory.expires_at !== null) continue;
        const passages = [unitVector(DIMENSIONS, random)];
        const text = `Changed in round ${round}, ${i}`;
        const made = { category: 'other', importance: 5, vectors: packVectors(MODEL, passages) };
        const content = { ...made, text, ...atOnce(reading({ text, spoken: text })) };
        await tenant.run(changeMemory, { id: memory.id, change: { content, importance: 10 }, now: NOW });
        Object.assign(memory, { passages, importance: 10, content: text });
      }
      await check();
    }
    await tenant.run(forgetMemories, { userId: 'ann', now: NOW });
    known.splice(0, known.length, ...known.filter((memory) => memory.user_id !== 'ann'));
    await check();
  });

  it('orders memories with the same vector newest first, even behind a selective filter', async () => {
    const database = await open();
    const tenant = database.tenant('key-a');
    const random = seededRandom(31);
    const vector = unitVector(DIMENSIONS, random);
    const memories = Array.from({ length: 60 }, (_, i) =>
      newMemory({
        user_id: 'ann',
        content: `Note ${i}`,
        namespace: i < 20 ? 'few' : 'many',
        vectors: packVectors(MODEL, [vector]),
      }),
    );
    await tenant.run(storeMemories, { memories, quota: unlimited(NOW), now: NOW });
    const few = memories.slice(0, 20).map(({ id }) => id);
    for (let round = 0; round < 5; round++) {
      const asked = { userId: 'ann', model: MODEL, vector: unitVector(DIMENSIONS, random), limit: 10, now: NOW };
      const filter = { ...NO_FILTER, namespace: 'few' };
      const found = await tenant.run(searchMemories, { ...asked, filter, minScore: null });
      assert.deepEqual(
        found.map(({ id }) => id),
        few.slice(-10).reverse(),
      );
      // A score that was returned is never below itself. It is rounded, so a little less is asked for.
      const score = found[0]?.score ?? 0;
      const again = await tenant.run(searchMemories, { ...asked, filter, minScore: score - 1e-6 });
      assert.deepEqual(again, found);
      assert.deepEqual(await tenant.run(searchMemories, { ...asked, filter, minScore: score + 1e-5 }), []);
    }
  });

  it('ranks by meaning and words together exactly by the formula, including memories without vectors', async () => {
    const database = await open();
    const tenant = database.tenant('key-a');
    const random = seededRandom(23);
    const WORDS = 'river stone bridge lamp garden letter winter music harbour clock orange train'.split(' ');
    const vectors = new Map<string, Float32Array | null>();
    const sentence = () => Array.from({ length: 3 + Math.floor(random() * 8) }, () => pick(random, WORDS)).join(' ');
    const memories = Array.from({ length: 300 }, (_, i) => {
      const vector = random() < 0.9 ? unitVector(DIMENSIONS, random) : null;
      const packed = vector ? packVectors(MODEL, [vector]) : null;
      const memory = newMemory({
        user_id: 'ann',
        content: `${sentence()} ${i}`,
        namespace: pick(random, ['x', 'y']),
        vectors: packed,
      });
      vectors.set(memory.id, vector);
      return memory;
    });
    await tenant.run(storeMemories, { memories, quota: unlimited(NOW), now: NOW });
    const gone = memories.splice(0, 40);
    for (const memory of gone.slice(0, 20)) await tenant.run(forgetMemories, { id: memory.id, now: NOW });
    const check = async (known: NewMemory[], namespace?: string) => {
      const text = `${sentence()} unheard`;
      const vector = unitVector(DIMENSIONS, random);
      const terms = known.map((memory) => ({ memory, terms: termCounts(memory.content) }));
      const scope = {
        memories: known.length,
        averageLength: terms.reduce((sum, entry) => sum + termTotal(entry.terms), 0) / known.length,
      };
      const weights = termWeights(
        queryTerms(text).keys(),
        scope.memories,
        (term) => terms.filter((entry) => entry.terms.has(term)).length,
      );
      const scored = terms.map(({ memory, terms: own }) => {
        const own_vector = vectors.get(memory.id);
        const lexical = bm25(weights, { terms: own, length: termTotal(own) }, scope);
        return { memory, lexical, cosine: own_vector ? dot(own_vector, vector) : null };
      });
      const range = rangeOf(
        scored.flatMap(({ cosine }) => cosine ?? []),
        scored.map(({ lexical }) => lexical),
      );
      const expected = scored
        .filter(({ cosine, lexical }) => cosine !== null || lexical > 0)
        .map((entry) => ({ ...entry, fused: fused(entry.cosine ?? range.lowestCosine, entry.lexical, range) }))
        .filter(({ memory }) => namespace === undefined || memory.namespace === namespace)
        .sort((a, b) => b.fused - a.fused);
      const filter = { ...NO_FILTER, ...(namespace ? { namespace } : {}) };
      const asked = { text, userId: 'ann', filter, model: MODEL, vector, limit: 100, minScore: null, now: NOW };
      const { memories: found } = await tenant.run(searchHybrid, { ...asked, explain: true });
      const pool = new Map(expected.slice(0, POOL_SIZE).map((entry) => [entry.memory.id, entry]));
      assert.equal(found.length, Math.min(100, expected.length));
      for (const memory of found) {
        const entry = pool.get(memory.id);
        assert.ok(entry, 'the second stage sees the best of the first');
        const { parts = [] } = memory;
        const share = (name: string) => parts.find((part) => part.name === name)?.value ?? 0;
        assert.ok(Math.abs(share('meaning') + share('words') - entry.fused) < nearFused);
        assert.ok(Math.abs(parts.reduce((sum, part) => sum + part.value, 0) - memory.final_score) < 1e-9);
      }
    };
    const left = [...memories, ...gone.slice(20)];
    for (let i = 0; i < 10; i++) await check(left);
    for (let i = 0; i < 5; i++) await check(left, 'x');
    const changed = left.shift() as NewMemory;
    const made = { category: 'other', importance: 5, vectors: null };
    const content = {
      ...made,
      text: 'lamp lamp lamp',
      ...atOnce(reading({ text: 'lamp lamp lamp', spoken: 'lamp lamp lamp' })),
    };
    await tenant.run(changeMemory, { id: changed.id, change: { content }, now: NOW });
    vectors.set(changed.id, null);
    for (let i = 0; i < 5; i++) await check([...left, { ...changed, content: 'lamp lamp lamp' }]);
  });

  it('never sees vectors of another model, another user or another key', async () => {
    const database = await open();
    const random = seededRandom(3);
    const vector = unitVector(DIMENSIONS, random);
    const store = (key: string, memory: Partial<NewMemory>) =>
      database.tenant(key).run(storeMemories, { memories: [newMemory(memory)], quota: unlimited(NOW), now: NOW });
    await store('key-a', { user_id: 'ann', content: 'mine', vectors: packVectors(MODEL, [vector]) });
    await store('key-a', { user_id: 'ann', content: 'old model', vectors: packVectors('another', [vector]) });
    await store('key-a', { user_id: 'bob', content: "bob's", vectors: packVectors(MODEL, [vector]) });
    await store('key-b', { user_id: 'ann', content: "another key's", vectors: packVectors(MODEL, [vector]) });
    const request = { userId: 'ann', filter: NO_FILTER, model: MODEL, vector, limit: 10, minScore: null, now: NOW };
    const found = await database.tenant('key-a').run(searchMemories, request);
    assert.deepEqual(
      found.map((memory) => memory.content),
      ['mine'],
    );
  });
});

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { HOUR } from '../../src/kernel/clock.js';
import { type Step, step } from './command.js';
import {
  at,
  expectRecord,
  expectStatus,
  expiry,
  type ModelMemory,
  newestFirst,
  now,
  owns,
  queryOf,
  type Real,
  type World,
} from './world.js';

/** No two of them are near duplicates, so that the model need not know the similarity threshold. */
const TEXTS = [
  'The ferry to Naxos leaves at seven from the old harbour.',
  'Quarterly numbers are due on the second Tuesday.',
  'Marta keeps bees behind the greenhouse.',
  'Version nine of the parser drops the legacy grammar.',
  'Grandfather repaired clocks in a cellar in Lyon.',
  'Please water the ferns; they dislike noon sun.',
  'Zwölf Boxkämpfer jagen Viktor quer über den Sylter Deich.',
  'Invoices above four hundred euros need two signatures.',
  '山田さんは毎朝駅まで歩いて新聞を買います。',
  'Rollback takes ninety seconds on the staging cluster \u{1f6a2}.',
];
const user = fc.constantFrom('ada', 'bob');
const agent = fc.constantFrom('default', 'planner');
const index = fc.nat({ max: 60 });
const tags = fc.array(fc.constantFrom('a', 'b', 'ü'), { maxLength: 3 });
const metadata = fc.constantFrom<Record<string, unknown>>({}, { k: 1 }, { k: 2, z: ['x'] }, { 'a.b': { c: true } });
const importance = fc.constantFrom(0, 2.5, 5, 10);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });

const body = fc.record({
  user_id: user,
  agent_id: agent,
  content: fc.constantFrom(...TEXTS),
  namespace: fc.constantFrom('default', 'work'),
  tags: maybe(tags),
  metadata: maybe(metadata),
  importance: maybe(importance),
  ttl_seconds: fc.option(fc.constantFrom(1, 90, 3_600), { nil: undefined, freq: 6 }),
  dedupe: fc.option(fc.constant(false), { nil: undefined, freq: 4 }),
});
type Body = typeof body extends fc.Arbitrary<infer T> ? T : never;

const unique = (list: readonly string[]) => [...new Set(list)];
const scopeOf = (memory: { user: string; agent: string; namespace: string; kind: string; content: string | null }) =>
  JSON.stringify([memory.user, memory.agent, memory.namespace, memory.kind, memory.content]);

interface Stored {
  memory: ModelMemory;
  duplicate: boolean;
  near: string | null;
}

/** Applies a store to the model. A new memory gets the id that the service gave it. */
function store(world: World, real: Real, given: Body, id: string): Stored {
  const fresh: ModelMemory = {
    ...{ id, user: given.user_id, agent: given.agent_id, namespace: given.namespace, kind: 'semantic' },
    ...{ content: given.content, tags: unique(given.tags ?? []), metadata: given.metadata ?? {} },
    ...{
      importance: given.importance ?? 5,
      estimated: given.importance === undefined,
      outcome: 'unknown',
      score: 0.5,
      expiresAt: expiry(real, given.ttl_seconds),
    },
    ...{ verifiedAt: null, versions: 1, standsFor: null, retrievedAt: null, embedded: true, createdAt: now(real) },
  };
  const scope = scopeOf(fresh);
  let same = world.memories.find(({ standsFor }) => standsFor === scope);
  if (same && world.isOver(same, now(real))) {
    same.standsFor = null;
    same = undefined;
  }
  if (same && given.dedupe !== false) return { memory: confirm(same, fresh, real), duplicate: true, near: null };
  const near = same ? undefined : nearest(world, real, fresh);
  const isEcho = near && given.dedupe !== false && (near.retrievedAt ?? 0) > now(real) - HOUR;
  if (isEcho) return { memory: confirm(near, fresh, real), duplicate: true, near: null };
  if (!same) fresh.standsFor = scope;
  world.memories.push(fresh);
  return { memory: fresh, duplicate: false, near: near?.id ?? null };
}

/** A memory with the same text that does not represent it: the most recently retrieved, then the newest. */
function nearest(world: World, real: Real, fresh: ModelMemory): ModelMemory | undefined {
  return world.memories
    .filter((other) => scopeOf(other) === scopeOf(fresh) && !world.isOver(other, now(real)))
    .sort((a, b) => (b.retrievedAt ?? 0) - (a.retrievedAt ?? 0) || (a.id < b.id ? 1 : -1))[0];
}

function confirm(there: ModelMemory, given: ModelMemory, real: Real): ModelMemory {
  const [tags, metadata] = [unique([...there.tags, ...given.tags]), { ...there.metadata, ...given.metadata }];
  const changed = JSON.stringify([tags, metadata]) !== JSON.stringify([there.tags, there.metadata]);
  return Object.assign(there, { tags, metadata, verifiedAt: now(real), versions: there.versions + (changed ? 1 : 0) });
}

const storeStep = body.map((given) =>
  step('store', given, async (world, real) => {
    const response = await real.call('POST', '/memory/store', { body: given });
    const { memory, duplicate, near } = store(world, real, given, response.body.id);
    expectStatus(response, duplicate ? 200 : 201);
    assert.deepEqual(
      [response.body.status, response.body.duplicate, response.body.near_duplicate_of],
      [duplicate ? 'duplicate' : 'stored', duplicate, near],
    );
    expectRecord(response.body, memory);
  }),
);

const batchStep = fc.array(body, { minLength: 1, maxLength: 5 }).map((memories) =>
  step('batch', { memories }, async (world, real) => {
    // The entries of a batch are all checked before any is written, so a batch differs from single stores only if a text is repeated.
    const distinct = memories.filter((one, i) => memories.findIndex((other) => other.content === one.content) === i);
    const response = await real.call('POST', '/memory/batch', { body: { memories: distinct } });
    expectStatus(response, 201);
    const stored = distinct.map((one, i) => store(world, real, one, response.body.results[i].id));
    const returned = response.body.results.map((one: { status: string; id: string }) => [one.status, one.id]);
    assert.deepEqual(
      returned,
      stored.map(({ memory, duplicate }) => [duplicate ? 'duplicate' : 'stored', memory.id]),
    );
    assert.equal(response.body.stored, stored.filter((one) => !one.duplicate).length);
  }),
);

/** An id that exists, or once did. */
const idOf = (world: World, n: number) =>
  at([...world.memories.map(({ id }) => id), ...world.gone.slice(-5), 'mem_none'], n) ?? 'mem_none';

const getStep = index.map((n) =>
  step('get', n, async (world, real) => {
    const id = idOf(world, n);
    const memory = world.memory(id, now(real));
    const response = await real.call('GET', `/memory/${id}`);
    expectStatus(response, memory ? 200 : 404);
    if (memory) expectRecord(response.body, memory);
  }),
);

const change = fc.record(
  {
    content: fc.constantFrom(...TEXTS),
    tags,
    metadata: fc.constantFrom<Record<string, unknown>>({ k: null }, { k: 3 }, { new: '' }),
    importance,
    namespace: fc.constantFrom('default', 'work'),
    ttl_seconds: fc.constantFrom(null, 60, 7_200),
  },
  { requiredKeys: [] },
);
const patchStep = fc.tuple(index, change).map(([n, given]) =>
  step('patch', { n, given }, async (world, real) => {
    // Only procedures and episodes may change the memories they keep.
    const own = world.memories.filter(({ kind }) => kind === 'semantic');
    const id = at([...own.map((memory) => memory.id), 'mem_none'], n) ?? 'mem_none';
    const response = await real.call('PATCH', `/memory/${id}`, { body: given });
    if (Object.keys(given).length === 0) return expectStatus(response, 400);
    const memory = world.memory(id, now(real));
    expectStatus(response, memory ? 200 : 404);
    if (!memory) return;
    apply(world, real, memory, given);
    expectRecord(response.body, memory);
  }),
);

type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

function apply(world: World, real: Real, memory: ModelMemory, given: Change): void {
  memory.versions++;
  if (given.tags) memory.tags = unique(given.tags);
  if (given.metadata) {
    const merged = Object.entries({ ...memory.metadata, ...given.metadata }).filter(([, value]) => value !== null);
    memory.metadata = Object.fromEntries(merged);
  }
  if (given.importance !== undefined) Object.assign(memory, { importance: given.importance, estimated: false });
  if (given.ttl_seconds !== undefined)
    memory.expiresAt = given.ttl_seconds === null ? null : expiry(real, given.ttl_seconds);
  if (given.namespace !== undefined) memory.namespace = given.namespace;
  if (given.content !== undefined) Object.assign(memory, { content: given.content, verifiedAt: now(real) });
  if (given.content === undefined && given.namespace === undefined) return;
  const scope = scopeOf(memory);
  const holder = world.memories.find(({ standsFor }) => standsFor === scope);
  memory.standsFor = holder && holder !== memory ? null : scope;
}

const forgetStep = index.map((n) =>
  step('forget', n, async (world, real) => {
    const id = idOf(world, n);
    const isThere = world.memories.some((memory) => memory.id === id);
    const response = await real.call('DELETE', '/memory/forget', { query: { id } });
    expectStatus(response, isThere ? 200 : 404);
    if (!isThere) return;
    assert.equal(response.body.deleted, 1);
    world.remove([id]);
  }),
);

const forgetScopeStep = fc.record({ user_id: user, agent_id: maybe(agent) }).map((given) =>
  step('forget a user', given, async (world, real) => {
    const query = given.agent_id === undefined ? { user_id: given.user_id } : { ...given, agent_id: given.agent_id };
    const response = await real.call('DELETE', '/memory/forget', { query });
    expectStatus(response, 200);
    const isMine = (one: { user: string | null; agent: string }) =>
      one.user === given.user_id && (given.agent_id === undefined || one.agent === given.agent_id);
    const ids = world.memories.filter(isMine).map(({ id }) => id);
    assert.equal(response.body.deleted, ids.length);
    world.episodes = world.episodes.filter((episode) => !isMine(episode));
    world.procedures = world.procedures.filter((procedure) => !isMine(procedure));
    for (const [name, items] of world.sessions)
      world.sessions.set(
        name,
        items.filter((item) => !isMine(item)),
      );
    world.remove(ids);
  }),
);

const listStep = fc
  .record({
    user_id: maybe(user),
    agent_id: maybe(agent),
    namespace: maybe(fc.constantFrom('default', 'work')),
    tags: maybe(fc.constantFrom('a', 'b')),
    limit: fc.constantFrom(1, 3, 7, 200),
  })
  .map((given) =>
    step('list', given, async (world, real) => {
      const wanted = world.memories.filter(
        (memory) =>
          !world.isOver(memory, now(real)) &&
          owns(given, memory) &&
          (given.namespace === undefined || memory.namespace === given.namespace) &&
          (given.tags === undefined || memory.tags.includes(given.tags)),
      );
      const query = queryOf(given);
      const found: string[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page = await real.call('GET', '/memory', { query: { ...query, ...(cursor ? { cursor } : {}) } });
        expectStatus(page, 200);
        assert.equal(page.body.count, page.body.memories.length);
        assert.ok(page.body.count <= given.limit);
        found.push(...page.body.memories.map((memory: { id: string }) => memory.id));
        cursor = page.body.next_cursor;
      }
      assert.deepEqual(found, newestFirst(wanted));
    }),
  );

const retrieveStep = fc
  .record({ user_id: user, q: fc.constantFrom(...TEXTS), limit: fc.constantFrom(1, 5, 100) })
  .map((given) =>
    step('retrieve', given, async (world, real) => {
      const response = await real.call('GET', '/memory/retrieve', { query: given });
      expectStatus(response, 200);
      const wanted = world.memories.filter(
        (memory) => memory.user === given.user_id && memory.embedded && !world.isOver(memory, now(real)),
      );
      const ids: string[] = response.body.results.map((memory: { id: string }) => memory.id);
      assert.equal(response.body.count, Math.min(given.limit, wanted.length));
      assert.equal(new Set(ids).size, ids.length);
      for (const id of ids) {
        const memory = wanted.find((one) => one.id === id);
        assert.ok(memory, `${id} is not the user's, or gone`);
        memory.retrievedAt = now(real);
      }
      const scores: number[] = response.body.results.map((memory: { score: number }) => memory.score);
      assert.deepEqual(
        scores,
        [...scores].sort((a, b) => b - a),
      );
      const exact = wanted.find((memory) => memory.content === given.q);
      if (exact) assert.ok((scores[0] ?? 0) > 0.999, 'the text itself comes first');
    }),
  );

const feedbackStep = fc
  .record({ n: index, outcome: fc.constantFrom('success', 'failure'), confidence: maybe(fc.constantFrom(0, 0.25, 1)) })
  .map((given) =>
    step('feedback', given, async (world, real) => {
      const { n, outcome, confidence } = given;
      const memory_id = idOf(world, n);
      const memory = world.memory(memory_id, now(real));
      const response = await real.call('POST', '/memory/feedback', { body: { memory_id, outcome, confidence } });
      expectStatus(response, memory ? 200 : 404);
      if (!memory) return;
      const sure = confidence ?? 1;
      memory.score = Math.round((memory.score * 0.7 + 0.3 * (outcome === 'success' ? sure : 1 - sure)) * 1e6) / 1e6;
      memory.outcome = outcome;
      assert.ok(
        Math.abs(response.body.outcome_score - memory.score) < 2e-6,
        `${response.body.outcome_score} is not ${memory.score}`,
      );
      memory.score = response.body.outcome_score;
    }),
  );

const verifyStep = index.map((n) =>
  step('verify', n, async (world, real) => {
    const id = idOf(world, n);
    const memory = world.memory(id, now(real));
    const response = await real.call('POST', `/memory/verify/${id}`);
    expectStatus(response, memory ? 200 : 404);
    if (memory) memory.verifiedAt = now(real);
  }),
);

const historyStep = index.map((n) =>
  step('history', n, async (world, real) => {
    const id = idOf(world, n);
    const memory = world.memory(id, now(real));
    const response = await real.call('GET', `/memory/${id}/history`, { query: { limit: 200 } });
    expectStatus(response, memory ? 200 : 404);
    if (memory) assert.equal(response.body.count, memory.versions);
  }),
);

const statsStep = fc.record({ user_id: maybe(user), agent_id: maybe(agent) }).map((given) =>
  step('stats', given, async (world, real) => {
    const query = queryOf(given);
    const response = await real.call('GET', '/memory/stats', { query });
    expectStatus(response, 200);
    const mine = world.memories.filter((memory) => owns(given, memory));
    const live = mine.filter((memory) => !world.isOver(memory, now(real)));
    const returned = [response.body.total_memories, response.body.expired_count, response.body.embedded_count];
    assert.deepEqual(returned, [
      live.length,
      mine.length - live.length,
      live.filter(({ embedded }) => embedded).length,
    ]);
  }),
);

const expiredStep = fc.record({ user_id: maybe(user) }).map((given) =>
  step('delete expired memories', given, async (world, real) => {
    const query: Record<string, string> = given.user_id === undefined ? {} : { user_id: given.user_id };
    const response = await real.call('DELETE', '/memory/expired', { query });
    expectStatus(response, 200);
    const over = world.memories.filter(
      (memory) => world.isOver(memory, now(real)) && (given.user_id === undefined || memory.user === given.user_id),
    );
    assert.equal(response.body.deleted, over.length);
    world.remove(over.map(({ id }) => id));
  }),
);

const waitStep = fc
  .constantFrom(1, 30_000, 2 * HOUR)
  .map((ms) => step('wait', ms, async (_world, real) => real.clock.advance(ms)));

export const memorySteps: fc.Arbitrary<Step>[] = [
  storeStep,
  storeStep,
  storeStep,
  batchStep,
  getStep,
  patchStep,
  forgetStep,
  forgetScopeStep,
  listStep,
  retrieveStep,
  feedbackStep,
  verifyStep,
  historyStep,
  statsStep,
  expiredStep,
  waitStep,
];

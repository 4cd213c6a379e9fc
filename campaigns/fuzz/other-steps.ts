import assert from 'node:assert/strict';
import fc from 'fast-check';
import { SECOND } from '../../src/kernel/clock.js';
import { type Step, step } from './command.js';
import { at, expectStatus, type ModelMemory, now, owns, queryOf, type World } from './world.js';

const user = fc.constantFrom('ada', 'bob');
const agent = fc.constantFrom('default', 'planner');
const index = fc.nat({ max: 60 });
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });
const RELATIONSHIPS = ['supports', 'causes', 'part_of'] as const;

const memoryOf = (
  createdAt: number,
  id: string,
  owner: { user: string | null; agent: string },
  rest: Partial<ModelMemory>,
): ModelMemory => ({
  ...{ id, user: owner.user ?? '', agent: owner.agent, namespace: 'default', kind: 'episodic', content: null },
  ...{ tags: [], metadata: {}, importance: 5, outcome: 'unknown', score: 0.5, expiresAt: null, verifiedAt: null },
  ...{ estimated: true, versions: 1, standsFor: null, retrievedAt: null, embedded: true, createdAt },
  ...rest,
});

const anyMemory = (world: World, n: number) => at([...world.memories.map(({ id }) => id), 'mem_none'], n) ?? 'mem_none';

const linkStep = fc.record({ a: index, b: index, relationship: fc.constantFrom(...RELATIONSHIPS) }).map((given) =>
  step('link', given, async (world, real) => {
    const [from, to] = [anyMemory(world, given.a), anyMemory(world, given.b)];
    const { relationship } = given;
    const response = await real.call('POST', '/memory/graph/link', { body: { from, to, relationship } });
    if (from === to) return expectStatus(response, 400);
    if (!world.memory(from, now(real)) || !world.memory(to, now(real))) return expectStatus(response, 404);
    const there = world.links.find(
      (link) => link.from === from && link.to === to && link.relationship === relationship,
    );
    expectStatus(response, there ? 200 : 201);
    if (there?.id) assert.equal(response.body.id, there.id);
    if (!there) world.links.push({ id: response.body.id, from, to, relationship, automatic: false });
  }),
);

const unlinkStep = index.map((n) =>
  step('unlink', n, async (world, real) => {
    const own = world.links.filter((link) => !link.automatic);
    const id = at([...own.map((link) => link.id), 'lnk_none'], n) ?? 'lnk_none';
    const response = await real.call('DELETE', `/memory/graph/link/${id}`);
    expectStatus(response, id === 'lnk_none' ? 404 : 200);
    world.links = world.links.filter((link) => link.id !== id);
  }),
);

const exploreStep = fc
  .record({ n: index, depth: fc.integer({ min: 1, max: 4 }), direction: fc.constantFrom('out', 'in', 'both') })
  .map((given) =>
    step('explore', given, async (world, real) => {
      const id = anyMemory(world, given.n);
      const query = { id, depth: given.depth, direction: given.direction, limit: 1_000 };
      const response = await real.call('GET', '/memory/graph/explore', { query });
      const start = world.memory(id, now(real));
      expectStatus(response, start ? 200 : 404);
      if (!start) return;
      assert.equal(response.body.truncated, false);
      const returned = new Map(response.body.nodes.map((node: { id: string; depth: number }) => [node.id, node.depth]));
      assert.deepEqual([...returned].sort(), [...reached(world, id, given.depth, given.direction, now(real))].sort());
    }),
  );

/** Memories by their distance in links. */
function reached(world: World, start: string, depth: number, direction: string, time: number): Map<string, number> {
  const found = new Map([[start, 0]]);
  for (let far = 1; far <= depth; far++) {
    for (const { from, to } of world.links) {
      const ends = [...(direction === 'in' ? [] : [[from, to]]), ...(direction === 'out' ? [] : [[to, from]])];
      for (const [near, next] of ends as [string, string][]) {
        if (found.get(near) === far - 1 && !found.has(next) && world.memory(next, time)) found.set(next, far);
      }
    }
  }
  return found;
}

const startStep = fc
  .record({ agent_id: agent, user_id: maybe(user), title: maybe(fc.constantFrom('Trip', 'Call')) })
  .map((given) =>
    step('start an episode', given, async (world, real) => {
      const response = await real.call('POST', '/memory/episodes/start', { body: given });
      expectStatus(response, 201);
      assert.deepEqual(
        [response.body.status, response.body.event_count, response.body.title],
        ['open', 0, given.title ?? null],
      );
      const { id } = response.body;
      world.episodes.push({
        id,
        user: given.user_id ?? null,
        agent: given.agent_id,
        open: true,
        events: [],
        lastSeq: 0,
        summaryId: null,
        auto: false,
      });
    }),
  );

const episodeOf = (world: World, n: number) => at(world.episodes, n);

const eventStep = fc
  .record({
    n: index,
    content: fc.constantFrom(
      'Ann: The tickets are booked.',
      'Bob: Which hotel did we choose?',
      'The parser failed on line nine.',
    ),
  })
  .map((given) =>
    step('append an event', given, async (world, real) => {
      const episode = episodeOf(world, given.n);
      const response = await real.call('POST', '/memory/episodes/event', {
        body: { episode_id: episode?.id ?? 'ep_none', content: given.content },
      });
      expectStatus(response, episode ? (episode.open ? 201 : 409) : 404);
      if (!episode?.open) return;
      assert.equal(response.body.seq, ++episode.lastSeq);
      episode.events.push({ id: response.body.id, seq: response.body.seq });
      world.memories.push(memoryOf(now(real), response.body.id, episode, { content: given.content }));
    }),
  );

const endStep = fc
  .record({ n: index, summary: maybe(fc.constant('They booked the tickets and argued about the hotel.')) })
  .map((given) =>
    step('end an episode', given, async (world, real) => {
      const episode = episodeOf(world, given.n);
      const response = await real.call('POST', '/memory/episodes/end', {
        body: { episode_id: episode?.id ?? 'ep_none', summary: given.summary },
      });
      expectStatus(response, episode ? 200 : 404);
      if (!episode) return;
      assert.deepEqual([response.body.status, response.body.event_count], ['closed', episode.events.length]);
      if (!episode.open) return void assert.equal(response.body.summary_memory_id, episode.summaryId);
      const hasSummary = given.summary !== undefined || episode.events.length > 0;
      assert.equal(response.body.summary !== null, hasSummary);
      Object.assign(episode, {
        open: false,
        summaryId: response.body.summary_memory_id,
        auto: hasSummary && given.summary === undefined,
      });
      if (!hasSummary) return;
      const title = response.body.title === null ? {} : { title: response.body.title };
      const metadata = { episode_id: episode.id, ...title, events: episode.events.length };
      world.memories.push(
        memoryOf(now(real), response.body.summary_memory_id, episode, { content: response.body.summary, metadata }),
      );
      for (const { id } of episode.events) {
        world.links.push({
          id: '',
          from: id,
          to: response.body.summary_memory_id,
          relationship: 'part_of',
          automatic: true,
        });
      }
    }),
  );

const replayStep = index.map((n) =>
  step('replay', n, async (world, real) => {
    const episode = episodeOf(world, n);
    const query = { id: episode?.id ?? 'ep_none' };
    const response = await real.call('GET', '/memory/episodes', { query });
    expectStatus(response, episode ? 200 : 404);
    if (!episode) return;
    const returned = response.body.events.map(({ id, seq }: { id: string; seq: number }) => ({ id, seq }));
    assert.deepEqual(returned, episode.events);
    assert.deepEqual(
      [response.body.event_count, response.body.status],
      [episode.events.length, episode.open ? 'open' : 'closed'],
    );
    assert.equal(response.body.summary_memory_id, episode.summaryId);
  }),
);

const episodesStep = fc
  .record({ user_id: maybe(user), status: maybe(fc.constantFrom('open', 'closed')), limit: fc.constantFrom(2, 100) })
  .map((given) =>
    step('list episodes', given, async (world, real) => {
      const query = queryOf(given);
      const found: string[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page = await real.call('GET', '/memory/episodes', { query: { ...query, ...(cursor ? { cursor } : {}) } });
        expectStatus(page, 200);
        found.push(...page.body.episodes.map((episode: { id: string }) => episode.id));
        cursor = page.body.next_cursor;
      }
      const wanted = world.episodes.filter(
        (episode) =>
          (given.user_id === undefined || episode.user === given.user_id) &&
          (given.status === undefined || episode.open === (given.status === 'open')),
      );
      assert.deepEqual(found, wanted.map(({ id }) => id).reverse());
    }),
  );

const forgetEpisodeStep = index.map((n) =>
  step('forget an episode', n, async (world, real) => {
    const episode = episodeOf(world, n);
    if (!episode) return;
    const response = await real.call('DELETE', '/memory/forget', { query: { id: episode.id } });
    expectStatus(response, 200);
    const ids = [...episode.events.map(({ id }) => id), ...(episode.summaryId ? [episode.summaryId] : [])];
    assert.equal(response.body.deleted, ids.length + 1);
    world.episodes = world.episodes.filter((one) => one !== episode);
    world.remove(ids);
  }),
);

const SESSIONS = ['s1', 's2'];
const MAX_ITEMS = 100;
const itemsOf = (world: World, session: string, time: number) =>
  (world.sessions.get(session) ?? []).filter((item) => item.expiresAt > time);

const putStep = fc
  .record({
    session_id: fc.constantFrom(...SESSIONS),
    content: fc.constantFrom<unknown>('note', 1, null, { b: 1, a: [2, { c: '\0' }] }, ['x']),
    user_id: maybe(user),
    agent_id: maybe(agent),
    ttl_seconds: maybe(fc.constantFrom(1, 600)),
    times: fc.constantFrom(1, 1, 1, 40),
  })
  .map((given) =>
    step('add to working memory', given, async (world, real) => {
      const { times, ...body } = given;
      const expiresAt = now(real) + (given.ttl_seconds ?? 3_600) * SECOND;
      for (let i = 0; i < times; i++) {
        const items = itemsOf(world, given.session_id, now(real));
        items.push({ content: given.content, user: given.user_id ?? '', agent: given.agent_id ?? '', expiresAt });
        world.sessions.set(given.session_id, items.slice(-MAX_ITEMS));
        const response = await real.call('POST', '/memory/working', { body });
        expectStatus(response, 201);
        assert.equal(response.body.items, Math.min(items.length, MAX_ITEMS));
      }
    }),
  );

const readStep = fc.constantFrom(...SESSIONS, 's3').map((session_id) =>
  step('read working memory', session_id, async (world, real) => {
    const response = await real.call('GET', '/memory/working', { query: { session_id } });
    expectStatus(response, 200);
    const returned = response.body.items.map((item: { content: unknown }) => item.content);
    assert.deepEqual(
      returned,
      itemsOf(world, session_id, now(real)).map((item) => item.content),
    );
    assert.equal(response.body.count, returned.length);
  }),
);

const clearStep = fc.constantFrom(...SESSIONS, 's3').map((session_id) =>
  step('clear working memory', session_id, async (world, real) => {
    const response = await real.call('DELETE', '/memory/working', { query: { session_id } });
    expectStatus(response, 200);
    assert.equal(response.body.removed, itemsOf(world, session_id, now(real)).length);
    world.sessions.delete(session_id);
  }),
);

const procedureStep = fc
  .record({
    agent_id: agent,
    user_id: maybe(user),
    name: fc.constantFrom('Refund an order', 'Restart the cluster'),
    steps: fc.constantFrom<string[]>(['Look it up'], ['Look it up', 'Refund it'], ['Drain', 'Restart']),
  })
  .map((given) =>
    step('store a procedure', given, async (world, real) => {
      const there = world.procedures.find(
        (one) => one.agent === given.agent_id && one.user === (given.user_id ?? null) && one.name === given.name,
      );
      const response = await real.call('POST', '/memory/procedures', { body: given });
      expectStatus(response, there ? 200 : 201);
      const { id } = response.body;
      if (!there) {
        const owner = { user: given.user_id ?? null, agent: given.agent_id };
        world.procedures.push({
          id,
          ...owner,
          name: given.name,
          steps: given.steps,
          version: 1,
          successes: 0,
          failures: 0,
        });
        world.memories.push(memoryOf(now(real), id, owner, { kind: 'procedural' }));
        return;
      }
      const isSame = JSON.stringify(there.steps) === JSON.stringify(given.steps);
      assert.deepEqual([id, response.body.status], [there.id, isSame ? 'unchanged' : 'updated']);
      if (isSame) return;
      Object.assign(there, { steps: given.steps, version: there.version + 1, successes: 0, failures: 0 });
      const memory = world.memories.find((one) => one.id === id);
      if (memory) Object.assign(memory, { versions: memory.versions + 1, verifiedAt: now(real) });
    }),
  );

const readProcedureStep = index.map((n) =>
  step('read a procedure', n, async (world, real) => {
    const wanted = at(world.procedures, n);
    const response = await real.call('GET', `/memory/procedures/${wanted?.id ?? 'proc_none'}`);
    expectStatus(response, wanted ? 200 : 404);
    if (!wanted) return;
    const { steps, version, successes, failures, versions } = response.body;
    assert.deepEqual(
      [steps, version, successes, failures],
      [wanted.steps, wanted.version, wanted.successes, wanted.failures],
    );
    assert.equal(versions.length, wanted.version - 1);
  }),
);

const proceduresStep = fc.record({ agent_id: maybe(agent), user_id: maybe(user) }).map((given) =>
  step('list procedures', given, async (world, real) => {
    const query = queryOf(given);
    const response = await real.call('GET', '/memory/procedures', { query });
    expectStatus(response, 200);
    const wanted = world.procedures.filter((one) => owns(given, one));
    assert.deepEqual(
      response.body.procedures.map((one: { id: string }) => one.id),
      wanted.map(({ id }) => id).reverse(),
    );
  }),
);

const outcomeStep = fc.record({ n: index, outcome: fc.constantFrom('success', 'failure') }).map((given) =>
  step('report the outcome of a procedure', given, async (world, real) => {
    const wanted = at(world.procedures, given.n);
    const response = await real.call('POST', `/memory/procedures/${wanted?.id ?? 'proc_none'}/outcome`, {
      body: { outcome: given.outcome },
    });
    expectStatus(response, wanted ? 200 : 404);
    if (!wanted) return;
    if (given.outcome === 'success') wanted.successes++;
    else wanted.failures++;
    assert.deepEqual([response.body.successes, response.body.failures], [wanted.successes, wanted.failures]);
    const memory = world.memories.find((one) => one.id === wanted.id);
    if (!memory) return;
    memory.outcome = given.outcome;
    memory.score = Math.round((memory.score * 0.7 + (given.outcome === 'success' ? 0.3 : 0)) * 1e6) / 1e6;
  }),
);

export const otherSteps: fc.Arbitrary<Step>[] = [
  linkStep,
  linkStep,
  unlinkStep,
  exploreStep,
  startStep,
  eventStep,
  eventStep,
  endStep,
  replayStep,
  episodesStep,
  forgetEpisodeStep,
  putStep,
  readStep,
  clearStep,
  procedureStep,
  readProcedureStep,
  proceduresStep,
  outcomeStep,
];

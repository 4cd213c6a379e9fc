import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type {
  EpisodesStartResponse as Episode,
  EpisodesListResponse,
  EpisodesEventResponse as Event,
} from '../src/client/generated.js';
import { bodyOf, expectError, expectStatus, expectTimestamp } from './expect.js';
import { memoryOf } from './memory.js';
import { call, type Json, mintKey, needsEmbedder, newScope, type QueryValue, unique } from './support.js';

const { key } = await mintKey();
const mine = memoryOf(key);
const strangersKey = (await mintKey()).key;

type Listed = Extract<EpisodesListResponse, { episodes: unknown }>;
type Replayed = Extract<EpisodesListResponse, { events: unknown }>;

const tryStart = (body: Json, as = key) => call<Episode>('POST', '/memory/episodes/start', { key: as, body });
const tryEvent = (body: Json, as = key) => call<Event>('POST', '/memory/episodes/event', { key: as, body });
const tryEnd = (body: Json, as = key) => call<Episode>('POST', '/memory/episodes/end', { key: as, body });
const tryList = (query: Record<string, QueryValue>, as = key) =>
  call<Listed & Replayed>('GET', '/memory/episodes', { key: as, query });

const start = async (body: Json = {}) => bodyOf(await tryStart({ agent_id: unique('agent'), ...body }), 201);
const append = async (episode_id: string, content: string, more: Json = {}) =>
  bodyOf(await tryEvent({ episode_id, content, ...more }), 201);
const end = async (episode_id: string, more: Json = {}) => bodyOf(await tryEnd({ episode_id, ...more }), 200);
const list = async (query: Record<string, QueryValue>) => bodyOf(await tryList(query), 200);

describe('POST /memory/episodes/start', () => {
  test('opens an episode, with or without a user', async () => {
    const scope = newScope();
    const full = await start({ ...scope, title: 'Trip to Porto', metadata: { channel: 'mail' } });
    assert.deepEqual([full.status, full.user_id, full.agent_id], ['open', scope.user_id, scope.agent_id]);
    assert.deepEqual([full.title, full.metadata, full.event_count], ['Trip to Porto', { channel: 'mail' }, 0]);
    assert.deepEqual([full.summary, full.ended_at], [null, null]);
    expectTimestamp(full.started_at, 'started_at');
    assert.equal((await start()).user_id, null);
  });

  test('refuses malformed input and names the field', async () => {
    const agent_id = unique('agent');
    const wrong: [string, Json][] = [
      ['agent_id', {}],
      ['agent_id', { agent_id: '' }],
      ['user_id', { agent_id, user_id: '' }],
      ['user_id', { agent_id, user_id: 7 }],
      ['title', { agent_id, title: 'x'.repeat(257) }],
      ['metadata', { agent_id, metadata: [] }],
    ];
    for (const [field, body] of wrong) expectError(await tryStart(body), 400, 'invalid_request', field);
  });
});

describe('POST /memory/episodes/event', () => {
  test('numbers events from 1 without gaps, even if many are appended concurrently', async () => {
    const { id } = await start(newScope());
    const events = await Promise.all(Array.from({ length: 20 }, (_, i) => append(id, `Event ${i}`)));
    const expected = Array.from({ length: 20 }, (_, i) => i + 1);
    assert.deepEqual(
      events.map((event) => event.seq).sort((a, b) => a - b),
      expected,
    );
    assert.deepEqual(
      (await list({ id })).events.map((event) => event.seq),
      expected,
    );
  });

  test('stores an episodic memory that a search finds at once', needsEmbedder, async () => {
    const scope = newScope();
    const { id } = await start(scope);
    const event = await append(id, 'Mira ordered forty tulip bulbs.', { type: 'message', metadata: { n: 1 } });
    assert.deepEqual([event.episode_id, event.type], [id, 'message']);
    expectTimestamp(event.created_at, 'created_at');
    const memory = await mine.get(event.id);
    assert.deepEqual([memory.kind, memory.user_id, memory.agent_id], ['episodic', scope.user_id, scope.agent_id]);
    const found = await mine.retrieve({ q: 'How many tulip bulbs did Mira order?', user_id: scope.user_id });
    assert.equal(found.results[0]?.id, event.id);
  });

  test('refuses a closed episode, an unknown one and one of another key', async () => {
    const { id } = await start();
    await end(id);
    expectError(await tryEvent({ episode_id: id, content: 'Late' }), 409, 'conflict');
    expectError(await tryEvent({ episode_id: unique('ep_'), content: 'Lost' }), 404, 'not_found');
    const open = await start();
    expectError(await tryEvent({ episode_id: open.id, content: 'Alien' }, strangersKey), 404, 'not_found');
    assert.equal((await list({ id: open.id })).event_count, 0);
  });

  test('refuses malformed input and names the field', async () => {
    const { id: episode_id } = await start();
    const wrong: [string, Json][] = [
      ['episode_id', { content: 'x' }],
      ['content', { episode_id }],
      ['content', { episode_id, content: '' }],
      ['content', { episode_id, content: 'x'.repeat(20_001) }],
      ['type', { episode_id, content: 'x', type: '' }],
      ['metadata', { episode_id, content: 'x', metadata: 'none' }],
    ];
    for (const [field, body] of wrong) expectError(await tryEvent(body), 400, 'invalid_request', field);
    expectStatus(await tryEvent({ episode_id, content: 'é'.repeat(20_000) }), 201);
  });
});

describe('POST /memory/episodes/end', () => {
  const TALK = [
    'Mira: I want to sell my old car before I move to Oslo.',
    'Noor: How much do you want for the car?',
    'Mira: I think 4,000 euros. The car has new tyres.',
    'Noor: My brother needs a car, I will ask him about the car tonight.',
    'Mira: Thank you very much!',
  ];

  test('creates a summary that is shorter than the events and searchable as a memory', needsEmbedder, async () => {
    const scope = newScope();
    const { id } = await start(scope);
    for (const text of TALK) await append(id, text);
    const ended = await end(id, { outcome: 'success' });
    assert.deepEqual(
      [ended.id, ended.status, ended.auto_summarized, ended.event_count, ended.outcome],
      [id, 'closed', true, TALK.length, 'success'],
    );
    expectTimestamp(ended.ended_at, 'ended_at');
    assert.match(ended.summary ?? '', /Mira/);
    assert.match(ended.summary ?? '', /car/);
    assert.ok((ended.summary ?? '').length < TALK.join(' ').length / 2);
    const query = { q: 'Who wants to sell a car?', user_id: scope.user_id, kind: 'episodic' };
    const found = await mine.retrieve(query);
    assert.ok(found.results.some((memory) => memory.content === ended.summary));
  });

  test('keeps a given summary', async () => {
    const { id } = await start();
    const ended = await end(id, { summary: 'Nothing came of it.' });
    assert.deepEqual([ended.summary, ended.auto_summarized], ['Nothing came of it.', false]);
    assert.equal((await mine.get(ended.summary_memory_id ?? '')).content, 'Nothing came of it.');
  });

  test('returns the same response the second time', async () => {
    const { id } = await start(newScope());
    await append(id, 'The boiler was repaired on Tuesday.');
    const first = await end(id);
    assert.deepEqual(await end(id, { summary: 'Something else' }), first);
  });

  test('refuses malformed input, unknown ids and ids of another key', async () => {
    const { id: episode_id } = await start();
    expectError(await tryEnd({}), 400, 'invalid_request', 'episode_id');
    expectError(await tryEnd({ episode_id, outcome: 'splendid' }), 400, 'invalid_request', 'outcome');
    expectError(await tryEnd({ episode_id, summary: '' }), 400, 'invalid_request', 'summary');
    expectError(await tryEnd({ episode_id: unique('ep_') }), 404, 'not_found');
    expectError(await tryEnd({ episode_id }, strangersKey), 404, 'not_found');
    assert.equal((await list({ id: episode_id })).status, 'open');
  });
});

describe('GET /memory/episodes', () => {
  test('lists newest first by agent, user and status, page by page', async () => {
    const { user_id, agent_id } = newScope();
    const ids: string[] = [];
    for (let i = 0; i < 3; i++) ids.unshift((await start({ user_id, agent_id })).id);
    await start({ user_id, agent_id: unique('agent') });
    await end(ids[1] ?? '');
    const idsOf = (page: Listed) => page.episodes.map((episode) => episode.id);
    const all = await list({ agent_id });
    assert.deepEqual([...idsOf(all)].sort(), [...ids].sort());
    assert.equal((await list({ user_id })).count, 4);
    assert.deepEqual(idsOf(await list({ agent_id, status: 'closed' })), [ids[1]]);
    const first = await list({ agent_id, limit: 2 });
    const second = await list({ agent_id, limit: 2, cursor: first.next_cursor ?? '' });
    assert.deepEqual([...idsOf(first), ...idsOf(second)], idsOf(all));
    assert.equal(second.next_cursor, null);
  });

  test('searches summaries and titles by meaning', needsEmbedder, async () => {
    const { user_id } = newScope();
    const car = await start({ user_id, title: 'The automobile of Mira' });
    const trip = await start({ user_id });
    await end(trip.id, { summary: 'Mira booked a ferry from Naples to Sicily for the weekend.' });
    assert.equal((await list({ user_id, q: 'selling a car' })).episodes[0]?.id, car.id);
    assert.equal((await list({ user_id, q: 'travelling by ship to an Italian island' })).episodes[0]?.id, trip.id);
  });

  test('replays events in order as they were given, page by page', async () => {
    const { id } = await start(newScope());
    for (let i = 1; i <= 5; i++) await append(id, `Event ${i}`, { type: `t${i}`, metadata: { i } });
    const first = await list({ id, limit: 3 });
    const second = await list({ id, limit: 3, cursor: first.next_cursor ?? '' });
    assert.deepEqual([first.id, first.event_count, first.count, second.count], [id, 5, 3, 2]);
    assert.deepEqual(
      [...first.events, ...second.events].map(({ seq, type, content, metadata }) => [seq, type, content, metadata]),
      [1, 2, 3, 4, 5].map((i) => [i, `t${i}`, `Event ${i}`, { i }]),
    );
    assert.equal(second.next_cursor, null);
  });

  test('refuses malformed input, unknown ids and ids of another key', async () => {
    const { id } = await start();
    for (const [field, value] of [
      ['status', 'half-open'],
      ['limit', 0],
      ['limit', 501],
      ['cursor', 'made-up'],
    ] as const) {
      expectError(await tryList({ [field]: value }), 400, 'invalid_request', field);
    }
    expectError(await tryList({ id: unique('ep_') }), 404, 'not_found');
    expectError(await tryList({ id }, strangersKey), 404, 'not_found');
    assert.equal((await tryList({}, strangersKey)).body.count, 0);
  });
});

describe('events in other operations', () => {
  test('retrieve returns the events around a hit', needsEmbedder, async () => {
    const scope = newScope();
    const { id } = await start(scope);
    const texts = ['The meeting began.', 'Noor proposed violet curtains.', 'Everybody agreed.', 'Lunch.'];
    const events: Event[] = [];
    for (const text of texts) events.push(await append(id, text));
    const found = await mine.retrieve({ q: 'Which curtains?', user_id: scope.user_id, around: 1, limit: 1 });
    const hit = found.results[0];
    assert.equal(hit?.id, events[1]?.id);
    assert.equal(hit?.episode_id, id);
    assert.deepEqual(
      hit?.around?.map((event) => [event.id, event.seq, event.content]),
      [
        [events[0]?.id, 1, texts[0]],
        [events[2]?.id, 3, texts[2]],
      ],
    );
    const query = { q: 'Which curtains?', user_id: scope.user_id, around: 6 };
    expectError(await call('GET', '/memory/retrieve', { key, query }), 400, 'invalid_request', 'around');
  });

  test('what is forgotten is gone from the replay and from the summary', async () => {
    const scope = newScope();
    const { id } = await start(scope);
    await append(id, 'The harbour office opens at nine.');
    const secret = await append(id, 'The vault code of the harbour office is periwinkle.');
    await end(id);
    expectStatus(await call('DELETE', '/memory/forget', { key, query: { id: secret.id } }), 200);
    const left = await list({ id });
    assert.equal(left.event_count, 1);
    assert.doesNotMatch(JSON.stringify(left), /periwinkle/);
    expectStatus(await call('DELETE', '/memory/forget', { key, query: { user_id: scope.user_id } }), 200);
    expectError(await tryList({ id }), 404, 'not_found');
    assert.equal((await list({ user_id: scope.user_id })).count, 0);
  });

  test('an episode is forgotten whole by its id', async () => {
    const { id } = await start({ title: 'Without a user' });
    const event = await append(id, 'Nobody in particular did this.');
    const response = await call<{ deleted: number }>('DELETE', '/memory/forget', { key, query: { id } });
    assert.deepEqual([response.status, response.body.deleted], [200, 2]);
    expectError(await tryList({ id }), 404, 'not_found');
    expectError(await mine.tryGet(event.id), 404, 'not_found');
  });
});

test('reading needs the read scope, changing needs the write scope', async () => {
  const reader = (await mintKey({ scopes: ['read'] })).key;
  const writer = (await mintKey({ scopes: ['write'] })).key;
  expectStatus(await tryList({}, reader), 200);
  expectError(await tryList({}, writer), 403, 'missing_scope');
  expectStatus(await tryStart({ agent_id: 'a' }, writer), 201);
  expectError(await tryStart({ agent_id: 'a' }, reader), 403, 'missing_scope');
  expectError(await tryEvent({ episode_id: 'ep_none', content: 'x' }, reader), 403, 'missing_scope');
  expectError(await tryEnd({ episode_id: 'ep_none' }, reader), 403, 'missing_scope');
});

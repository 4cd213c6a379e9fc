import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type {
  EmotionalRecordResponse as EmotionalRecord,
  EmotionalListResponse as Page,
  EmotionalProfileResponse as Profile,
} from '../src/client/generated.js';
import { bodyOf, expectError, expectStatus, expectTimestamp } from './expect.js';
import { call, type Json, mintKey, newScope, type QueryValue, unique } from './support.js';

const { key } = await mintKey();
const strangersKey = (await mintKey()).key;

const tryRecord = (body: Json, as = key) => call<EmotionalRecord>('POST', '/memory/emotional', { key: as, body });
const record = async (body: Json) => bodyOf(await tryRecord(body), 201);
const tryProfile = (query: Record<string, QueryValue>, as = key) =>
  call<Profile>('GET', '/memory/emotional/profile', { key: as, query });
const profile = async (query: Record<string, QueryValue>) => bodyOf(await tryProfile(query), 200);
const tryList = (query: Record<string, QueryValue>, as = key) =>
  call<Page>('GET', '/memory/emotional', { key: as, query });

describe('POST /memory/emotional', () => {
  test('keeps a given sentiment', async () => {
    const scope = newScope();
    const made = await record({ ...scope, sentiment: 'positive', intensity: 8, note: 'Said so on the phone.' });
    assert.match(made.id, /^emo_/);
    expectTimestamp(made.created_at, 'created_at');
    const { id, created_at } = made;
    assert.deepEqual(made, {
      ...{ id, created_at, ...scope, sentiment: 'positive', intensity: 8, valence: 0.8, source: 'given' },
      ...{ about: 'interaction', read_by: null, text: null, note: 'Said so on the phone.' },
    });
    assert.equal((await record({ ...scope, sentiment: 'neutral' })).intensity, 5);
  });

  test('derives the sentiment from the text if none is given', async () => {
    const texts: [EmotionalRecord['sentiment'], string][] = [
      ['positive', 'Thank you so much, this is wonderful!'],
      ['positive', "I can't wait to see it"],
      ['positive', 'The first try was awful, but now I am really happy with it 😍'],
      ['negative', 'I am not happy with this answer.'],
      ['negative', 'It looked great, but it is terrible and I hate it'],
      ['negative', 'Worst support ever 😡'],
      ['neutral', 'The meeting is at three on Monday.'],
      ['neutral', ''],
    ];
    for (const [sentiment, text] of texts) {
      const made = await record({ ...newScope(), text });
      assert.deepEqual([made.sentiment, made.source, made.text], [sentiment, 'text', text]);
      assert.ok(made.valence >= -1 && made.valence <= 1 && made.intensity >= 1 && made.intensity <= 10);
      if (sentiment === 'neutral') assert.ok(Math.abs(made.valence) < 0.3, text);
      else assert.equal(made.valence > 0, sentiment === 'positive', text);
      assert.ok(made.read_by === 'words' || made.read_by === 'words_and_model');
    }
  });

  test('derives the same valence from the same text', async () => {
    const text = 'The garden is lovely, but the neighbours are far too loud.';
    const [one, two] = [await record({ ...newScope(), text }), await record({ ...newScope(), text })];
    assert.equal(one.valence, two.valence);
  });

  test('uses the intensity given with a text', async () => {
    const made = await record({ ...newScope(), text: 'This is a terrible mess.', intensity: 10 });
    assert.deepEqual([made.sentiment, made.intensity, made.valence], ['negative', 10, -1]);
  });

  test('accepts any 20,000 characters and not one more', async () => {
    for (const text of [
      '😀'.repeat(20_000),
      'x'.repeat(20_000),
      'שלום '.repeat(4_000),
      'not good but '.repeat(1_500),
    ]) {
      await record({ ...newScope(), text });
    }
    expectError(await tryRecord({ ...newScope(), text: 'x'.repeat(20_001) }), 400, 'invalid_request', 'text');
  });

  test('refuses malformed input and names the field', async () => {
    const scope = newScope();
    const wrong: [string, Json][] = [
      ['sentiment', { ...scope }],
      ['sentiment', { ...scope, note: 'Only a note.' }],
      ['sentiment', { ...scope, sentiment: 'angry' }],
      ['text', { ...scope, text: 7 }],
      ['intensity', { ...scope, sentiment: 'positive', intensity: 0 }],
      ['intensity', { ...scope, sentiment: 'positive', intensity: 10.5 }],
      ['user_id', { agent_id: scope.agent_id, sentiment: 'positive' }],
      ['agent_id', { user_id: scope.user_id, sentiment: 'positive' }],
    ];
    for (const [field, body] of wrong) expectError(await tryRecord(body), 400, 'invalid_request', field);
    assert.equal((await profile({ user_id: scope.user_id })).interactions, 0);
  });
});

describe('GET /memory/emotional', () => {
  test('lists newest first, in pages', async () => {
    const scope = newScope();
    const made: string[] = [];
    for (const sentiment of ['positive', 'negative', 'neutral'])
      made.unshift((await record({ ...scope, sentiment })).id);
    const first = await tryList({ user_id: scope.user_id, limit: 2 });
    expectStatus(first, 200);
    assert.equal(first.body.count, 2);
    const second = await tryList({ user_id: scope.user_id, limit: 2, cursor: first.body.next_cursor ?? '' });
    assert.deepEqual(
      [...first.body.records, ...second.body.records].map(({ id }) => id),
      made,
    );
    assert.equal(second.body.next_cursor, null);
    assert.equal((await tryList({ user_id: scope.user_id, sentiment: 'negative' })).body.count, 1);
    assert.equal((await tryList({ user_id: scope.user_id }, strangersKey)).body.count, 0);
  });

  test('refuses invalid filters', async () => {
    for (const [field, value] of [
      ['limit', 0],
      ['limit', 201],
      ['cursor', 'made-up'],
      ['sentiment', 'angry'],
    ] as const) {
      expectError(await tryList({ [field]: value }), 400, 'invalid_request', field);
    }
  });
});

describe('GET /memory/emotional/profile', () => {
  test('starts at a trust score of 50 for a user without interactions', async () => {
    const user_id = unique('user');
    assert.deepEqual(await profile({ user_id }), {
      ...{ user_id, agent_id: null, interactions: 0, counts: { positive: 0, negative: 0, neutral: 0 } },
      ...{ dominant_sentiment: null, trend: 'unknown', average_valence: null, trust_score: 50, confidence: 0 },
      ...{ recent: [], days: 30, series: [] },
    });
  });

  test('sums up interactions, and weighs negative ones more', async () => {
    const { user_id, agent_id } = newScope();
    const add = (sentiment: string, more: Json = {}) => record({ user_id, agent_id, sentiment, intensity: 8, ...more });
    await add('positive');
    const won = (await profile({ user_id })).trust_score;
    assert.ok(won > 50);
    await add('negative');
    const lost = await profile({ user_id });
    assert.ok(lost.trust_score < 50);
    await add('negative');
    await add('negative', { agent_id: unique('agent') });
    const all = await profile({ user_id });
    assert.ok(all.trust_score < lost.trust_score && all.trust_score > 0);
    assert.ok(all.confidence > lost.confidence && all.confidence < 1);
    assert.deepEqual(all.counts, { positive: 1, negative: 3, neutral: 0 });
    assert.deepEqual([all.interactions, all.dominant_sentiment, all.average_valence], [4, 'negative', -0.4]);
    assert.equal(all.recent.length, 4);
    assert.deepEqual(
      [all.series.reduce((sum, day) => sum + day.interactions, 0), all.series.length <= 2],
      [4, true], // two if midnight passed meanwhile
    );
    assert.equal((await profile({ user_id, agent_id })).interactions, 3);
    assert.equal((await tryProfile({ user_id }, strangersKey)).body.interactions, 0);
  });

  test('shows the trend of the last interactions', async () => {
    const scope = newScope();
    for (const sentiment of ['negative', 'negative', 'positive', 'positive']) await record({ ...scope, sentiment });
    assert.equal((await profile({ user_id: scope.user_id })).trend, 'improving');
    for (let i = 0; i < 4; i++) await record({ ...scope, sentiment: 'negative', intensity: 10 });
    assert.equal((await profile({ user_id: scope.user_id })).trend, 'declining');
  });

  test('refuses malformed input and names the field', async () => {
    expectError(await tryProfile({}), 400, 'invalid_request', 'user_id');
    for (const days of [0, 366, 'many']) {
      expectError(await tryProfile({ user_id: 'ada', days }), 400, 'invalid_request', 'days');
    }
  });
});

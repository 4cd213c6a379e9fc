import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TestClock } from '../../../test/support/clock.js';
import { realModels } from '../../../test/support/real-models.js';
import { onBothEngines } from '../../../test/support/service.js';
import { StubEmbedder } from '../../../test/support/stub-embedder.js';
import type { EmbeddedText } from '../../embedding/embedder.js';
import { DAY } from '../../kernel/clock.js';
import { PROTOTYPES } from '../../readers/sentiment/prototypes.js';
import { feelingsOf } from './emotional.test.kit.js';

/** A model whose vectors distinguish tones: it knows the prototypes, and reads a cough as negative. */
class FeelingEmbedder extends StubEmbedder {
  texts: string[] = [];
  override async embed(texts: readonly string[], purpose: 'query' | 'passage'): Promise<EmbeddedText[]> {
    await super.embed(texts, purpose);
    this.texts.push(...texts);
    return texts.map((text) => {
      const valence = PROTOTYPES.find((prototype) => prototype.text === text)?.valence ?? (/cough/.test(text) ? -1 : 0);
      const vector = new Float32Array(this.model.dimensions);
      vector.set([valence, Math.abs(valence), 1]);
      return { vectors: [vector.map((value) => value / Math.hypot(valence, valence, 1))], tokens: 3 };
    });
  }
}

onBothEngines('emotional records', (start) => {
  it('stores a given sentiment unchanged', async () => {
    const clock = new TestClock();
    const service = await start({ clock });
    const ann = feelingsOf(service, (await service.mint()).key);
    const made = await ann.record({ sentiment: 'negative', intensity: 7.5, text: 'I love it', note: 'ironic' });
    assert.equal(made.status, 201);
    assert.match(made.body.id, /^emo_/);
    assert.deepEqual(made.body, {
      ...{ id: made.body.id, user_id: 'ann', agent_id: 'hers', sentiment: 'negative', intensity: 7.5, valence: -0.75 },
      ...{
        about: 'interaction',
        source: 'given',
        read_by: null,
        text: 'I love it',
        note: 'ironic',
        created_at: clock.now(),
      },
    });
    assert.deepEqual((await ann.list()).body, { count: 1, records: [made.body], next_cursor: null });
    const usual = (await ann.record({ sentiment: 'positive' })).body;
    assert.deepEqual([usual.intensity, usual.valence, usual.text, usual.note], [5, 0.5, null, null]);
  });

  it('reads a sentiment from the text by its words when the model says nothing about feelings', async () => {
    const service = await start();
    const ann = feelingsOf(service, (await service.mint()).key);
    const good = (await ann.record({ text: 'This is wonderful, thank you!' })).body;
    assert.deepEqual([good.sentiment, good.source, good.read_by], ['positive', 'text', 'words']);
    assert.ok(good.valence > 0.5 && good.intensity === Math.round(10 * good.valence));
    const bad = (await ann.record({ text: 'This is not good', intensity: 9 })).body;
    assert.deepEqual([bad.sentiment, bad.intensity, bad.valence], ['negative', 9, -0.9]);
    for (const text of ['The train leaves at nine', '', ' \n ']) {
      const { body } = await ann.record({ text });
      assert.deepEqual([body.sentiment, body.valence, body.intensity, body.text], ['neutral', 0, 1, text]);
    }
  });

  it('does not mistake grief, or anger at others, for anger at the agent', async () => {
    const service = await start({ ...(await realModels()), background: false });
    const ann = feelingsOf(service, (await service.mint()).key);
    for (const text of [
      'My father died on Sunday.',
      'I am so sad about my cat.',
      'She was diagnosed with cancer, I am afraid.',
      'My landlord is a terrible liar.',
      'The nurses were rude to my grandmother.',
      'I hate cold soup.',
      "Grandma's funeral services were heartbreaking.",
      'My dad died after two programs of chemo.',
    ]) {
      const { body } = await ann.record({ text });
      assert.deepEqual([body.sentiment, body.about], ['negative', 'world'], text);
    }
    assert.equal((await ann.record({ sentiment: 'negative', about: 'world' })).body.about, 'world');
    const grieving = (await ann.profile()).body;
    assert.deepEqual([grieving.trust_score, grieving.counts.negative], [50, 9]);
    assert.ok(grieving.average_valence < 0);
    assert.equal((await ann.record({ text: 'Shipment arrived Monday morning' })).body.sentiment, 'neutral');
    const angry = (await ann.record({ text: 'Your answer made me cry, it is useless and wrong.' })).body;
    assert.deepEqual([angry.sentiment, angry.about], ['negative', 'interaction']);
    for (const text of [
      'My boss is furious, the export is wrong again.',
      'I hate this.',
      'I hate waiting for so long.',
      'I hate chatbots.',
      'I hate long responses.',
      'I hate robotic explanations.',
      "I don't like generic advice.",
      "I can't stand slow websites.",
    ]) {
      const { body } = await ann.record({ text });
      assert.deepEqual([body.sentiment, body.about], ['negative', 'interaction'], text);
    }
    assert.equal((await ann.record({ text: 'No thank you, not today.' })).body.sentiment, 'neutral');
    assert.ok((await ann.profile()).body.trust_score < 50);
  });

  it('returns `unknown` for a text in another language, unless its emoji show a feeling', async () => {
    const service = await start();
    const ann = feelingsOf(service, (await service.mint()).key);
    for (const text of [
      'Das war super, danke!',
      'Das hat mir überhaupt nicht gefallen',
      'El servicio me parece muy malo',
      'とても悲しいです',
      'Très déçue',
    ]) {
      const { body } = await ann.record({ text });
      assert.deepEqual([body.sentiment, body.valence, body.intensity], ['unknown', 0, 1], text);
    }
    assert.equal((await ann.record({ text: 'Das war wieder nichts 😡😡' })).body.sentiment, 'negative');
    const { counts, interactions, trust_score, dominant_sentiment } = (await ann.profile()).body;
    assert.deepEqual(
      [interactions, counts, dominant_sentiment],
      [6, { positive: 0, negative: 1, neutral: 0 }, 'negative'],
    );
    assert.ok(trust_score < 50);
    assert.equal((await ann.list({ sentiment: 'unknown' })).body.count, 5);
  });

  it('reads English with a foreign word, a greeting or a reduced word in it', async () => {
    const service = await start();
    const ann = feelingsOf(service, (await service.mint()).key);
    const feelings = async (texts: string[]) =>
      Promise.all(texts.map(async (text) => [text, (await ann.record({ text })).body.sentiment]));
    const positive = [
      'Yo, great job!',
      'yo dude awesome, thanks so much!',
      "Awesome rock'n'roll show!",
      'Ciao, thanks, great help',
    ];
    const negative = [
      'yo wtf, useless bot',
      'EU customs lost package. Terrible service!',
      'Chez Panisse was awful!',
      'Aux cable broken, useless!',
      'Oi! Terrible.',
      "D'oh, terrible!",
      'Um, um, terrible',
      'Soy milk was awful',
    ];
    assert.deepEqual(
      await feelings(positive),
      positive.map((text) => [text, 'positive']),
    );
    assert.deepEqual(
      await feelings(negative),
      negative.map((text) => [text, 'negative']),
    );
    const german = [
      'Ich war krank',
      'Hallo, das war super',
      'Danke, war gut!',
      'Tschüss, war toll',
      'Ja, die Tests laufen',
    ];
    assert.deepEqual(
      await feelings(german),
      german.map((text) => [text, 'unknown']),
    );
  });

  it('reads by words and model, learning the prototypes once, and by words while the model is unavailable', async () => {
    const embedder = new FeelingEmbedder();
    const service = await start({ embedder });
    const ann = feelingsOf(service, (await service.mint()).key);
    embedder.unavailable = true;
    const byWords = (await ann.record({ text: 'Only a cough' })).body;
    assert.deepEqual([byWords.sentiment, byWords.read_by], ['neutral', 'words']);
    embedder.unavailable = false;
    const read = (await ann.record({ text: 'Only a cough' })).body;
    assert.deepEqual([read.sentiment, read.read_by], ['negative', 'words_and_model']);
    const again = await Promise.all(Array.from({ length: 5 }, () => ann.record({ text: 'Only a cough' })));
    assert.deepEqual(new Set(again.map(({ body }) => body.valence)), new Set([read.valence]));
    assert.equal(embedder.texts.length, PROTOTYPES.length + 6);
  });

  it('reads eight passages of the longest text with the model, and refuses a longer one', async () => {
    const embedder = new FeelingEmbedder();
    const service = await start({ embedder });
    const ann = feelingsOf(service, (await service.mint()).key);
    const long = 'The garden is wonderful and I am happy. '.repeat(500);
    assert.equal(long.length, 20_000);
    const read = await ann.record({ text: long });
    assert.deepEqual([read.status, read.body.sentiment, read.body.text], [201, 'positive', long]);
    assert.equal(embedder.texts.length, PROTOTYPES.length + 8);
    const longer = await ann.record({ text: `${long}!` });
    assert.equal(longer.status, 400);
    assert.match(longer.body.error.message, /`text` must have at most 20000 characters, has 20001/);
    const smiles = (await ann.record({ text: '😀'.repeat(20_000) })).body;
    assert.deepEqual([smiles.sentiment, smiles.read_by], ['positive', 'words']);
    assert.equal((await ann.record({ text: 'x'.repeat(20_000) })).status, 201);
    assert.equal((await ann.record({ text: '\u202e مرحبا שלום'.repeat(1_500) })).status, 201);
  });

  it('rejects malformed input, names the field, and writes nothing', async () => {
    const service = await start();
    const ann = feelingsOf(service, (await service.mint()).key);
    const wrong: [string, object][] = [
      ['sentiment', {}],
      ['sentiment', { sentiment: 'furious' }],
      ['text', { text: 5 }],
      ['text', { text: 'a\0b' }],
      ['intensity', { sentiment: 'positive', intensity: 0 }],
      ['intensity', { sentiment: 'positive', intensity: 11 }],
      ['intensity', { sentiment: 'positive', intensity: '5' }],
      ['note', { sentiment: 'positive', note: 'n'.repeat(2_001) }],
      ['user_id', { sentiment: 'positive', user_id: undefined }],
      ['agent_id', { sentiment: 'positive', agent_id: '' }],
    ];
    for (const [field, body] of wrong) {
      const response = await ann.record(body);
      assert.equal(response.status, 400, JSON.stringify(body));
      assert.equal(response.body.error.details[0].field, field, JSON.stringify(body));
    }
    assert.match((await ann.record()).body.error.message, /`sentiment` is required unless there is a `text`/);
    assert.equal((await ann.list()).body.count, 0);
  });

  it('does not count against the allowance', async () => {
    const service = await start();
    const { key } = await service.mint({ tier: 'free' });
    await feelingsOf(service, key).record({ sentiment: 'positive' });
    assert.equal((await service.call('GET', '/usage', { key })).body.used, 0);
  });

  it('lists newest first in pages, by user, agent and sentiment', async () => {
    const clock = new TestClock();
    const service = await start({ clock });
    const ann = feelingsOf(service, (await service.mint()).key);
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) {
      if (i % 2) clock.advance(1_000);
      ids.unshift((await ann.record({ sentiment: i % 2 ? 'positive' : 'negative' })).body.id);
    }
    await ann.record({ sentiment: 'neutral', user_id: 'bob' });
    await ann.record({ sentiment: 'neutral', agent_id: 'other' });
    const idsOf = (response: { body: { records: { id: string }[] } }) => response.body.records.map(({ id }) => id);
    const walked: string[] = [];
    let cursor: string | null = null;
    do {
      const query: Record<string, string | number> = { user_id: 'ann', agent_id: 'hers', limit: 2 };
      const page = await ann.list(cursor ? { ...query, cursor } : query);
      walked.push(...idsOf(page));
      cursor = page.body.next_cursor;
    } while (cursor);
    assert.deepEqual(walked, ids);
    assert.equal((await ann.list()).body.count, 7);
    assert.equal((await ann.list({ user_id: 'ann', sentiment: 'positive' })).body.count, 2);
    assert.equal((await ann.list({ cursor: 'made-up' })).status, 400);
    assert.equal((await ann.list({ limit: 201 })).status, 400);
    assert.equal((await ann.list({ sentiment: 'sad' })).status, 400);
  });

  it("shows nothing of one key to another, and nothing of a user in another's profile", async () => {
    const service = await start();
    const ann = feelingsOf(service, (await service.mint()).key);
    const stranger = feelingsOf(service, (await service.mint()).key);
    await ann.record({ sentiment: 'negative', intensity: 10 });
    assert.equal((await stranger.list()).body.count, 0);
    assert.equal((await stranger.profile()).body.interactions, 0);
    assert.equal((await ann.profile({ user_id: 'bob' })).body.interactions, 0);
  });
});

onBothEngines('the emotional profile', (start) => {
  it('has a trust of 50 with no confidence for an unknown user', async () => {
    const service = await start();
    const ann = feelingsOf(service, (await service.mint()).key);
    assert.deepEqual((await ann.profile({ agent_id: 'hers' })).body, {
      ...{
        user_id: 'ann',
        agent_id: 'hers',
        interactions: 0,
        counts: { positive: 0, negative: 0, neutral: 0 },
      },
      ...{ dominant_sentiment: null, trend: 'unknown', average_valence: null, trust_score: 50, confidence: 0 },
      ...{ recent: [], days: 30, series: [] },
    });
  });

  it('returns counts, the average, the series by day and the trend', async () => {
    const clock = new TestClock();
    const service = await start({ clock });
    const ann = feelingsOf(service, (await service.mint()).key);
    const feel = async (sentiment: string, intensity: number, more: object = {}) =>
      (await ann.record({ sentiment, intensity, ...more })).body;
    await feel('negative', 8);
    await feel('negative', 6);
    clock.advance(DAY);
    await feel('neutral', 5, { agent_id: 'other' });
    clock.advance(2 * DAY);
    await feel('positive', 8);
    const last = await feel('positive', 10);
    const { body } = await ann.profile();
    assert.deepEqual(body.counts, { positive: 2, negative: 2, neutral: 1 });
    assert.deepEqual(
      [body.interactions, body.dominant_sentiment, body.trend, body.average_valence, body.agent_id],
      [5, 'positive', 'improving', 0.08, null],
    );
    assert.deepEqual(body.series, [
      { day: '2026-11-15', valence: -0.7, interactions: 2 },
      { day: '2026-11-16', valence: 0, interactions: 1 },
      { day: '2026-11-18', valence: 0.9, interactions: 2 },
    ]);
    assert.equal(body.recent.length, 5);
    assert.deepEqual(body.recent[0], last);
    assert.deepEqual(
      (await ann.profile({ days: 1 })).body.series.map(({ day }: { day: string }) => day),
      ['2026-11-18'],
    );
    assert.equal((await ann.profile({ agent_id: 'other' })).body.interactions, 1);
    for (const days of [0, 366, 1.5]) assert.equal((await ann.profile({ days })).status, 400);
  });

  it('loses trust after a bad interaction, and regains it over the years', async () => {
    const clock = new TestClock();
    const service = await start({ clock });
    const ann = feelingsOf(service, (await service.mint()).key);
    await ann.record({ sentiment: 'negative', intensity: 10 });
    const scores: number[] = [];
    for (const days of [0, 60, 300, 3_000]) {
      clock.advance(days * DAY);
      const { body } = await ann.profile();
      assert.equal(body.interactions, 1);
      scores.push(body.trust_score);
    }
    assert.deepEqual(scores, [35.7, 41.7, 49.7, 50]);
    for (let i = 0; i < 12; i++) await ann.record({ sentiment: 'positive', intensity: 6 });
    const { body } = await ann.profile();
    assert.ok(body.trust_score > 75 && body.recent.length === 10);
    assert.equal(body.interactions, 13);
  });
});

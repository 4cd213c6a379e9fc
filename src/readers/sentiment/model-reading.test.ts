import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StubEmbedder } from '../../../test/support/stub-embedder.js';
import { MODELS } from '../../embedding/models/manifest.js';
import { BLEND, blend, NEUTRAL_BELOW, sentimentOf } from './feeling.js';
import { LEARNT_FROM } from './learnt.js';
import { knownFeelings, learnFeelings, readWithModel } from './model-reading.js';
import { PROTOTYPES, prototypesDigest } from './prototypes.js';

test('the data of the bundled models was learnt from these prototypes (otherwise run scripts/learn-feelings.mjs)', () => {
  assert.equal(LEARNT_FROM, prototypesDigest());
  for (const { name, dimensions } of MODELS) {
    const known = knownFeelings(name);
    assert.equal(known?.valence.weights.length, dimensions, name);
    assert.equal(known?.strength.weights.length, dimensions, name);
  }
  assert.equal(knownFeelings('some other model'), null);
});

test('no prototype occurs twice, and each tone has at least thirty', () => {
  assert.equal(new Set(PROTOTYPES.map(({ text }) => text)).size, PROTOTYPES.length);
  for (const valence of [-1, -0.5, 0, 0.5, 1]) {
    assert.ok(PROTOTYPES.filter((prototype) => prototype.valence === valence).length >= 30);
  }
});

test('vectors that separate the tones are used, others are ignored', async () => {
  const telling = PROTOTYPES.map(({ valence }, i) => Float32Array.of(valence, Math.abs(valence), Math.sin(i)));
  const model = learnFeelings(telling);
  assert.ok(model);
  const reading = readWithModel(model, [Float32Array.of(-1, 1, 0)]);
  assert.ok(reading && reading.valence < -0.8 && reading.strength > 0.8);
  assert.equal(readWithModel(model, []), null);
  const hashed = await new StubEmbedder().embed(
    PROTOTYPES.map(({ text }) => text),
    'query',
  );
  assert.equal(learnFeelings(hashed.map(({ vectors }) => vectors[0] as Float32Array)), null);
});

test('a reading by words alone is unchanged; a model shifts it, the more so the more emotional the tone is', () => {
  assert.equal(blend(0.4, null), 0.4);
  const plain = { valence: 0, strength: BLEND.plainStrength };
  assert.ok(blend(0.4, { ...plain, valence: 0.5 }) > blend(0.4, plain));
  assert.ok(blend(0.4, { ...plain, valence: -1 }) < 0);
  assert.ok(blend(0.4, { ...plain, strength: 1 }) > blend(0.4, plain));
  assert.ok(blend(0.4, { ...plain, strength: 0 }) < blend(0.4, plain));
  for (const valence of [-9, -1, 0, 1, 9]) {
    for (const strength of [-9, 0, 9]) assert.ok(Math.abs(blend(0.5, { valence, strength })) <= 1);
  }
});

test('a valence near zero is neutral', () => {
  assert.equal(sentimentOf(0), 'neutral');
  assert.equal(sentimentOf(NEUTRAL_BELOW), 'positive');
  assert.equal(sentimentOf(-NEUTRAL_BELOW), 'negative');
  assert.equal(sentimentOf(NEUTRAL_BELOW - 0.001), 'neutral');
});

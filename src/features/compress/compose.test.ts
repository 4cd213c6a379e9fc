import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { seededRandom, unitVector } from '../../../test/support/memories.js';
import { LIMITS } from '../../kernel/fields.js';
import { atOnce } from '../../kernel/turns/turns.js';
import { sentences } from '../../text/sentences.js';
import { clusterPoints, MAX_CHARACTERS, type Point } from './cluster.js';
import { compose as composing, type Source } from './compose.js';
import { commonWords, factsOf } from './facts.js';
import { foldBeginnings } from './fold-beginnings.js';

const compose = (sources: readonly Source[]) => atOnce(composing(sources));
const talk = (texts: readonly string[]) => texts.map((text) => ({ text, matters: false }));

it('keeps every name, number and date, and says nothing twice', () => {
  const text = compose(
    talk([
      'Mira moved to Lisbon in 2021. She likes the sea.',
      'Mira moved to Lisbon in 2021.',
      'mira moved to lisbon in 2021!',
      'The rent in Lisbon is 1,450.50 euros since 3 May.',
    ]),
  );
  for (const fact of ['Mira', 'Lisbon', '2021', '1,450.50', '3 May'])
    assert.ok(text.includes(fact), `${fact}: ${text}`);
  assert.equal(text.match(/2021/g)?.length, 1);
});

it('keeps decisions and concise sentences, and drops talk and repetition', () => {
  const texts = [
    'We talked about the fence again and everybody at the table had something to say about it.',
    'After a long walk around the garden we settled on a hedge instead of the fence. It is cheaper.',
    'The fence is on my mind while I walk the dog through the fields in the evening.',
    'The hedge it is. The postman is allergic to dogs.',
  ];
  assert.equal(
    compose(talk(texts)),
    'After a long walk around the garden we settled on a hedge instead of the fence. It is cheaper. The postman is allergic to dogs.',
  );
});

it('keeps concise sentences of talk only as far as there is room, those that say the most first', () => {
  const notes = ['We saw a heron.', 'The cold lake was calm.', 'The new oars arrived by boat.', 'I met Jo at 5.'];
  assert.equal(compose(talk(notes)), notes.join(' '));
  assert.equal(atOnce(composing(talk(notes), 15)), 'The new oars arrived by boat. I met Jo at 5.');
  assert.equal(atOnce(composing(talk(notes), 0)), 'I met Jo at 5.');
  const long = 'It is a lake. It is deep. It is cold. It is grey. It is calm. It is wide. It is long and narrow.';
  assert.ok(atOnce(composing(talk([long]), 60)).length < long.length);
});

it('keeps what is denied: the same words without the denial say the opposite', () => {
  const lift = ['The lift works.', 'The lift works again.', 'The lift does not work.', 'It does not work.'];
  assert.equal(compose(talk(lift)), 'The lift does not work.');
  const again = ['The lift works.', 'The lift does not work.', 'The lift works.', 'It works well.'];
  assert.equal(compose(talk(again)), 'The lift does not work. The lift works.');
  assert.match(compose(talk(['Der Aufzug fährt.', 'Der Aufzug fährt nicht.'])), /nicht/);
  assert.match(compose(talk(['Ann smokes.', 'Ann smokes a lot.', 'Ann no longer smokes.'])), /no longer/);
});

it('keeps an important sentence once', () => {
  const long = 'The landlord wants to sell the house and asked us to look for something else.';
  const sources = [
    ...talk(['The house has a nice view over the river and the hills behind it.']),
    { text: long, matters: true },
  ];
  assert.equal(compose([...sources, { text: `Again: ${long}`, matters: true }]), long);
});

it('takes the first word of a sentence for a name unless it is a common word elsewhere', () => {
  const common = commonWords(['The fence is done.']);
  assert.deepEqual([...factsOf('Fence: done by Jo.', common)], ['jo']);
  assert.deepEqual([...factsOf('Jo met Fence.', common)], ['jo', 'fence']);
});

it('folds sentences with the same beginning into one', () => {
  assert.deepEqual(
    foldBeginnings([
      'Ann saw the old fox.',
      'Bob left.',
      'Ann saw the old owl!',
      'Ann saw the old fox and ran.',
      'Ann saw the old?',
    ]),
    ['Ann saw the old fox; owl; fox and ran.', 'Bob left.', 'Ann saw the old?'],
  );
});

it('folds thousands of sentences without comparing each with all others', () => {
  let reads = 0;
  const watched = (text: string): string => {
    const words = new Proxy(text.split(' '), {
      get: (target, name) => {
        reads++;
        return Reflect.get(target, name, target);
      },
    });
    return { split: () => words } as unknown as string;
  };
  const pairs = Array.from({ length: 500 }, (_, i) => [`Ann saw the w${i} fox.`, `Ann saw the w${i} owl.`]).flat();
  const odd = Array.from({ length: 500 }, (_, i) => `x${i}! and on`);
  assert.equal(foldBeginnings([...pairs, ...odd].map(watched)).length, 1_000);
  assert.ok(reads <= 1_500 * 100, `${reads} reads`);
});

const losesNothing = (texts: string[]) => {
  const kept = factsOf(compose(talk(texts)));
  const common = commonWords(texts);
  for (const sentence of texts.flatMap(sentences))
    for (const fact of factsOf(sentence, common)) assert.ok(kept.has(fact), `${fact} of ${sentence}`);
};

it('loses no fact of any text', () => {
  fc.assert(fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 200 }), { maxLength: 12 }), losesNothing));
});

it('loses no fact of sentences that differ only in a sign or an accent', () => {
  losesNothing(['The score was 3:5.', 'The score was 3.5.']);
  losesNothing(['It cost 3.5 euros.', 'It cost 3,5 euros.']);
  losesNothing(['Meet Jo-Ann', 'Meet Jo Ann']);
  losesNothing(['Ǔ', 'Ṹ']);
});

it('fits into a memory, whatever it has to keep', async () => {
  const hostile = Array.from({ length: 6 }, (_, i) => `A${i} `.repeat(2_500));
  const marks = Array.from({ length: 6 }, (_, i) => `\n${i}`.repeat(5_000));
  for (const texts of [hostile, marks]) {
    assert.ok(texts.join('').length <= MAX_CHARACTERS);
    assert.ok(compose(talk(texts)).length <= LIMITS.content);
  }
});

it('brings together what is near', async () => {
  const random = seededRandom(3);
  const centres = Array.from({ length: 50 }, () => unitVector(384, random));
  const points = Array.from({ length: 12_000 }, (_, i): Point => {
    const noise = unitVector(384, random);
    const vector = (centres[i % 50] as Float32Array).map((value, d) => value + 0.4 * (noise[d] as number));
    const norm = Math.hypot(...vector);
    return { id: `${i}`, group: 'g', at: i, characters: 100, vector: vector.map((value) => value / norm) };
  });
  const clusters = await clusterPoints(points, 0.7);
  const members = clusters.flat();
  assert.equal(new Set(members.map((point) => point.id)).size, members.length);
  assert.ok(members.length > 11_000, `${members.length}`);
  for (const cluster of clusters) assert.equal(new Set(cluster.map((point) => Number(point.id) % 50)).size, 1);
});

it('compares each memory with a limited number of others', async () => {
  let reads = 0;
  const watched = (vector: Float32Array) =>
    new Proxy(vector, {
      get(target, name) {
        if (name === '0') reads++;
        return Reflect.get(target, name, target);
      },
    });
  const count = 3_000;
  const random = seededRandom(5);
  const points = Array.from(
    { length: count },
    (_, i): Point => ({ id: `${i}`, group: 'g', at: i, characters: 100, vector: watched(unitVector(2, random)) }),
  );
  await clusterPoints(points, 1.1); // nothing is near enough: the most comparisons possible
  // 128 clusters, one pivot per 500 memories (which is read as well), and the cluster it starts.
  const most = count * (128 + (2 * count) / 500 + 2);
  assert.ok(reads <= most, `${reads} of ${most}`);
  assert.ok(reads > count * 64, `${reads}: hardly any were compared`);
});

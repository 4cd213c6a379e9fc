import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { byVariety, jaccard, type Trigrams, trigramsOf, type Varied } from './diversity.js';

const never = () => false;
const trigramSimilarity = (a: Trigrams, b: Trigrams) => {
  const known = new Set(a);
  return jaccard(b.filter((triple) => known.has(triple)).length, a.length, b.length);
};
const memory = (id: string, relevance: number, text: string): Varied & { text: string } => ({
  id,
  relevance,
  text,
  trigrams: trigramsOf(text),
});
const ids = (list: Iterable<Varied | number>) => [...list].flatMap((one) => (typeof one === 'number' ? [] : one.id));

test('similarity is 1 for the same words, whatever their case and punctuation, and 0 for others', () => {
  const of = (a: string, b: string) => trigramSimilarity(trigramsOf(a), trigramsOf(b));
  assert.equal(of('Ada likes tea.', 'ada likes tea'), 1);
  assert.equal(of('Ada likes tea', 'zzz qqq'), 0);
  assert.equal(of('', ''), 1);
  const near = of('Ada prefers the window seat on trains', 'Ada prefers the window seat on a train');
  assert.ok(near > 0.7 && near < 1, `${near}`);
});

test('the similarity passed to `repeats` is that of the texts', () => {
  const words = fc.array(fc.constantFrom('tea', 'teapot', 'Ada', 'likes', '20', '中文', 'é'), { maxLength: 6 });
  fc.assert(
    fc.property(fc.array(words, { maxLength: 8 }), (texts) => {
      const list = texts.map((text, i) => memory(`m${i}`, i, text.join(' ')));
      for (const _ of byVariety(list, (a, b, similarity) => {
        assert.equal(similarity, trigramSimilarity(a.trigrams, b.trigrams));
        return false;
      }));
    }),
  );
});

test('similarity is symmetric, within 0–1, and 1 with itself', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
      const [left, right] = [trigramsOf(a), trigramsOf(b)];
      const similarity = trigramSimilarity(left, right);
      assert.ok(similarity >= 0 && similarity <= 1);
      assert.equal(similarity, trigramSimilarity(right, left));
      assert.equal(trigramSimilarity(left, left), 1);
    }),
  );
});

test('the most relevant comes first, then what adds something to it', () => {
  const list = [
    memory('a', 0.9, 'Ada prefers the window seat on trains'),
    memory('b', 0.88, 'Ada prefers the window seat on planes'),
    memory('c', 0.8, 'Her office is in the north of Lisbon'),
    memory('d', 0.1, 'Quantum flux'),
  ];
  assert.deepEqual(ids(byVariety(list, never)), ['a', 'c', 'b', 'd']);
  assert.deepEqual(ids(byVariety(list, never, 1)), ['a', 'b', 'c', 'd']);
});

test('repeated texts appear once, as the most relevant of them', () => {
  const list = [
    memory('a', 0.5, 'Ada likes green tea'),
    memory('b', 0.9, 'Ada likes green tea!'),
    memory('c', 0.4, 'Bob'),
  ];
  assert.deepEqual(ids(byVariety(list, (_a, _b, similarity) => similarity > 0.9)), ['b', 'c']);
});

test('every item comes out once, in an order that does not depend on the input order', () => {
  const entry = fc.record({ relevance: fc.constantFrom(0, 0.25, 0.5, 1), text: fc.string({ maxLength: 12 }) });
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 20 }), fc.infiniteStream(fc.nat()), (entries, noise) => {
      const list = entries.map(({ relevance, text }, i) => memory(`m${i}`, relevance, text));
      const order = ids(byVariety(list, never));
      assert.deepEqual([...order].sort(), list.map((one) => one.id).sort());
      const shuffled = list.map((one) => [noise.next().value, one] as const).sort(([a], [b]) => a - b);
      assert.deepEqual(
        ids(
          byVariety(
            shuffled.map(([, one]) => one),
            never,
          ),
        ),
        order,
      );
    }),
  );
});

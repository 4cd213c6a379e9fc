import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { NOW } from './candidate.test.kit.js';
import { confidenceOf } from './confidence.js';
import { type Candidate, rankHybrid, readQuestion } from './hybrid.js';
import { READ_CHARACTERS } from './reading.js';

const words = fc.constantFrom(
  ...'Ada: Bob: I my budget is $40 50 now moved to London? when May 2023 last week dog 東京 no longer instead [x] .'.split(
    ' ',
  ),
);
const text = fc.oneof(
  fc.array(words, { maxLength: 12 }).map((some) => some.join(' ')),
  fc.string({ unit: 'binary' }),
);
const any = fc.double(); // NaN and infinities too: a broken row may hold them
const made: fc.Arbitrary<Omit<Candidate, 'id'>> = fc.record({
  content: text,
  cosine: fc.oneof(fc.double({ min: -1, max: 1 }), any),
  lexical: fc.oneof(fc.double({ min: 0, max: 30 }), any),
  fused: fc.oneof(fc.double({ min: 0, max: 1 }), fc.constantFrom(0.5, Number.NaN, Infinity)),
  at: fc.oneof(fc.integer({ min: 0, max: NOW * 2 }), any),
  createdAt: fc.integer({ min: 0, max: NOW }),
  group: fc.option(fc.constantFrom('a', 'b')),
  position: fc.option(fc.nat({ max: 10 })),
  importance: fc.oneof(fc.integer({ min: 0, max: 10 }), any),
  outcomeScore: fc.oneof(fc.double({ min: 0, max: 1 }), any),
  supersededBy: fc.option(fc.constant('x')),
});
const pool = fc
  .array(made, { maxLength: 30 })
  .map((some) => some.map((one, i): Candidate => ({ ...one, id: `m${String(i).padStart(2, '0')}` })));

test('the parts add up to a finite final score; results are best first, with ties by id descending', () => {
  fc.assert(
    fc.property(text, pool, (question, candidates) => {
      const ranked = rankHybrid(readQuestion(question, NOW), candidates, NOW);
      assert.equal(ranked.length, candidates.length);
      ranked.forEach(({ id, final, parts }, i) => {
        assert.ok(Number.isFinite(final));
        assert.equal(
          parts.reduce((sum, { value }) => sum + value, 0),
          final,
        );
        const next = ranked[i + 1];
        if (next) assert.ok(final > next.final || (final === next.final && id > next.id));
      });
    }),
  );
});

test('the result does not depend on the order of the input', () => {
  const shuffled = pool.chain((candidates) =>
    fc.tuple(fc.constant(candidates), fc.shuffledSubarray(candidates, { minLength: candidates.length })),
  );
  fc.assert(
    fc.property(text, shuffled, (question, [one, other]) => {
      const asked = readQuestion(question, NOW);
      assert.deepEqual(rankHybrid(asked, one, NOW), rankHybrid(asked, other, NOW));
    }),
  );
});

test('confidence lies between 0 and 1 whatever was found', () => {
  fc.assert(
    fc.property(text, pool, fc.boolean(), (question, candidates, isBundled) => {
      const asked = readQuestion(question, NOW);
      const { confidence, abstained } = confidenceOf(asked, rankHybrid(asked, candidates, NOW), isBundled);
      assert.ok(confidence >= 0 && confidence <= 1);
      if (candidates.length === 0) assert.ok(abstained);
    }),
  );
});

test('only the beginning and the very end of a long memory matter', () => {
  const question = readQuestion('When did Ada move to London in May 2023? '.repeat(2_500), NOW);
  const content = 'Ada: I moved to London for $40, last week? [x '.repeat(2_000);
  const one = {
    ...{ cosine: 0.5, lexical: 1, fused: 0.5, at: NOW, createdAt: NOW },
    ...{ group: 'a', importance: 5, outcomeScore: 0.5, supersededBy: null },
  };
  const ranked = (texts: (i: number) => string) => {
    const candidates = Array.from({ length: 200 }, (_, i) => ({ ...one, id: `${i}`, content: texts(i), position: i }));
    return rankHybrid(question, candidates, NOW).map(({ id, final, parts }) => ({ id, final, parts }));
  };
  const middle = READ_CHARACTERS + 100;
  const otherwise = (i: number) =>
    content.slice(0, middle) + 'zq'.repeat(i % 2 ? 3 : 30_000).padEnd(60_000) + content.slice(middle + 60_000);
  assert.deepEqual(
    ranked(otherwise),
    ranked(() => content),
  );
});

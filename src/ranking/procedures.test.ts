import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { FIT_SCALES, PROCEDURES, type ProcedureCandidate, rankProcedures } from './procedures.js';

const MODEL = 'bge-small-en-v1.5';
const candidate = (id: string, cosine: number | null, more: Partial<ProcedureCandidate> = {}): ProcedureCandidate => ({
  id,
  cosines: cosine === null ? null : [cosine, cosine],
  terms: new Map(),
  length: 10,
  successes: 0,
  failures: 0,
  ...more,
});
const order = (candidates: ProcedureCandidate[], terms: string[] = [], model: string | null = MODEL) =>
  rankProcedures(candidates, terms, model).map(({ id }) => id);

test('the procedure nearest in meaning comes first, and a line that nearly matches the task helps', () => {
  assert.deepEqual(order([candidate('a', 0.7), candidate('b', 0.8)]), ['b', 'a']);
  const lined = candidate('a', 0, { cosines: [0.5, 0.99, 0.78] });
  assert.deepEqual(order([lined, candidate('b', 0.79)]), ['a', 'b']);
});

test('words decide between two of the same meaning', () => {
  const terms = new Map([['refund', 1]]);
  assert.deepEqual(order([candidate('a', 0.8, { terms }), candidate('b', 0.8)], ['refund']), ['a', 'b']);
});

test('among procedures that fit equally, what works ranks above what does not; the score stays', () => {
  const good = candidate('a', 0.8, { successes: 9, failures: 1 });
  const bad = candidate('c', 0.8, { failures: 9, successes: 1 });
  const ranked = rankProcedures([bad, candidate('b', 0.8), good], [], MODEL);
  assert.deepEqual(
    ranked.map(({ id }) => id),
    ['a', 'b', 'c'],
  );
  assert.equal(new Set(ranked.map(({ score }) => score)).size, 1);
  const [first, second, third] = ranked.map(({ final }) => final) as [number, number, number];
  assert.ok(first > second && second > third);
});

test('no record lifts a procedure above one whose fit is better by more than two records can add', () => {
  const count = fc.integer({ min: 0, max: 100_000 });
  const cosine = fc.double({ min: 0, max: 0.9, noNaN: true });
  fc.assert(
    fc.property(cosine, count, count, count, count, (low, s1, f1, s2, f2) => {
      const unfit = candidate('z', low, { successes: s1, failures: f1 });
      const fitting = candidate('a', low + 2 * PROCEDURES.record + 1e-9, { successes: s2, failures: f2 });
      assert.deepEqual(order([unfit, fitting]), ['a', 'z']);
    }),
  );
});

test('the score separates what fits from what does not for each known model, whatever the record', () => {
  for (const [model, { middle }] of Object.entries(FIT_SCALES)) {
    const praised = candidate('b', middle - 0.15, { successes: 1_000 });
    const [fitting, unfitting] = rankProcedures([candidate('a', middle + 0.15), praised], [], model);
    assert.ok((fitting?.score ?? 0) > 0.9 && (unfitting?.score ?? 1) < 0.1);
    assert.ok((unfitting?.final ?? 1) < 0.1);
  }
});

test('for a model without a scale the score is the cosine, between 0 and 1', () => {
  const scores = rankProcedures([candidate('a', 0.6), candidate('b', -0.5)], [], 'another').map(({ score }) => score);
  assert.deepEqual(scores, [0.6, 0]);
});

test('a procedure that is not embedded yet is found by its words, below a close match in meaning', () => {
  const terms = new Map([['refund', 1]]);
  const waiting = candidate('w', null, { terms });
  assert.deepEqual(order([waiting, candidate('a', 0.6), candidate('b', 0.9)], ['refund']), ['b', 'w', 'a']);
  assert.deepEqual(order([waiting, candidate('x', null)], ['refund']), ['w', 'x']);
});

test('without vectors words alone make the score, and words that no procedure has lower it', () => {
  const both = new Map([
    ['refund', 1],
    ['order', 1],
  ]);
  const candidates = [candidate('a', null, { terms: new Map([['order', 1]]) }), candidate('b', null, { terms: both })];
  const [first] = rankProcedures(candidates, ['refund', 'order'], null);
  const [diluted] = rankProcedures(candidates, ['refund', 'order', 'volcano'], null);
  assert.equal(first?.id, 'b');
  assert.ok((first?.score ?? 0) > (diluted?.score ?? 1) && (first?.score ?? 2) <= 1);
  assert.deepEqual(
    rankProcedures(candidates, [], null).map(({ score }) => score),
    [0, 0],
  );
});

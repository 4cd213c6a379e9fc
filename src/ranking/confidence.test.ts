import assert from 'node:assert/strict';
import { test } from 'node:test';
import { candidate, NOW } from './candidate.test.kit.js';
import { confidenceOf } from './confidence.js';
import { type Candidate, rankHybrid, readQuestion } from './hybrid.js';

const ask = (question: string, candidates: Candidate[], model?: string) => {
  const asked = readQuestion(question, NOW);
  return confidenceOf(asked, rankHybrid(asked, candidates, NOW), model);
};
const QUESTION = 'What breed is the dog of Ada?';
const noise = Array.from({ length: 20 }, (_, i) =>
  candidate(`n${i}`, 'The meeting was moved.', { cosine: 0.45, fused: 0.1 }),
);
const answer = candidate('a', "Ada's dog is a poodle, a small breed.", { cosine: 0.85, fused: 1 });

for (const model of [undefined, 'another-model']) {
  test(`an answer gives confidence, its absence none (${model ?? 'standard model'})`, () => {
    const found = ask(QUESTION, [...noise, answer], model);
    const missing = ask(QUESTION, noise, model);
    assert.ok(found.confidence > 0.8 && !found.abstained);
    assert.ok(missing.confidence < 0.2 && missing.abstained);
  });
}

test('nothing found is no confidence', () => assert.deepEqual(ask(QUESTION, []), { confidence: 0, abstained: true }));

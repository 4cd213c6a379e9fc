import assert from 'node:assert/strict';
import { test } from 'node:test';
import { candidate, NOW } from './candidate.test.kit.js';
import { confidenceOf, confidenceOfRead, relevanceOf } from './confidence.js';
import { type Candidate, rankHybrid, readQuestion } from './hybrid.js';

const ask = (question: string, candidates: Candidate[], isBundled = false) => {
  const asked = readQuestion(question, NOW);
  return confidenceOf(asked, rankHybrid(asked, candidates, NOW), isBundled);
};
const QUESTION = 'What breed is the dog of Ada?';
const noise = Array.from({ length: 20 }, (_, i) =>
  candidate(`n${i}`, 'The meeting was moved.', { cosine: 0.45, fused: 0.1 }),
);
const answer = candidate('a', "Ada's dog is a poodle, a small breed.", { cosine: 0.85, fused: 1 });

const sure = (logits: number[], contents: string[] = []) =>
  confidenceOfRead({ terms: new Set(['epipen', 'shelf']), subject: new Set() }, logits, contents);

test('confidence is high with an answer and low without one', () => {
  const found = ask(QUESTION, [...noise, answer]);
  const missing = ask(QUESTION, noise);
  assert.ok(found.confidence > 0.8 && !found.abstained);
  assert.ok(missing.confidence < 0.2 && missing.abstained);
});

test('the best of the read results sets the confidence, and means less among many than alone', () => {
  assert.deepEqual(sure([]), { confidence: 0, abstained: true });
  assert.equal(sure([-8, 5, -6]).confidence, relevanceOf(5, 3));
  assert.ok(sure([5]).confidence > sure([-8, 5, -6]).confidence);
  assert.ok(sure([-12, -11]).abstained && !sure([6]).abstained);
});

test('with the bundled model a single memory is judged by its cosine, even without a shared word', () => {
  const alone = (cosine: number) =>
    ask('Which city do I call home?', [candidate('a', 'I live in Paris.', { cosine })], true);
  assert.ok(!alone(0.75).abstained && alone(0.3).abstained);
  assert.ok(alone(0.9).confidence > alone(0.75).confidence);
});

test('no results mean no confidence', () => assert.deepEqual(ask(QUESTION, []), { confidence: 0, abstained: true }));

test('a question is not called unknown if one result contains all its words', () => {
  const shared = sure([-9, -9], ['The epipen is in the bag.', 'The shelf is new.']);
  const whole = sure([-9, -9], ['The epipen is on the shelf.', 'The shelf is new.']);
  assert.deepEqual([shared.abstained, whole.abstained], [true, false]);
  assert.ok(whole.confidence > shared.confidence);
});

test('what is from the time that the question names answers it if it contains all other words', () => {
  const judged = (question: string, ...fromThen: string[]) =>
    confidenceOfRead(readQuestion(question, NOW), [-9, -9], ['Tea.', ...fromThen], fromThen).abstained;
  assert.equal(judged('What happened last week?', 'Bought tyres.'), false);
  assert.equal(judged('What did I buy last week?', 'Bought tyres.'), false);
  assert.equal(judged('What did the plumber say last week?', 'Bought tyres.'), true);
  assert.equal(judged('What happened last week?'), true);
});

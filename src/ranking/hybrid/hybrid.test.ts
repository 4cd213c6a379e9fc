import assert from 'node:assert/strict';
import { test } from 'node:test';
import { candidate, DAY, NOW } from './candidate.test.kit.js';
import { type Candidate, type Ranked, rankHybrid, readQuestion } from './hybrid.js';

const rank = (question: string, ...candidates: Candidate[]): Ranked[] =>
  rankHybrid(readQuestion(question, NOW), candidates, NOW);
const ids = (ranked: Ranked[]) => ranked.map(({ id }) => id);
const part = (ranked: Ranked[], id: string, name: string) =>
  ranked.find((result) => result.id === id)?.parts.find((found) => found.name === name)?.value;

const LONG_AGO = Date.parse('2023-05-08T13:56:00Z');

test('equal memories are ordered by id, descending', () => {
  assert.deepEqual(ids(rank('dog?', candidate('a', 'x'), candidate('c', 'x'), candidate('b', 'x'))), ['c', 'b', 'a']);
});

test('a memory from the time that the question names ranks above an equal one', () => {
  const then = candidate('a', 'We went hiking.', { at: LONG_AGO + 2 * DAY });
  const later = candidate('b', 'We went hiking.', { at: LONG_AGO + 90 * DAY });
  assert.deepEqual(ids(rank('Where did we hike on 8 May 2023?', then, later)), ['a', 'b']);
  assert.deepEqual(ids(rank('Where did we hike two weeks ago?', later, { ...then, at: NOW - 14 * DAY })), ['a', 'b']);
  const named = { ...then, content: 'We go hiking on 8 May 2023.', at: LONG_AGO - 90 * DAY };
  assert.deepEqual(ids(rank('Where did we hike on 8 May 2023?', named, later)), ['a', 'b'], 'its text names the time');
});

test('"before" and "since" a date without a year leave out what is only near', () => {
  const jobs = ['2026-03-10', '2026-04-12', '2026-05-08', '2026-05-11', '2026-09-03', '2026-10-20'].map((day) =>
    candidate(day, 'Rob has a job.', { at: Date.parse(day) }),
  );
  const preferred = (question: string) => {
    const ranked = rank(question, ...jobs);
    return ids(ranked)
      .filter((id) => (part(ranked, id, 'time') ?? 0) > 0)
      .sort();
  };
  assert.deepEqual(preferred('Which job did Rob have before 8 May?'), ['2026-03-10', '2026-04-12']);
  assert.deepEqual(preferred('Which jobs has Rob had since September?'), ['2026-09-03', '2026-10-20']);
});

test('a question about a time prefers a memory that states one', () => {
  const ranked = rank(
    'When did Ada adopt?',
    candidate('a', 'Ada adopted a dog last week.'),
    candidate('b', 'Ada adopted her small dog.'),
  );
  assert.deepEqual(ids(ranked), ['a', 'b']);
});

test('the best statement of a turn represents it, with the score of what was said there and around it', () => {
  const turn = (id: string, content: string, position: number, fused: number) =>
    candidate(id, content, { group: 'talk', position, fused, at: LONG_AGO + position * 1000, isTurn: true });
  const ranked = rank(
    'Which instrument does Ada play?',
    turn('a', 'Which instrument do you play?', 4, 0.9),
    turn('b', 'The cello, since I was seven. My brother plays chess.', 5, 0.6),
    candidate('c', 'Ada plays the cello since she was seven.', { fused: 0.5, sources: ['a', 'b'] }),
    candidate('d', "Ada's brother plays chess.", { fused: 0.49, sources: ['b'] }),
    candidate('e', 'Ada plays chess on Mondays.', { fused: 0.5, sources: ['gone'] }),
  );
  assert.ok((part(ranked, 'c', 'conversation') ?? 0) >= 0.1, 'found by its turn');
  assert.equal(part(ranked, 'd', 'conversation'), 0, 'of what else was said there its own score counts');
  assert.equal(part(ranked, 'e', 'conversation'), 0);
});

test('the answer to a question that matches is found, though it repeats none of its words', () => {
  const turn = (id: string, content: string, position: number, fused: number) =>
    candidate(id, content, { group: 'talk', position, fused, at: LONG_AGO + position * 1000 });
  const ranked = rank(
    'Which instrument does Ada play?',
    turn('a', 'Bob: Ada, which instrument do you play?', 4, 0.9),
    turn('b', 'Ada: The cello, since I was seven.', 5, 0.4),
    turn('c', 'Bob: The weather is good, since Monday.', 40, 0.4),
  );
  assert.ok(ids(ranked).indexOf('b') < ids(ranked).indexOf('c'));
  assert.ok((part(ranked, 'b', 'conversation') ?? 0) > 0);
});

test('neighbours of another day or another batch give no support', () => {
  const far = { group: 'talk', position: 5, at: LONG_AGO + DAY };
  const ranked = rank(
    'tea?',
    candidate('a', 'x', { group: 'talk', position: 4, at: LONG_AGO }),
    candidate('b', 'x', far),
  );
  assert.equal(part(ranked, 'b', 'conversation'), 0);
  const other = rank(
    'tea?',
    candidate('a', 'x', { group: 'one', position: 4 }),
    candidate('b', 'x', { group: 'two', position: 5 }),
  );
  assert.equal(part(other, 'b', 'conversation'), 0);
});

test('importance multiplies, outcomes and recency decide between equals, a superseded memory drops', () => {
  const first = (a: Partial<Candidate>, b: Partial<Candidate>) =>
    ids(rank('dog?', candidate('a', 'the dog', a), candidate('b', 'the dog', b)))[0];
  assert.equal(first({ importance: 9 }, {}), 'a');
  assert.equal(first({ outcomeScore: 0.9 }, {}), 'a');
  assert.equal(first({ at: NOW - DAY }, {}), 'a');
  assert.equal(first({ fused: 0.6 }, { supersededBy: 'a', fused: 0.9 }), 'a');
  assert.equal(first({ fused: 0.5, importance: 10 }, { fused: 0.8, importance: 5 }), 'b');
});

test('no candidates, no results', () => assert.deepEqual(rank('dog?'), []));

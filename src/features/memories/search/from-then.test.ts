import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readQuestion } from '../../../ranking/hybrid/question.js';
import { timesIn } from './from-then.js';

const NOW = Date.parse('2026-11-19T10:00:00Z');
type Told = [text: string, stored: string, from?: string];
const from = (question: string, ...told: Told[]) =>
  timesIn(
    readQuestion(question, NOW),
    told.map(([, stored, from]) => ({ created_at: Date.parse(stored), valid_from: from ? Date.parse(from) : null })),
    told.map(([text]) => text),
  );

test('a memory is from a time by when it is true, by when it was stored, or by its words', () => {
  const told: Told[] = [
    ['Bought tyres.', '2026-11-19', '2026-10-03'],
    ['Sold the car.', '2026-10-05'],
    ['Dentist on 9 October', '2026-09-20'],
    ['Saw the dentist yesterday.', '2026-11-01'],
    ['Saw a heron.', '2026-11-01'],
  ];
  assert.deepEqual(from('What happened in October?', ...told), ['October', 'October', 'October', 'October', null]);
  assert.deepEqual(from('What did we do since 4 October?', ...told)[1], 'since 4 October');
});

test('what was all stored in that time is not told apart by it, unless it says since when it is true', () => {
  const now = '2026-11-19T09:00:00Z';
  assert.deepEqual(from('What do I do today?', ['Ann is ill.', now], ['Ann likes tea.', now]), [null, null]);
  assert.deepEqual(from('What do I do today?', ['Ann is ill.', now], ['Ann likes tea.', '2026-10-01']), [
    'today',
    null,
  ]);
  assert.deepEqual(from('What do I do today?', ['Ann is ill.', now, now]), ['today']);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timesAsked } from './asked.js';

const NOW = Date.parse('2026-11-19T10:00:00Z');
const iso = (time: number) => (Number.isFinite(time) ? new Date(time).toISOString().slice(0, 10) : String(time));
const asked = (text: string) => timesAsked(text, NOW).map(({ from, to }) => `${iso(from)}/${iso(to)}`);

const TABLE: [question: string, ...spans: string[]][] = [
  ['Which job did Rob have before 8 May?', '-Infinity/2026-05-08'],
  ['Where did we live until December?', '-Infinity/2026-01-01'],
  ['What has changed since September?', '2026-09-01/Infinity'],
  ['What has changed since December?', '2025-12-01/Infinity'],
  ['What did we do after November?', '2025-12-01/Infinity'],
  ['What do I need to hand in by the end of March?', '-Infinity/2027-04-01'],
  ['What did I need to hand in by the end of March?', '-Infinity/2026-04-01'],
  ['Who will visit us before 24 December?', '-Infinity/2026-12-24'],
  ["What's due until 19 November?", '-Infinity/2026-11-20'],
  ['What are we going to pay after 1 January?', '2027-01-02/Infinity'],
  ["What has changed since New Year's Day?", '2026-01-01/Infinity'],
  ['What must we buy before Christmas?', '-Infinity/2026-12-24'],
  ['Who called just before 8 May?', '2026-04-24/2026-05-08'],
  ['What did Ann say shortly after 8 May 2025?', '2025-05-09/2025-05-23'],
  ['What did we do from 3 May 2026 until 9 May 2026?', '2026-05-03/2026-05-04', '2026-05-09/2026-05-10'],
];
for (const [question, ...spans] of TABLE)
  test(`"${question}" means ${spans.join(' and ')}`, () => assert.deepEqual(asked(question), spans));

test('without such a word, a date without a year stays the same days of every year', () => {
  for (const question of [
    'What happened in September?',
    'What did Rob do on 8 May?',
    'What is in the letter from 8 May?',
  ]) {
    const [span] = timesAsked(question, NOW);
    assert.ok(span?.everyYear, question);
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { datesIn, distance } from './dates.js';

/** A Wednesday. */
const NOW = Date.parse('2024-05-15T10:00:00Z');
const iso = (time: number) => (Number.isFinite(time) ? new Date(time).toISOString().slice(0, 10) : String(time));
/** First day and the day after the last, for every time in the text. */
const spans = (text: string) => datesIn(text, NOW).map(({ from, to }) => `${iso(from)}/${iso(to)}`);

const TABLE: [string, ...string[]][] = [
  ['on 2024-01-19', '2024-01-19/2024-01-20'],
  ['on 19.01.2024', '2024-01-19/2024-01-20'],
  ['on 01/19/2024', '2024-01-19/2024-01-20'],
  ['on 19/01/2024', '2024-01-19/2024-01-20'],
  ['on 8 May, 2023', '2023-05-08/2023-05-09'],
  ['[1:56 pm on 8 May, 2023] Ada: hello', '2023-05-08/2023-05-09'],
  ['on May 8th, 2023', '2023-05-08/2023-05-09'],
  ['the 8th of May 2023', '2023-05-08/2023-05-09'],
  ['in May 2023', '2023-05-01/2023-06-01'],
  ['in early May 2023', '2023-05-01/2023-05-13'],
  ['in late May 2023', '2023-05-19/2023-06-01'],
  ['during summer 2023', '2023-06-01/2023-09-01'],
  ['in 2022', '2022-01-01/2023-01-01'],
  ['yesterday', '2024-05-14/2024-05-15'],
  ['today or tomorrow', '2024-05-15/2024-05-16', '2024-05-16/2024-05-17'],
  ['the day before yesterday', '2024-05-13/2024-05-14'],
  ['three days ago', '2024-05-12/2024-05-13'],
  ['two weeks ago', '2024-04-27/2024-05-06'],
  ['a couple of days ago', '2024-05-13/2024-05-14'],
  ['2 years ago', '2022-01-01/2023-01-01'],
  ['last week', '2024-05-06/2024-05-13'],
  ['last weekend', '2024-05-11/2024-05-13'],
  ['next month', '2024-06-01/2024-07-01'],
  ['this year', '2024-01-01/2025-01-01'],
  ['last Friday', '2024-05-10/2024-05-11'],
  ['last Wednesday', '2024-05-08/2024-05-09'],
  ['next Monday', '2024-05-20/2024-05-21'],
  ['last March', '2024-03-01/2024-04-01'],
  ['last August', '2023-08-01/2023-09-01'],
  ['last summer', '2023-06-01/2023-09-01'],
  ['in the past two weeks', '2024-05-01/2024-05-16'],
  ['before May 2023', '-Infinity/2023-05-01'],
  ['after 8 May 2023', '2023-05-09/Infinity'],
  ['since 2022', '2022-01-01/Infinity'],
  ['I may go', ...[]],
  ['I have the dentist on Monday at 9.', '2024-05-20/2024-05-21'],
  ["I'll call him on Friday evening", '2024-05-17/2024-05-18'],
  ['On Sunday, I ran a marathon.', '2024-05-12/2024-05-13'],
  ['I lost my card on Friday, so I am going to the bank on Monday.', '2024-05-10/2024-05-11', '2024-05-20/2024-05-21'],
  ['the next two weeks of rain, and next week', '2024-05-20/2024-05-27'],
  ['she ran 2000 metres', ...[]],
  ['version 1.2.3', ...[]],
  ['on 45.13.2024', ...[]],
];

for (const [text, ...expected] of TABLE) {
  test(`"${text}" means ${expected.join(' and ') || 'no time'}`, () => assert.deepEqual(spans(text), expected));
}

test('a weekday that may be any, and a last or next time that is not told from now, mean none', () => {
  for (const text of [
    'Ann never works on Friday afternoons.',
    'Bo has physio on Tuesday evenings.',
    'Choir is on Monday and Thursday.',
    'I usually swim on Sunday.',
    'He was born on Friday the 13th.',
    'Bins on Tuesday.',
    'I promised to call him on Friday.',
    'I bought a dress for the wedding on Friday.',
    'Pick up the altered suit on Friday morning.',
    'I have the dentist on Wednesday.',
    'My last day at Acme is near.',
    'The last week of the holidays was wet.',
    'We paid the first and last month up front.',
    'Next day delivery costs more.',
    'I was ill the next year.',
    "It was Ann's last year at school.",
  ])
    assert.deepEqual(spans(text), [], text);
  assert.deepEqual(spans("It's next week, isn't it"), ['2024-05-20/2024-05-27']);
});

test('a weekday in a question is the last one, the next one or the nearest', () => {
  const asked = (text: string) => datesIn(text, NOW, 'question').map(({ from }) => iso(from));
  assert.deepEqual(asked('What did I eat on Monday?'), ['2024-05-13']);
  assert.deepEqual(asked('What did I cook for dinner on Saturday?'), ['2024-05-11']);
  assert.deepEqual(asked('Who came on Thursday?'), ['2024-05-09']);
  assert.deepEqual(asked('What am I doing on Monday?'), ['2024-05-20']);
  assert.deepEqual(asked('dentist on Thursday'), ['2024-05-16']);
  assert.deepEqual(asked('dentist on Monday'), ['2024-05-13']);
  assert.deepEqual(asked('What happened in the last week?'), ['2024-05-06']);
});

test('a date without its year stands for every year', () => {
  const [span] = datesIn('What happened on July 14?', NOW);
  assert.ok(span?.everyYear);
  for (const year of [1999, 2020, 2023]) assert.equal(distance(span, Date.UTC(year, 6, 14, 12)), 0);
  assert.ok(Math.abs(distance(span, Date.UTC(2023, 7, 14))) > 20 * 86_400_000);
});

test('distance is 0 inside, negative before and positive after', () => {
  const [span] = datesIn('in May 2023', NOW);
  assert.ok(span);
  assert.equal(distance(span, Date.UTC(2023, 4, 20)), 0);
  assert.ok(distance(span, Date.UTC(2023, 3, 30)) < 0);
  assert.ok(distance(span, Date.UTC(2023, 5, 2)) > 0);
});

test('no string breaks it, and every span has a length', () => {
  const pieces = fc.constantFrom(
    'May',
    '2023',
    'last',
    '31',
    '99',
    '/',
    '.',
    'ago',
    'week',
    'before',
    'in',
    'two',
    'summer',
    ',',
  );
  const made = fc.array(pieces, { maxLength: 12 }).map((words) => words.join(' '));
  fc.assert(
    fc.property(fc.oneof(made, fc.string({ unit: 'binary' })), (text) => {
      for (const span of datesIn(text, NOW)) {
        assert.ok(span.from < span.to, text);
        assert.ok(!Number.isNaN(distance(span, NOW)));
      }
    }),
  );
});

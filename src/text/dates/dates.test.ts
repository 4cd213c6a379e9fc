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
  ['on 05/06/2024', '2024-05-06/2024-05-07'],
  ['on 17-01-2024', '2024-01-17/2024-01-18'],
  ['on 24.03.26', '2026-03-24/2026-03-25'],
  ['24.03.26: vaccination', '2026-03-24/2026-03-25'],
  ['What did we do on 28.10.?', '2024-10-28/2024-10-29'],
  ['Zahnarzt am 28.10. um 9 Uhr', '2024-10-28/2024-10-29'],
  ['on 14. August 2026', '2026-08-14/2026-08-15'],
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
  ['last Christmas', '2023-12-24/2023-12-27'],
  ['next Christmas Eve', '2024-12-24/2024-12-25'],
  ['this Easter', '2024-03-29/2024-04-02'],
  ['Christmas 2022', '2022-12-24/2022-12-27'],
  ['on Easter Monday 2026', '2026-04-06/2026-04-07'],
  ['New Year 2024', '2023-12-31/2024-01-02'],
  ['after New Year’s Eve 2023', '2024-01-01/Infinity'],
  ['last Halloween', '2023-10-31/2023-11-01'],
  ['the Christmas tree', ...[]],
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
  ...[
    ...['version 1.2.3', 'version 10.12.26', 'on 10.11.98', 'We are on 22.04.', 'on 10.11.12.13', 'at 12.30.45'],
    ...['It costs 28.10.', 'Be there by 10.10.', 'on 05-06-2026', 'call 030-17-01-2026', 'call 17-01-2026-5'],
  ].map((text): [string] => [text]),
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
  const asked = (text: string) => datesIn(text, NOW, undefined, 'question').map(({ from }) => iso(from));
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

test('a feast without its year stands for every year, whenever it is', () => {
  const [easter] = datesIn('Where were we at Easter?', NOW);
  assert.ok(easter?.everyYear);
  for (const sunday of ['2019-04-21', '2025-04-20', '2026-04-05', '2027-03-28', '2038-04-25'])
    assert.equal(distance(easter, Date.parse(sunday)), 0, sunday);
  assert.ok(distance(easter, Date.parse('2026-04-20')) > 0);
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

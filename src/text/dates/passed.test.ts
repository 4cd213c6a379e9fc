import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passedAt } from './passed.js';

const WRITTEN = Date.parse('2026-03-10T10:00:00Z');
const NOW = Date.parse('2026-11-19T10:00:00Z');
const passed = (text: string) => {
  const at = passedAt(text, { written: WRITTEN, seen: WRITTEN }, NOW);
  return at === null ? null : new Date(at).toISOString().slice(0, 10);
};

const OVER: [text: string, from: string][] = [
  ['Eye test with Dr Okafor on 22 April at 10:30', '2026-04-23'],
  ['I must order the cake for the party by the end of August.', '2026-09-01'],
  ['The chimney sweep is coming next Thursday.', '2026-03-13'],
  ['Driving test: 9 September', '2026-09-10'],
  ['Exam dates: 14 July, 3 August and 5 September. Register by 20 June.', '2026-09-06'],
  ['The pool is shut from 3 May 2026 to 9 May 2026.', '2026-05-10'],
  ['Renew the passport before May 2026', '2026-05-01'],
];
for (const [text, from] of OVER) test(`over since ${from}: ${text}`, () => assert.equal(passed(text), from));

const NOT_OVER: [why: string, text: string][] = [
  ['it is still to come', 'Eye test on 22 December'],
  ['one of its dates is still to come', 'Exams on 14 July and 3 December'],
  ['it was written about something earlier', 'Ann and Bo met on 2 March.'],
  ['it was written on that day', 'We got engaged today!'],
  ['it names no time', 'Buy stamps'],
  ['another sentence holds on', 'Eye test on 22 April. I cannot take atropine.'],
  ['it comes again', 'The birthday of Ann is on 22 April.'],
  ['it begins on its date', 'Ann starts at the bakery on 1 June.'],
  ['it holds from then on', 'From 1 June the office is in Graz.'],
  ['it holds since then', 'The lift is out of order since 2 May 2026.'],
  ['it names a feast, which comes again', 'We are with Grandma at Easter.'],
  ['it says more than a plan', `Eye test on 22 April, ${'and so on, '.repeat(30)}`],
];
for (const [why, text] of NOT_OVER) test(`not over, since ${why}`, () => assert.equal(passed(text), null));

test('a date without a year is the next one, or one shortly before', () => {
  const over = (text: string, written: string, now: string) =>
    passedAt(text, { written: Date.parse(written), seen: Date.parse(written) }, Date.parse(now));
  const wedding = 'Wedding of Ida on 8 January';
  assert.equal(over(wedding, '2025-11-20', '2026-01-08'), null);
  assert.equal(over(wedding, '2025-11-20', '2026-01-09'), Date.parse('2026-01-09'));
  assert.equal(over(wedding, '2026-01-20', '2026-06-01'), null);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSameStatement, statementOf } from './same-statement.js';

const same = (a: string, b: string) => isSameStatement(statementOf(a), statementOf(b));
const LONG = 'The minutes of the meeting were read to the council and approved. '.repeat(200);

const REPEATED: readonly [string, string][] = [
  ['Ada prefers the window seat on trains.', 'Ada prefers the window seat on trains'],
  ['Ada prefers the window seat on trains.', 'ADA PREFERS THE WINDOW SEAT ON TRAINS!'],
  ['Ada prefers the window seat on trains.', 'Ada prefers the window seat on a train.'],
  ['The quarterly review is on Friday in the big room.', 'The quarterly review is on Friday, in the big room!'],
  [LONG, LONG],
  ['👍', '👍'],
];
const APART: readonly [string, string][] = [
  ['The budget of the project is 20k.', 'The budget of the project is 35k.'],
  ['The whole marketing department meets in room Oslo.', 'The whole marketing department meets in room Rome.'],
  ['Ada is allergic to peanuts and to shellfish.', 'Ada is not allergic to peanuts and to shellfish.'],
  ['Ada drinks coffee in the late afternoon.', "Ada doesn't drink coffee in the late afternoon."],
  ['The whole team prefers tea with lemon on a hot day.', 'The whole team prefers tea with melon on a hot day.'],
  ['Ada likes tea.', 'Bob is a gardener.'],
  ['Ada pays Bob for the bread at the end of every month.', 'Bob pays Ada for the bread at the end of every month.'],
  ['Ada takes the two white tablets before her breakfast.', 'Ada takes the two white tablets after her breakfast.'],
  ['The night train goes from Paris to Rome on Mondays.', 'The night train goes from Rome to Paris on Mondays.'],
  ['Visitors may leave their bags in the cloakroom.', 'Visitors must leave their bags in the cloakroom.'],
  [LONG, `${LONG} The mayor resigned.`],
  ['👍', '👎'],
  ['!!!', '???'],
];

for (const [a, b] of REPEATED) {
  test(`"${a.slice(0, 60)}" is repeated by "${b.slice(0, 60)}"`, () => assert.ok(same(a, b) && same(b, a)));
}
for (const [a, b] of APART) {
  test(`"${a.slice(0, 60)}" and "${b.slice(0, 60)}" are two statements`, () => assert.ok(!same(a, b) && !same(b, a)));
}

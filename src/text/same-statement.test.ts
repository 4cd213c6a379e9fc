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
  ["I'm allergic to peanuts and to shellfish.", 'I am allergic to peanuts and to shellfish.'],
  ['The board of the club meets in room 5 on Fridays.', 'The board of the club met in room 5 on Fridays.'],
  ['The staff of the clinic are paid on Fridays.', 'The staff of the clinic is paid on Fridays.'],
  ['The ferry to the island costs €12 a head.', 'The ferry to the island costs 12 € a head.'],
  [LONG, LONG],
  ['👍', '👍'],
];
const APART: readonly [string, string][] = [
  ['For new services the team prefers C to C++.', 'For new services the team prefers C++ to C.'],
  ['Ann is at -500 euros and Ben is at 200 euros.', 'Ann is at 500 euros and Ben is at -200 euros.'],
  ['The freezer is set to -18 and the room to 18 degrees.', 'The freezer is set to 18 and the room to -18 degrees.'],
  ['Ann rides the 50 bus. She has signed the contract?', 'Ann rides the 50 bus? She has signed the contract.'],
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
  [
    'You owe me 10 euros for the cinema tickets from last Friday evening',
    'I owe you 10 euros for the cinema tickets from last Friday evening',
  ],
  ['My daughter is allergic to peanuts and to shellfish.', 'Your daughter is allergic to peanuts and to shellfish.'],
  ['The spare key of the cellar is kept here.', 'The spare key of the cellar is kept there.'],
  ['Ann is the treasurer of the rowing club.', 'Ann was the treasurer of the rowing club.'],
  ["I'm the treasurer of the rowing club in Bonn.", 'I was the treasurer of the rowing club in Bonn.'],
  ['The freezer in the cellar is set to -18 degrees.', 'The freezer in the cellar is set to 18 degrees.'],
  ['The balance of the account is - 500 euros.', 'The balance of the account is 500 euros.'],
  ['The deposit for the flat in Bonn is €1200.', 'The deposit for the flat in Bonn is $1200.'],
  ['The firmware of the sensors is written in C++.', 'The firmware of the sensors is written in C.'],
  ['Ann has signed the contract with the new supplier', 'Ann has signed the contract with the new supplier?'],
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

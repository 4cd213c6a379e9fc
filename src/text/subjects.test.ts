import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maySpeakOfSame } from './subjects.js';

test('clauses with different subjects are told apart by the words they begin with', () => {
  for (const [one, other] of [
    ['Dad lives on his own in Cirencester.', "Dad's neighbour has moved to Tetbury now."],
    ['Her sister lives in Vienna.', 'She moved to Graz.'],
    ['Her sister lives in Vienna.', 'User moved to Graz.'],
    ['My brother works at Bosch.', 'I stopped working at Bosch.'],
    ['My brother works at Bosch.', 'My sister has moved to Bosch.'],
    ["Ann's brother works at Bosch.", "Ben's brother has quit."],
    ['Ann works at Bosch.', 'Ben has quit.'],
  ] as const)
    assert.equal(maySpeakOfSame(one, other), false, `${one} ${other}`);
});

test('clauses may be about the same if the subject of one is unknown, a pronoun, or named in both', () => {
  for (const [one, other] of [
    ['User works at Bosch.', 'Ann has quit at Bosch.'],
    ['I work at Bosch.', 'Ann has quit at Bosch.'],
    ['My sister lives in Vienna.', 'She moved to Graz.'],
    ['My sister lives in Vienna.', 'Her sister moved to Graz.'],
    ["Ann's flat costs 900 euros.", 'It now costs 950 euros.'],
    ['The old house is in Turku.', 'The house was sold.'],
    ['Ann lives in Ulm.', 'Ann Miller moved to Graz.'],
    ['Lives in Ulm.', 'Ann moved to Graz.'],
  ] as const)
    assert.equal(maySpeakOfSame(one, other), true, `${one} ${other}`);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { respelled } from './spelling.js';

const TEXTS = ['Ann keeps the keys at the bloc.', 'Her omena comes from Kisumu.'];

test('a word that is one slip from a known one is replaced', () => {
  for (const [given, meant] of [
    ['Which restuarant does she like?', 'Which restaurant does she like?'],
    ['where is the pasport', 'where is the passport'],
    ['When is the denttist appointmemt?', 'When is the dentist appointment?'],
  ] as const)
    assert.equal(respelled(given, TEXTS), meant);
});

test('words that are right, rare, names or in the store stay', () => {
  for (const question of [
    ...['What is her favourite restaurant?', 'sausages and allergies', 'When did Siobhan call Nyambu?', ''],
    ...[
      'Who brings omena?',
      'Is the xqzvw ready?',
      'Wo wohnt meine Schwester und was lernt sie nicht?',
      'the re-hersal',
    ],
  ])
    assert.equal(respelled(question, TEXTS), null, question);
});

test('words of other languages stay, however near English ones', () => {
  for (const question of [
    'Welchen Sport macht Rita?',
    'numero do medico',
    'Quelle heure piano Rita?',
    'nome do medico de familia',
    'adresse du medecin',
    'kde ma Rita klice',
  ])
    assert.equal(respelled(question, TEXTS), null, question);
});

test('phrases are respelled if their other words, or the length of the wrong one, show that they are English', () => {
  assert.equal(respelled('Seb phone numbr', ['Seb moved to Lyon.']), 'Seb phone number');
  assert.equal(respelled('restuarant', TEXTS), 'restaurant');
});

test('no word becomes a name that the store has', () => {
  assert.equal(respelled('where does nadja live', ['Nadia lives in Split.']), null);
  assert.equal(respelled('where does nadja live', []), 'where does nadia live');
});

test('only the beginning of a long text is read, and few of its words are replaced', () => {
  const slip = 'childern ';
  assert.equal(respelled(`${'fine '.repeat(1000)}${slip}`, []), null);
  assert.equal(respelled(slip.repeat(10), []), `${'children '.repeat(3)}${slip.repeat(7)}`);
});

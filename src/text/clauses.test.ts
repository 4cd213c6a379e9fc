import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clauses, withSubjects } from './clauses.js';

test('a plain sentence is one statement', () => {
  assert.deepEqual(clauses('Ann lives in Berlin.'), ['Ann lives in Berlin.']);
});

test('sentences, semicolons and joined verbs are statements of their own, in their words', () => {
  assert.deepEqual(clauses('User prefers dark mode and works in TypeScript.'), [
    'User prefers dark mode',
    'works in TypeScript.',
  ]);
  assert.deepEqual(clauses('The flat is on the third floor; the rent is 900 euros. Pets are fine.'), [
    'The flat is on the third floor',
    'the rent is 900 euros.',
    'Pets are fine.',
  ]);
});

test('a word or two belong to the clause before, and an empty text has no clauses', () => {
  for (const text of [
    'She plays the cello every day; very well.',
    'She plays the cello every day and loves it.',
    'She plays the cello every day – very well.',
    'She plays the cello every day. Very well.',
  ])
    assert.deepEqual(clauses(text), [text]);
  assert.deepEqual(clauses(''), []);
});

test('two clauses with their own subjects are split, a compound subject is not', () => {
  assert.deepEqual(clauses('I am vegetarian and I love noodles.'), ['I am vegetarian', 'I love noodles.']);
  assert.deepEqual(clauses('My sister and I live in Rome.'), ['My sister and I live in Rome.']);
});

test('a clause that names no subject gets the one before it, if that is sure', () => {
  const read = (text: string) => withSubjects(clauses(text));
  assert.deepEqual(read('My aunt Ilse lives in Bonn and works as a baker and swims on Sundays.'), [
    'My aunt Ilse lives in Bonn',
    'My aunt Ilse works as a baker',
    'My aunt Ilse swims on Sundays.',
  ]);
  assert.deepEqual(read('Ilse plays the flute; lessons are on Mondays at five.')[1], 'lessons are on Mondays at five.');
  assert.deepEqual(read('Bought a flat in Bonn and works as a baker.')[1], 'works as a baker.');
});

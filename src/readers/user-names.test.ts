import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alikeAboutUser, namesOfUser } from './user-names.js';

test('a user is called by the id, if it looks like a name, and by what memories state', () => {
  assert.deepEqual(namesOfUser('ada', []), ['Ada']);
  assert.deepEqual(namesOfUser('ada.blake@example.org', []), ['Blake', 'Ada']);
  for (const id of ['u-42', 'user', 'support_team', '01h2xcejqtf2nbrexx3vqjhp41', 'a'])
    assert.deepEqual(namesOfUser(id, []), [], id);
  assert.deepEqual(namesOfUser('u-42', ["I'm German.", 'My name is Rob Hartley, by the way.']), ['Rob Hartley', 'Rob']);
  assert.deepEqual(namesOfUser('u-42', ["User's name is Zoë."]), ['Zoë']);
});

test('a question by name and a memory in the first person, or about "User", are about one person', () => {
  const names = ['Ada Blake', 'Ada'];
  const memory = (question: string, text: string) => alikeAboutUser(question, text, names)[1];
  assert.equal(memory('What is Ada allergic to?', 'I am allergic to shellfish.'), 'Ada is allergic to shellfish.');
  assert.equal(memory('Where does Ada Blake live?', 'My flat is in Porto.'), "Ada Blake's flat is in Porto.");
  assert.equal(memory("What is Ada's wife called?", "User's wife is called Eve."), "Ada's wife is called Eve.");
  assert.equal(memory('What is the user allergic to?', "I'm allergic to nuts."), 'The user is allergic to nuts.');
  assert.equal(memory('What am I allergic to?', 'Ada is allergic to nuts.'), 'The user is allergic to nuts.');
});

test('texts that need not be about the user stay as they are', () => {
  const names = ['Ada'];
  for (const [one, other] of [
    ['What is Ada allergic to?', 'Sam is allergic to nuts.'],
    ['What is Ada allergic to?', 'Ada told me that I should eat more.'],
    ['What is Sam allergic to?', 'I am allergic to nuts.'],
    ['What is Adam allergic to?', 'I am allergic to nuts.'],
    ['What am I allergic to?', 'I am allergic to nuts.'],
  ] as const)
    assert.deepEqual(alikeAboutUser(one, other, names), [one, other]);
  assert.deepEqual(alikeAboutUser('What is Ada allergic to?', 'I am ill.', []), [
    'What is Ada allergic to?',
    'I am ill.',
  ]);
});

test('of two memories, the one without the name gets it', () => {
  assert.deepEqual(alikeAboutUser('I live in Leeds.', 'Ada moved to York.', ['Ada']), [
    'Ada lives in Leeds.',
    'Ada moved to York.',
  ]);
});

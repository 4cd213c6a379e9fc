import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asks, isPhrase, requests } from './asks.js';

test('a phrase is neither a question nor a request nor a sentence', () => {
  for (const query of ['allergies', ' Ines phone number ', "the twins' school", 'flat, old address'])
    assert.ok(isPhrase(query), query);
  for (const query of [
    ...[
      '',
      '  ',
      'Where does she live',
      'where?',
      'rent?',
      'Ann lives in Oslo.',
      'so what about the rent',
      'whats her number',
      '我的地址',
    ],
    ...['Draft an invitation', 'please book flights', 'ann moved to oslo in may last year'],
  ])
    assert.ok(!isPhrase(query), query);
});

test('without its mark, a question has a subject behind the verb', () => {
  for (const text of [
    ...['was it late', 'can you help', 'Can’t you stay', 'is dinner ready', 'was Ann there', 'have you eaten'],
    ...['have the kids eaten', 'will Ann come', 'may I go', 'am I late', 'Have a nice day', 'when is the talk'],
  ])
    assert.ok(asks(text), text);
  for (const text of [
    ...["Can't eat gluten.", 'Was ill in June.', 'Have two kids.', 'Am allergic to nuts.', 'Will and I are twins.'],
    ...['May is my aunt.', 'Will, my brother, is ill.', 'Will Hart is my doctor.', 'When I eat nuts, I faint.'],
  ])
    assert.ok(!asks(text), text);
});

test('a request begins with a verb, not with a noun that is spelled like one', () => {
  for (const text of [
    ...['Order two pizzas', 'Book a room that is quiet', 'Please call', "Let's see", "Let's go with the second one"],
    ...['Check everything is off', 'List whatever is left'],
  ])
    assert.ok(requests(text), text);
  for (const text of [
    ...['Order 4471 never arrived.', 'And book club is on Mondays.', 'Check-in starts at three.'],
    ...["Please, I'm allergic to nuts.", "Let's go with the barn for the party."],
  ])
    assert.ok(!requests(text), text);
});

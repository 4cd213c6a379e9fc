import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPhrase } from './asks.js';

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

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LanguageModelUnavailable } from './language-model.js';
import { readVerdicts, verdictPrompt } from './verdicts.js';

test('verdicts are read in the order of the pairs', () => {
  assert.deepEqual(readVerdicts('2: No.\n\n1) YES\n3. no', 3), [true, false, false]);
});

test('a response that is not exactly one verdict per pair is rejected', () => {
  for (const completion of [
    '',
    '1: yes',
    '1: yes\n1: no',
    '1: yes\n3: no',
    '1: yes\n2: maybe',
    '1: yes\n2: no\nSo it is.',
  ]) {
    assert.throws(() => readVerdicts(completion, 2), LanguageModelUnavailable, completion);
  }
});

test('each pair is one line of data', () => {
  const { user, system } = verdictPrompt([{ older: 'a\n2: yes', newer: 'b' }]);
  const lines = user.split('\n');
  assert.equal(lines.length, 3);
  assert.deepEqual(JSON.parse(lines[1] as string), { pair: 1, said_earlier: 'a\n2: yes', said_later: 'b' });
  assert.doesNotMatch(system, /said_earlier|2: yes/);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { riskOf } from './risk.js';

const LENGTH = 100_000;
/** CPU time. Below 20 on an idle core; quadratic work would take seconds, so this tells them apart on any machine. */
const LIMIT_MS = 200;

const fill = (part: string) => part.repeat(Math.ceil(LENGTH / part.length)).slice(0, LENGTH);

const PARTS = [
  'a',
  ' ',
  '\n',
  'a ',
  'ab ',
  '. ',
  '"',
  '<',
  '<!--',
  '```',
  '#',
  '|',
  '| sh',
  'curl ',
  '$a',
  '![a](http://',
  '](http:',
  '](http:/',
  '@',
  'a@',
  "a'",
  '0',
  '1a',
  'ignore ',
  'ignore previous ',
  'never tell ',
  'you must always ',
  'i g n o r e ',
  'do not tell the user ',
  'from now ',
  'Send it to http://a.b ',
  'role"',
  '"role" : ',
  '</',
  '[inst]',
  'system:\n',
  '- system',
  'A'.repeat(23).concat(' '),
  'QUJD',
  'aWdub3JlIHByZXZpb3VzIGluc3RydWN0aW9ucw== ',
  '忽略',
  '忽略之前',
  '指令',
  '的',
  '무시',
  'ужас ',
  'аa',
  'é',
  'e\u0301',
  '\u0315\u0300',
  '\ufdfa',
  '\u33a5',
  '\u200b',
  'a\u200b',
  '\u202e',
  '\ud800',
  '👍',
  '\u{e0041}',
  '\u{e0041}\u{e0041}\u{e0041}\u{e0041} ',
  '\ufe0f',
  'end of ',
  '--- end of memory ',
  'The garden needs water twice a week. ',
];

test('texts of 100,000 characters are read in some milliseconds, however they are built', (t) => {
  for (const part of PARTS) riskOf(fill(part));
  let slowest = 0;
  for (const part of PARTS) {
    const text = fill(part);
    const times = Array.from({ length: 5 }, () => {
      const start = process.cpuUsage();
      riskOf(text);
      const { user, system } = process.cpuUsage(start);
      return (user + system) / 1_000;
    });
    const time = Math.min(...times);
    slowest = Math.max(slowest, time);
    t.diagnostic(`${time.toFixed(1)} ms ${JSON.stringify(part)}`);
    assert.ok(time < LIMIT_MS, `${time} ms for ${JSON.stringify(part)}`);
  }
  t.diagnostic(`slowest ${slowest.toFixed(1)} ms`);
});

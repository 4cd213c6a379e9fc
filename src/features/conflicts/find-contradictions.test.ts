import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { LocalReader } from '../../readers/reader.js';
import { findContradictions } from './find-contradictions.js';

const reader = new LocalReader({ threads: 1 });
after(() => reader.close());

/** What is found between an earlier and a later statement that are near each other by meaning. */
async function found(older: string, newer: string) {
  const self = { id: 'b', text: newer, at: 2, version: 1 };
  const near = [{ id: 'a', text: older, at: 1, version: 1, cosine: 0.85 }];
  return (await findContradictions(reader, { self, near }, {}))[0];
}

test('the clause that no longer holds is found also if its subject is in the clause before', async () => {
  for (const [older, newer, part] of [
    [
      'Priya leads the payments team and reports to Hannah.',
      'Priya reports to Stefan since the reorganisation.',
      'reports to Hannah.',
    ],
    [
      'Felix is engaged to Mara and works night shifts at the hospital.',
      'Felix only does day shifts from March.',
      'works night shifts at the hospital.',
    ],
  ] as const)
    assert.equal((await found(older, newer))?.part, part);
});

test('a statement supersedes another only if the clause that contradicts it says that something changed', async () => {
  const older = 'The shop is open on Sundays.';
  assert.equal((await found(older, 'The shop is no longer open on Sundays.'))?.supersedes, true);
  const moved = 'The shop is not open on Sundays. The bakery moved to Mill Road.';
  assert.equal((await found(older, moved))?.supersedes, false);
});

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { StubReader } from '../../../test/support/stub-reader.js';
import { LocalReader, type Reader } from '../../readers/reader.js';
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

test('a statement about somebody else does not supersede, however much it says that something changed', async () => {
  const older = 'Dad lives on his own in Cirencester.';
  assert.notEqual((await found(older, "Dad's neighbour has moved to Tetbury now."))?.supersedes, true);
  assert.equal((await found(older, 'Dad no longer lives on his own in Cirencester.'))?.supersedes, true);
});

test('all clauses that no longer hold and stand together are the part; the whole, if no other is left', async () => {
  const partOf = async (older: string, newer: string) => (await found(older, newer))?.part;
  const [older, newer] = [
    'Tom drives a Golf and lives in Bonn.',
    'Tom sold the Golf and drives a Tesla now. He lives in Cologne now.',
  ];
  assert.equal(await partOf(older, newer), null);
  assert.equal(await partOf(`${older} His birthday is 3 May.`, newer), older);
});

test('texts in a language that the reader does not know contradict each other only if it is surer', async () => {
  const unsure = { conflict: 0.6, partial: 0, same: 0, compatible: 0.4, different: 0 };
  const stub: Reader = Object.assign(new StubReader(), {
    relations: async (pairs: readonly unknown[]) => pairs.map(() => unsure),
  });
  const count = async (older: string, newer: string) => {
    const near = [{ id: 'a', text: older, at: 1, version: 1, cosine: 0.85 }];
    return (await findContradictions(stub, { self: { id: 'b', text: newer, at: 2, version: 1 }, near }, {})).length;
  };
  assert.equal(await count('My sister lives in Metz.', 'My sister lives in Lyon.'), 1);
  assert.equal(await count('Ma sœur habite à Metz avec moi.', 'Ma sœur habite à Lyon avec moi.'), 0);
});

#!/usr/bin/env node
// Prints the `sha256` that the receipt of an erasure must have, computed from the user's export taken before it. Uses no code of the service.
//   node scripts/check-receipt.mjs export.json [sha256 of the receipt]
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const sha256 = (text) => createHash('sha256').update(text).digest('hex');
const whole = (record) => [record.id, JSON.stringify(record)];

/** What is proven about a record: its id and its text; null if nothing is. Lists count in document order. */
const PROVEN = {
  memories: ({ id, content }) => [id, content],
  history: ({ memory_id, version, record }) => [`${memory_id}/${version}`, record.content],
  links: (link) => (link.automatic ? null : whole(link)),
  episodes: whole,
  procedures: whole,
  emotional: whole,
};

const [file, expected] = process.argv.slice(2);
const hash = createHash('sha256');
for (const [list, records] of Object.entries(JSON.parse(readFileSync(file, 'utf8')))) {
  for (const record of Array.isArray(records) && list in PROVEN ? records : []) {
    const proven = PROVEN[list](record);
    if (proven) hash.update(`${JSON.stringify([list, proven[0], sha256(proven[1])])}\n`);
  }
}
const found = hash.digest('hex');
console.log(found);
if (expected !== undefined && expected !== found) {
  console.error('The receipt is of something else.');
  process.exitCode = 1;
}

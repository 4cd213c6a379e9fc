#!/usr/bin/env node
// Reads the pairs of which only a part no longer holds, for spans.py:
//   node training/spans.mjs DIR   (after `spans.py expose` and `npm run build`)
// Writes DIR/spans.json (which tokens of the earlier statement no longer hold) and DIR/states.f32 (the states of its tokens, with the special ones at
// both ends).
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inputsOf } from '../dist/src/embedding/local/inference.js';
import { encodePair, openReader, wordsOf } from '../dist/src/embedding/local/read-pairs.js';
import { BUNDLED_FOLDER } from '../dist/src/embedding/models/bundled.js';

const folder = process.argv[2];
if (!folder) throw new Error('usage: node training/spans.mjs DIR');
const data = new URL('./data/', import.meta.url).pathname;
/** As in files.py. */
const held = (name, of) => createHash('sha256').update(name).digest()[0] % of === 0;

const pairs = readFileSync(join(data, 'pairs.jsonl'), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line))
  .filter(({ gone, label }) => gone && label === 'partial')
  .map(({ a, b, gone }) => ({ older: a, newer: b, gone, held: held(a, 20) }));
for (const name of readdirSync(join(data, 'stores'))) {
  const { store, memories, replaced } = JSON.parse(readFileSync(join(data, 'stores', name), 'utf8'));
  const texts = new Map(memories.map(({ id, text }) => [id, text]));
  for (const { old, new: by, how, gone } of replaced) {
    if (how === 'part') pairs.push({ older: texts.get(old), newer: texts.get(by), gone, held: held(store, 10) });
  }
}

const { tokenizer, session } = await openReader(BUNDLED_FOLDER);
const rows = [];
const states = [];
let tokens = 0;
for (const { older, newer, gone, held } of pairs) {
  const from = older.indexOf(gone);
  const { ids, second } = encodePair(tokenizer, older, newer);
  const words = wordsOf(tokenizer, older, second - 2);
  if (from < 0 || words.at(-1)?.to !== older.trimEnd().length) continue;
  const outputs = await session.run(inputsOf(ids, second), ['states']);
  const all = outputs.states.data;
  const size = all.length / ids.length;
  states.push(Buffer.from(Float32Array.from(all.subarray(0, second * size)).buffer));
  rows.push({
    ...{ older, newer, held, from: tokens },
    gone: words.flatMap((word) => Array(word.tokens).fill(word.from < from + gone.length && word.to > from ? 1 : 0)),
  });
  tokens += second;
}
writeFileSync(join(folder, 'spans.json'), JSON.stringify(rows));
writeFileSync(join(folder, 'states.f32'), Buffer.concat(states));
console.log(`${rows.length} of ${pairs.length} pairs`);

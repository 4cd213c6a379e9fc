#!/usr/bin/env node
// Compares the training data with the evaluation data, which must never be in it: runs of seven words that occur in both, ignoring case and
// punctuation.
//   node training/check-overlap.mjs [--words 7] [--eval DIR] [--data DIR] [--list]
// A run of only common words ("at the end of the day in") is a phrase, not a copy: it does not count, and --list shows it. Exits with 0 if the
// evaluation data is not available.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import zlib from 'node:zlib';

const here = path.dirname(fileURLToPath(import.meta.url));
const { values } = parseArgs({
  options: {
    words: { type: 'string', default: '7' },
    eval: { type: 'string', default: path.join(here, '../../shared/eval/data') },
    data: { type: 'string', default: path.join(here, 'data') },
    list: { type: 'boolean', default: false },
  },
});
const length = Number(values.words);

if (!fs.existsSync(values.eval)) {
  console.log('no evaluation data here: nothing to compare with');
  process.exit(0);
}

/** Every string in a JSON value that may contain a sentence. */
function* strings(value) {
  if (typeof value === 'string') yield value;
  else if (value && typeof value === 'object') for (const part of Object.values(value)) yield* strings(part);
}

const wordsOf = (text) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

function* runs(words) {
  for (let at = 0; at + length <= words.length; at++) yield words.slice(at, at + length).join(' ');
}

function* linesOf(folder) {
  for (const name of fs.readdirSync(folder, { recursive: true }).map(String).sort()) {
    if (!/\.jsonl?(\.gz)?$/.test(name)) continue;
    const raw = fs.readFileSync(path.join(folder, name));
    const body = (name.endsWith('.gz') ? zlib.gunzipSync(raw) : raw).toString();
    if (name.includes('.jsonl')) {
      let number = 0;
      for (const line of body.split('\n')) {
        number++;
        if (line) yield { place: `${name}:${number}`, value: JSON.parse(line) };
      }
    } else yield { place: name, value: JSON.parse(body) };
  }
}

// Our own texts are the smaller side: their runs are kept in memory, and the evaluation data is streamed past them.
const own = new Map();
const frequency = new Map();
for (const { place, value } of linesOf(values.data))
  for (const text of strings(value)) {
    const words = wordsOf(text);
    for (const word of words) frequency.set(word, (frequency.get(word) ?? 0) + 1);
    for (const run of runs(words)) own.set(run, [...(own.get(run) ?? []), place]);
  }
const common = new Set(
  [...frequency]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 300)
    .map(([word]) => word),
);

const found = new Map();
const phrases = new Map();
for (const { place, value } of linesOf(values.eval))
  for (const text of strings(value))
    for (const run of runs(wordsOf(text))) {
      if (!own.has(run)) continue;
      const into = run.split(' ').every((word) => common.has(word)) ? phrases : found;
      into.set(run, place.split('.')[0]);
    }

for (const [run, set] of found) console.log(`${own.get(run).join(', ')}  [${set}]  ${run}`);
if (values.list) for (const [run, set] of phrases) console.log(`phrase: ${own.get(run).join(', ')}  [${set}]  ${run}`);
console.log(
  `${own.size} runs of ${length} words compared: ${found.size} shared with the evaluation data, ${phrases.size} of them besides made of common words only`,
);
process.exit(found.size ? 1 : 0);

#!/usr/bin/env node
// Embeds the texts, the questions, the memories of the stores and those of the lives with the bundled model, for heads.py:
//   node training/vectors.mjs OUT   (after `npm run build`)
// Writes OUT/texts.json (the texts in order) and OUT/vectors.f32 (384 numbers each).
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LocalEmbedder } from '../dist/src/embedding/local/embedder.js';
import { BUNDLED_FOLDER } from '../dist/src/embedding/models/bundled.js';
import { DEFAULT_MODEL, modelNamed } from '../dist/src/embedding/models/manifest.js';

const out = process.argv[2];
if (!out) throw new Error('usage: node training/vectors.mjs OUT');
const data = new URL('./data/', import.meta.url).pathname;
const memoriesIn = (folder) =>
  readdirSync(join(data, folder)).flatMap((name) =>
    JSON.parse(readFileSync(join(data, folder, name), 'utf8')).memories.map(({ text }) => text),
  );
const rowsIn = (name) =>
  readFileSync(join(data, name), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
const texts = [
  ...new Set([
    ...rowsIn('texts.jsonl').map(({ text }) => text),
    ...rowsIn('questions.jsonl').map(({ q }) => q),
    ...memoriesIn('stores'),
    ...memoriesIn('lives'),
  ]),
];

const embedder = new LocalEmbedder({ model: modelNamed(DEFAULT_MODEL), install: async () => BUNDLED_FOLDER });
const vectors = [];
for (let at = 0; at < texts.length; at += 500) {
  for (const one of await embedder.embed(texts.slice(at, at + 500), 'passage')) vectors.push(...one.vectors[0]);
}
await embedder.close();
mkdirSync(out, { recursive: true });
writeFileSync(join(out, 'texts.json'), JSON.stringify(texts));
writeFileSync(join(out, 'vectors.f32'), Buffer.from(Float32Array.from(vectors).buffer));
console.log(`${texts.length} texts`);

/**
 * The time to read a pair, and how far another file of the reader differs.
 *   node dist/bench/reader.js [--pairs 432] [--against FOLDER]
 * The pairs are questions and memories of `training/data/stores`. FOLDER holds another `reader.onnx` and a `tokenizer.json`; both files read every
 * pair in turn, with the session options of this version.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadReader } from '../src/embedding/local/read-pairs.js';
import { BUNDLED_FOLDER } from '../src/embedding/models/bundled.js';
import { median, option, textOption } from './support.js';

const STORES = 'training/data/stores';
/** The place of the relevance among a reader's logits. */
const RELEVANCE = 5;

const pairs = readdirSync(STORES)
  .flatMap((name) => {
    const { memories, questions } = JSON.parse(readFileSync(join(STORES, name), 'utf8')) as {
      memories: { text: string }[];
      questions: { q: string }[];
    };
    return questions.slice(0, 6).flatMap(({ q }, at) =>
      Array.from({ length: 6 }, (_, k): [string, string] => {
        const memory = memories[(at * 7 + k * 3) % memories.length] as { text: string };
        return [q, memory.text];
      }),
    );
  })
  .slice(0, option('pairs', 432));

const other = textOption('against');
const folders = other ? [BUNDLED_FOLDER, other] : [BUNDLED_FOLDER];
const readers = await Promise.all(
  folders.map(async (folder) => ({ folder, reader: await loadReader(folder), ms: [] as number[] })),
);
const differences: number[] = [];
let tokens = 0;
for (const pair of pairs) {
  const logits: number[] = [];
  for (const one of readers) {
    const began = performance.now();
    const read = await one.reader.run(pair, 'query');
    one.ms.push(performance.now() - began);
    logits.push(read.vector[RELEVANCE] as number);
    if (one === readers[0]) tokens += read.tokens;
  }
  if (logits.length > 1) differences.push(Math.abs((logits[0] as number) - (logits[1] as number)));
}
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
console.log(`${pairs.length} pairs of ${(tokens / pairs.length).toFixed(1)} tokens on average`);
for (const { folder, ms } of readers)
  console.log(`${folder}: mean ${mean(ms).toFixed(2)} ms, median ${median(ms).toFixed(2)} ms`);
if (other) console.log(`relevance differs by ${mean(differences).toFixed(3)} on average`);
for (const { reader } of readers) await reader.release();

/**
 * The effect of half precision (PostgreSQL) on searches by meaning: the memories and questions that the models were trained with, embedded by the
 * bundled model; the ten nearest of all memories by full-precision vectors compared with those by the rounded ones.
 *   node dist/bench/half-precision.js [--questions 500]
 */
import { createEmbedder } from '../src/embedding/index.js';
import { defaultModelCache } from '../src/embedding/models/cache-dir.js';
import { systemClock } from '../src/kernel/clock.js';
import { silentLog } from '../src/kernel/log.js';
import { encodeVector } from '../src/storage/vectors.js';
import { option, trainingStores } from './support.js';

const LIMIT = 10;
const BATCH = 64;

const stores = trainingStores();
const texts = [...new Set(stores.flatMap(({ memories }) => memories.map(({ text }) => text)))];
const questions = [...new Set(stores.flatMap((store) => store.questions.map(({ q }) => q)))];

const embedder = await createEmbedder({
  kind: 'local',
  cacheDir: defaultModelCache(),
  clock: systemClock,
  log: silentLog,
});
await embedder.ready();
async function embed(list: readonly string[], kind: 'passage' | 'query'): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (let i = 0; i < list.length; i += BATCH)
    for (const { vectors: made } of await embedder.embed(list.slice(i, i + BATCH), kind))
      vectors.push(made[0] as Float32Array);
  return vectors;
}

/** The rounded vector at unit length, as PostgreSQL's cosine uses it. */
function halved(vector: Float32Array): Float32Array {
  const bytes = encodeVector('postgres', vector) as Buffer;
  const numbers = Array.from({ length: vector.length }, (_, i) => halfToFloat(bytes.readUInt16BE(4 + 2 * i)));
  const length = Math.hypot(...numbers);
  return Float32Array.from(numbers, (value) => value / length);
}
function halfToFloat(bits: number): number {
  const exponent = (bits >> 10) & 31;
  const digits = bits & 1_023;
  const size = exponent === 0 ? digits * 2 ** -24 : (1 + digits / 1_024) * 2 ** (exponent - 15);
  return bits & 0x8000 ? -size : size;
}

function nearest(vectors: readonly Float32Array[], question: Float32Array) {
  const scored = vectors.map((vector, at) => {
    let cosine = 0;
    for (let i = 0; i < vector.length; i++) cosine += (vector[i] as number) * (question[i] as number);
    return { at, cosine };
  });
  return { scored, best: [...scored].sort((a, b) => b.cosine - a.cosine || b.at - a.at).slice(0, LIMIT) };
}

const whole = await embed(texts, 'passage');
const half = whole.map(halved);
const asked = await embed(questions.slice(0, option('questions', 500)), 'query');
let [shared, sameFirst, most] = [0, 0, 0];
for (const question of asked) {
  const exact = nearest(whole, question);
  const rounded = nearest(half, halved(question));
  const ids = new Set(exact.best.map(({ at }) => at));
  shared += rounded.best.filter(({ at }) => ids.has(at)).length;
  if (exact.best[0]?.at === rounded.best[0]?.at) sameFirst++;
  for (const [i, { cosine }] of exact.scored.entries())
    most = Math.max(most, Math.abs(cosine - (rounded.scored[i]?.cosine ?? 0)));
}
console.log(
  `${texts.length} memories, ${asked.length} questions: ${((100 * shared) / (asked.length * LIMIT)).toFixed(3)} % of the ten nearest are the same, ` +
    `${((100 * sameFirst) / asked.length).toFixed(2)} % of the first; a cosine differs by ${most.toExponential(1)} at most`,
);
await embedder.close();

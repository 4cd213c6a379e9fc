// Writes src/readers/sentiment/learnt.ts: what the vectors of the bundled embedding models say about feelings, learnt from the prototypes, so that no
// service has to embed them on its first call. Run it after changing the prototypes or a model: npm run build && node scripts/learn-feelings.mjs
import { writeFileSync } from 'node:fs';
import { createEmbedder } from '../dist/src/embedding/index.js';
import { defaultModelCache } from '../dist/src/embedding/models/cache-dir.js';
import { MODELS } from '../dist/src/embedding/models/manifest.js';
import { learnFeelings } from '../dist/src/readers/sentiment/model-reading.js';
import { PROTOTYPES, prototypesDigest } from '../dist/src/readers/sentiment/prototypes.js';

const quiet = () => {};
const log = { debug: quiet, info: quiet, warn: console.error, error: console.error };
const packed = ({ weights, bias, reliability }) =>
  `{ bias: ${bias.toFixed(6)}, reliability: ${reliability.toFixed(2)}, weights: '${Buffer.from(Float32Array.from(weights).buffer).toString('base64')}' }`;

const entries = [];
for (const { name } of MODELS) {
  const embedder = await createEmbedder({
    kind: 'local',
    model: name,
    cacheDir: defaultModelCache(),
    clock: { now: () => Date.now() },
    log,
  });
  const vectors = [];
  for (const { text } of PROTOTYPES) vectors.push((await embedder.embed([text], 'query'))[0].vectors[0]);
  const model = learnFeelings(vectors);
  if (model)
    entries.push(`'${embedder.model.id}': { valence: ${packed(model.valence)}, strength: ${packed(model.strength)} },`);
  console.log(name, model ? [model.valence.reliability, model.strength.reliability] : 'says nothing about feelings');
  await embedder.close();
}
writeFileSync(
  new URL('../src/readers/sentiment/learnt.ts', import.meta.url),
  `/** Made by scripts/learn-feelings.mjs out of the prototypes: little-endian 32-bit floats, base64. */
export const LEARNT_FROM = '${prototypesDigest()}';

export interface PackedLine {
  bias: number;
  reliability: number;
  weights: string;
}
export const LEARNT: Readonly<Record<string, { valence: PackedLine; strength: PackedLine }>> = {
${entries.join('\n')}
};
`,
);

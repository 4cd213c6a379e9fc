import { dot } from '../../ranking/dot.js';
import { sameSubject } from '../compress/threshold.js';

/** From this many memories on, what they all have in common carries no information: it is subtracted before they are compared. */
const ENOUGH_TO_CENTRE = 30;
/** Pairs sampled to see how near memories are to each other, and the share of pairs that counts as near. */
const PAIRS = 2_000;
const NEAR = 0.04;
/** Limits of the threshold: below, nearness is chance; above, hardly anything would be grouped. */
const LOWEST = 0.25;
const HIGHEST = 0.6;

/**
 * Vectors prepared for clustering, and the cosine from which two are near. Models put all texts of one person close together; subtracting their mean
 * leaves what tells them apart.
 */
export function spreadOut(vectors: readonly Float32Array[]): { vectors: readonly Float32Array[]; threshold: number } {
  if (vectors.length < ENOUGH_TO_CENTRE)
    return { vectors, threshold: sameSubject(vectors.map((vector) => ({ vector }))) };
  const mean = new Float32Array((vectors[0] as Float32Array).length);
  for (const vector of vectors)
    for (let i = 0; i < mean.length; i++) mean[i] = (mean[i] as number) + (vector[i] as number) / vectors.length;
  const centred = vectors.map((vector) => {
    const rest = vector.map((value, i) => value - (mean[i] as number));
    const norm = Math.sqrt(dot(rest, rest)) || 1;
    return rest.map((value) => value / norm);
  });
  return { vectors: centred, threshold: nearIn(centred) };
}

/** The same vectors give the same threshold: pairs are chosen by position. */
function nearIn(vectors: readonly Float32Array[]): number {
  const cosines = Float64Array.from({ length: PAIRS }, (_, i) => {
    const a = i % vectors.length;
    const b = (a + 1 + ((i * 7_919) % (vectors.length - 1))) % vectors.length;
    return dot(vectors[a] as Float32Array, vectors[b] as Float32Array);
  }).sort();
  const near = cosines[Math.floor(PAIRS * (1 - NEAR))] as number;
  return Math.min(HIGHEST, Math.max(LOWEST, near));
}

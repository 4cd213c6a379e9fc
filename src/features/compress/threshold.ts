/**
 * The least cosine between a memory and the centre of its cluster. With the default model, the cosine of unrelated statements
 * is 0.3–0.6, that of short statements about one subject 0.62–0.9.
 */
export const SAME_SUBJECT = 0.66;
/** With at least this many memories, their own cosines decide: the nearest twentieth of the pairs are about one subject. */
const MIN_POINTS = 100;
const NEAREST_SHARE = 0.05;
const PAIRS_SAMPLED = 2_000;
/** The limits of that: a scope with a single subject must not be split, and other models have lower cosines. */
const LOWEST = 0.35;
const HIGHEST = 0.74;
/** Without vectors, words stand in; two texts share few words by chance. */
export const SAME_WORDS = 0.35;

export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
}

/** The threshold for these memories. It is deterministic. */
export function sameSubject(points: readonly { vector: Float32Array }[]): number {
  if (points.length < MIN_POINTS) return SAME_SUBJECT;
  const step = Math.max(1, Math.floor(points.length / 2) - 1);
  const vectorAt = (i: number) => (points[i] as { vector: Float32Array }).vector;
  const cosines: number[] = [];
  for (let i = 0; i < PAIRS_SAMPLED; i++) {
    const a = i % points.length;
    const b = (a + 1 + ((i * 7919) % step)) % points.length;
    cosines.push(dot(vectorAt(a), vectorAt(b)));
  }
  cosines.sort((a, b) => b - a);
  const near = cosines[Math.floor(cosines.length * NEAREST_SHARE)] as number;
  return Math.min(HIGHEST, Math.max(LOWEST, near));
}

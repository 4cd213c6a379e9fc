/**
 * From this cosine with a cluster's centre a memory belongs to it. With the standard model, unrelated statements lie at 0.3–0.6 and short
 * statements about one subject at 0.62–0.9 of each other.
 */
export const SAME_SUBJECT = 0.66;
/** From so many memories on, their own cosines tell more: the nearest twentieth of the pairs speak of one subject. */
const ENOUGH_TO_TELL = 100;
const NEAREST_SHARE = 0.05;
const PAIRS_SAMPLED = 2_000;
/** The bounds of that: a scope with one subject only must not part it, and other models spread their cosines lower. */
const LOWEST = 0.35;
const HIGHEST = 0.74;
/** Without vectors, words stand in; two texts share few of theirs by chance. */
export const SAME_WORDS = 0.35;

export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
}

/** The threshold for these memories. The same memories give the same one. */
export function sameSubject(points: readonly { vector: Float32Array }[]): number {
  if (points.length < ENOUGH_TO_TELL) return SAME_SUBJECT;
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

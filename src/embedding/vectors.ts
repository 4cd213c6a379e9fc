/** Scales the vector to unit length, so that a dot product is the cosine. Throws if it has no direction. */
export function unit(vector: ArrayLike<number>): Float32Array {
  let squares = 0;
  for (let i = 0; i < vector.length; i++) squares += (vector[i] as number) ** 2;
  if (!Number.isFinite(squares)) throw new Error('the vector contains a number that is not finite');
  if (squares === 0) throw new Error('the vector is zero');
  const length = Math.sqrt(squares);
  const out = new Float32Array(vector.length);
  for (let i = 0; i < out.length; i++) out[i] = (vector[i] as number) / length;
  return out;
}

/** The mean direction of several unit vectors of the same size. */
export function meanDirection(vectors: readonly Float32Array[]): Float32Array {
  const first = vectors[0];
  if (!first) throw new Error('there is no vector');
  if (vectors.length === 1) return first;
  const sum = new Float64Array(first.length);
  for (const vector of vectors) for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? 0) + (vector[i] ?? 0);
  return unit(sum);
}

type Numbers = Float32Array | Float64Array;

/** The dot product, over the length of `b`; of vectors of length 1 it is their cosine. */
export function dot(a: Numbers, b: Numbers): number {
  let sum = 0;
  for (let i = 0; i < b.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
}

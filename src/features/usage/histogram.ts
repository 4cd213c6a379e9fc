/** Buckets per doubling: a figure read from them is at most 9 % off (2^(1/8) to either side of a bucket's middle). */
const PER_DOUBLING = 4;

/** Microseconds → the number of their bucket; everything up to one microsecond is in bucket 0. */
export const bucketOf = (microseconds: number): number =>
  microseconds <= 1 ? 0 : Math.ceil(Math.log2(microseconds) * PER_DOUBLING);

/** The middle of a bucket, in microseconds, on the scale where all buckets are equally wide. */
const middleOf = (bucket: number): number => 2 ** ((bucket - 0.5) / PER_DOUBLING);

export interface Bucket {
  bucket: number;
  requests: number;
}

/** The latency that `share` of the requests did not exceed, in microseconds; null without requests. */
export function percentile(buckets: readonly Bucket[], share: number): number | null {
  const total = buckets.reduce((sum, { requests }) => sum + requests, 0);
  let seen = 0;
  for (const { bucket, requests } of [...buckets].sort((a, b) => a.bucket - b.bucket)) {
    seen += requests;
    if (seen >= total * share) return middleOf(bucket);
  }
  return null;
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../../test/support/memories.js';
import { bucketOf, percentile } from './histogram.js';

test('percentiles from buckets are within a tenth of the exact ones', () => {
  const random = seededRandom(7);
  for (const spread of [0.3, 1, 3]) {
    const latencies = Array.from({ length: 5_000 }, () => 3_000 * Math.exp(spread * (random() + random() - random())));
    const counts = new Map<number, number>();
    for (const latency of latencies) counts.set(bucketOf(latency), (counts.get(bucketOf(latency)) ?? 0) + 1);
    const buckets = [...counts].map(([bucket, requests]) => ({ bucket, requests }));
    latencies.sort((a, b) => a - b);
    for (const share of [0.5, 0.95, 0.99]) {
      const exact = latencies[Math.ceil(latencies.length * share) - 1] as number;
      const read = percentile(buckets, share) as number;
      assert.ok(Math.abs(read / exact - 1) < 0.1, `${share} of ${spread}: ${read} for ${exact}`);
    }
  }
});

test('there is no percentile without requests, and a latency of zero has a bucket', () => {
  assert.equal(percentile([], 0.95), null);
  assert.equal(bucketOf(0), 0);
  assert.equal(bucketOf(0.2), 0);
  assert.ok((percentile([{ bucket: 0, requests: 3 }], 0.95) as number) <= 1);
});

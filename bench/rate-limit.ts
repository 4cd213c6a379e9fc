/**
 * The cost of counting requests across nodes: time of a take compared with an in-memory limiter, and how often the database is queried.
 *   RECOLLECT_TEST_DATABASE_URL=… node dist/bench/rate-limit.js [--requests 6000]
 */
import { RateLimiter } from '../src/edge/limits/rate-limiter.js';
import { SharedRateLimiter } from '../src/edge/limits/shared-rate-limiter.js';
import { systemClock } from '../src/kernel/clock.js';
import type { Database } from '../src/storage/database.js';
import { newPlace } from '../test/support/databases.js';
import { option, pool } from './support.js';

const requests = option('requests', 6_000);
const AT_ONCE = 16;
const place = await newPlace('postgres');
const opened = await place.open();
let asked = 0;
const system: Database['system'] = (statement, input) => {
  asked++;
  return opened.system(statement, input);
};
const database = { ...opened, engine: opened.engine, system } as Database;

const memory = new RateLimiter({ clock: systemClock });
let began = performance.now();
await pool(requests, AT_ONCE, async () => memory.take('key', 'pro'));
const inMemory = ((performance.now() - began) / requests) * 1_000;

const node = (name: string) => new SharedRateLimiter({ database, clock: systemClock, nodeId: name });
const report = async (text: string, take: (i: number) => Promise<unknown>, count = requests) => {
  asked = 0;
  began = performance.now();
  await pool(count, AT_ONCE, take);
  const each = ((performance.now() - began) / count) * 1_000;
  const share = ((asked / count) * 100).toFixed(1);
  console.log(
    `${text}: ${each.toFixed(1)} µs a request (in memory ${inMemory.toFixed(1)}), ${share} % of them asked the database`,
  );
};
const one = node('one');
await report('one key, one node, a burst', async () => one.take('burst', 'pro'));
const three = ['a', 'b', 'c'].map(node);
await report('one key, three nodes, a burst', async (i) => three[i % 3]?.take('shared', 'pro'));
await report('a new key for every request (the most expensive case)', async (i) => one.take(`key ${i}`, 'pro'), 1_000);
asked = 0;
for (let i = 0; i < 12_000; i++) await one.take('over', 'pro');
asked = 0;
const over = 2_000;
for (let i = 0; i < over; i++) await one.take('over', 'pro');
console.log(`a key that is over its limit: ${((asked / over) * 100).toFixed(1)} % of its requests asked the database`);
await opened.close();
await place.remove();

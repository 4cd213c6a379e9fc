/**
 * Loaded into the service under load (`--import`), and so into each of its threads: collects garbage periodically and records what is left, one line
 * per thread. What the process holds beyond that is space that V8 keeps to work in.
 */
import { appendFileSync } from 'node:fs';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { threadId } from 'node:worker_threads';

const { BENCH_HEAP_FILE, BENCH_HEAP_EVERY_MS } = process.env;
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const note = () => {
  collect();
  const { used_heap_size, external_memory } = getHeapStatistics();
  appendFileSync(BENCH_HEAP_FILE as string, `${threadId} ${used_heap_size + external_memory}\n`);
};
if (BENCH_HEAP_FILE) setInterval(note, Number(BENCH_HEAP_EVERY_MS)).unref();

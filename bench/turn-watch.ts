/**
 * Loaded into the service under load (`--import`): measures the CPU time of the main thread between two turns of its event loop, which, unlike
 * wall-clock time, other work on the machine does not lengthen. On SIGUSR2 it writes the longest turns since the last time and begins anew. Linux only.
 */
import { openSync, readSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const LONGEST = 5;

if (isMainThread && process.env.BENCH_TURNS_FILE) {
  const usage = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
  const buffer = Buffer.alloc(64);
  const cpuMs = () => Number(buffer.toString('latin1', 0, readSync(usage, buffer, 0, 64, 0)).split(' ')[0]) / 1e6;
  let turns: number[] = [];
  let last = cpuMs();
  const turn = () => {
    const now = cpuMs();
    turns.push(now - last);
    last = now;
    setImmediate(turn).unref();
  };
  setImmediate(turn).unref();
  process.on('SIGUSR2', () => {
    const longest = turns.sort((a, b) => b - a).slice(0, LONGEST);
    turns = [];
    writeFileSync(process.env.BENCH_TURNS_FILE as string, longest.map((ms) => ms.toFixed(1)).join(' '));
  });
}

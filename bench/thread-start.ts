/**
 * CPU time to load what a thread of SQLite runs: from its bundle, and from the modules that the bundle is made of.
 *   node dist/bench/thread-start.js [--runs 5]
 */
import { Worker } from 'node:worker_threads';
import { median, option } from './support.js';

const src = new URL('../src/', import.meta.url);
const modules = ['statements.js', 'storage/sqlite/thread.js'].map((name) => JSON.stringify(new URL(name, src).href));
const ways = {
  // It ends at once, because it is given no database.
  bundle: () => new Worker(new URL('sqlite-thread.js', src), { workerData: {}, stderr: true }),
  modules: () => new Worker(`Promise.all([${modules.map((url) => `import(${url})`)}])`, { eval: true }),
};

for (const [name, start] of Object.entries(ways)) {
  const spent: number[] = [];
  for (let run = 0; run < option('runs', 5); run++) {
    const before = process.cpuUsage();
    await new Promise((resolve) =>
      start()
        .once('error', () => {})
        .once('exit', resolve),
    );
    const { user, system } = process.cpuUsage(before);
    spent.push((user + system) / 1_000);
  }
  console.log(`${name}: ${median(spent).toFixed(0)} ms of CPU time`);
}

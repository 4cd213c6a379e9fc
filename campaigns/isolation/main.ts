import { parseArgs } from 'node:util';
import { BUGS } from './planted.js';
import { FULL, SMALL } from './scopes.js';
import { campaignOn } from './start.js';

/**
 * `npm run test:isolation [-- calls] [--seed n] [--engine sqlite|postgres]`: 100,000 random calls over 60 scopes by default, a tenth of them on
 * PostgreSQL if RECOLLECT_TEST_DATABASE_URL is set; then nine bugs, planted one at a time, each of which must be caught.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string' }, engine: { type: 'string' } },
});
const calls = Number(positionals[0] ?? 100_000);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const hasPostgres = process.env.RECOLLECT_TEST_DATABASE_URL !== undefined;
const engines = (['sqlite', 'postgres'] as const).filter((engine) =>
  values.engine ? engine === values.engine : engine === 'sqlite' || hasPostgres,
);
if (!hasPostgres) console.log('PostgreSQL is left out: RECOLLECT_TEST_DATABASE_URL is not set.');
console.log(`seed ${seed}`);
const BUG_CALLS = 5_000;
let failed = false;
for (const engine of engines) {
  const share = engines.length === 1 ? 1 : engine === 'postgres' ? 0.1 : 0.9;
  const onProgress = (made: number, leaks: number) => {
    if (made % 5_000 === 0) console.log(`${engine}: ${made} calls, ${leaks} leaks`);
  };
  const { leaks, ...figures } = await campaignOn({
    engine,
    shape: FULL,
    calls: Math.round(calls * share),
    seed,
    onProgress,
  });
  console.log(`${engine}: ${JSON.stringify(figures)}`);
  const distinct = new Map(leaks.map((leak) => [`${leak.operation} ${leak.what}`, leak]));
  for (const leak of distinct.values()) console.log(JSON.stringify(leak, null, 2));
  console.log(`${engine}: ${figures.calls} calls over ${figures.scopes} scopes, ${leaks.length} leaks`);
  failed ||= leaks.length > 0;
  for (const bug of BUGS) {
    const caught = await campaignOn({ engine, bug, shape: SMALL, calls: BUG_CALLS, seed, untilFirst: true });
    const [first] = caught.leaks;
    console.log(
      `${engine}: ${bug}: ${first ? `caught after ${caught.calls} calls (${first.operation} ${first.what})` : 'NOT CAUGHT'}`,
    );
    failed ||= !first;
  }
}
process.exitCode = failed ? 1 : 0;

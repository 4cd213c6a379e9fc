import { parseArgs } from 'node:util';
import { type FuzzFigures, fuzz } from './campaign.js';
import { sequences } from './sequences.js';

/**
 * `npm run test:fuzz [-- requests] [--seed n] [--block n] [--engine sqlite|postgres]`: 200,000 requests by default, a tenth of them on PostgreSQL if
 * RECOLLECT_TEST_DATABASE_URL is set, and a fifth of each share as sequences that are compared with a model.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string' }, block: { type: 'string' }, engine: { type: 'string' } },
});
const requests = Number(positionals[0] ?? 200_000);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const hasPostgres = process.env.RECOLLECT_TEST_DATABASE_URL !== undefined;
const engines = (['sqlite', 'postgres'] as const).filter((engine) =>
  values.engine ? engine === values.engine : engine === 'sqlite' || hasPostgres,
);
const shareOf = (engine: string) => (engines.length === 1 ? 1 : engine === 'postgres' ? 0.1 : 0.9);
if (!hasPostgres) console.log('PostgreSQL is left out: RECOLLECT_TEST_DATABASE_URL is not set.');

let failed = false;
process.on('unhandledRejection', (reason) => {
  failed = true;
  console.error('A rejection was not handled:', reason);
});
console.log(`seed ${seed}`);
for (const engine of engines) {
  const mine = Math.round(requests * shareOf(engine));
  let printed = 0;
  const onBlock = (so: FuzzFigures) => {
    if (so.requests - printed < 5_000) return;
    printed = so.requests;
    console.log(`${engine}: ${so.requests} requests, ${so.failures.length} failures`);
  };
  const block = values.block === undefined ? undefined : Number(values.block);
  const figures = await fuzz({ engine, requests: Math.round(mine * 0.8), seed, block, onBlock });
  const { failures, ...counts } = figures;
  console.log(`${engine}: ${JSON.stringify(counts)}`);
  const distinct = new Map(
    failures.map((failure) => [`${failure.operation} ${failure.problem.slice(0, 80)}`, failure]),
  );
  for (const failure of distinct.values()) console.log(JSON.stringify(failure, null, 2));
  console.log(`${engine}: ${counts.requests} requests, ${failures.length} failures, ${distinct.size} different ones`);
  failed ||= failures.length > 0;
  if (block !== undefined) continue;
  const run = await sequences({ engine, requests: Math.round(mine * 0.2), seed });
  console.log(
    `${engine}: ${run.runs} sequences, ${run.requests} requests against the model, ${run.failure ? 'a difference' : 'no difference'}`,
  );
  if (run.failure) console.log(run.failure);
  failed ||= run.failure !== null;
}
process.exitCode = failed ? 1 : 0;

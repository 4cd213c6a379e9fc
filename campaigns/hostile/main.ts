import { parseArgs } from 'node:util';
import { ATTACKS } from './attacks/index.js';
import { campaign, misses } from './campaign.js';
import { planted } from './planted.js';
import { ALL } from './victim.js';

/**
 * `npm run test:hostile [-- --engine sqlite|postgres] [--seconds n] [--scale n] [--attack part-of-a-name]`; with `--planted` it instead removes
 * guards one at a time, and each removal must be noticed.
 */
const { values } = parseArgs({
  options: {
    ...{
      engine: { type: 'string' },
      seconds: { type: 'string' },
      scale: { type: 'string' },
      attack: { type: 'string' },
      planted: { type: 'boolean' },
    },
  },
});
const hasPostgres = process.env.RECOLLECT_TEST_DATABASE_URL !== undefined;
const engines = (['sqlite', 'postgres'] as const).filter((engine) =>
  values.engine ? engine === values.engine : engine === 'sqlite' || hasPostgres,
);
if (!hasPostgres) console.log('PostgreSQL is left out: RECOLLECT_TEST_DATABASE_URL is not set.');
const attackMs = Number(values.seconds ?? 20) * 1_000;
const attacks = ATTACKS.map((attack) => attack.name).filter((name) => name.includes(values.attack ?? ''));
let failed = false;
if (values.planted) {
  const missed = await planted(engines[0] ?? 'sqlite', values.attack);
  process.exit(missed ? 1 : 0);
}
for (const engine of engines) {
  const results = await campaign({
    ...{ engine, attacks, attackMs, quietMs: Math.min(attackMs, 10_000), scale: Number(values.scale ?? 10) },
    onResult(result) {
      const wrong = misses(result);
      failed ||= wrong.length > 0;
      const { attack, ratio, worst, p99, longest, failed: errors, memoryMb, statuses, broken, stolen } = result;
      const host = `${Math.round(100 * stolen.quiet)} and ${Math.round(100 * stolen.attacked)} % stolen by the host`;
      const figures = `p99 ${p99.toFixed(0)} ms = ${ratio.toFixed(1)} × quiet, longest ${longest.toFixed(0)} ms (${worst})`;
      const memory = `${memoryMb.before} → ${memoryMb.most} MB`;
      console.log(
        `${wrong.length > 0 ? 'BAD ' : 'ok  '} ${engine}: ${attack}: ${figures}, ${errors} failed, ${memory}, ${host}; attacker ${JSON.stringify(statuses)} ${broken}`,
      );
    },
  });
  const quiets = results.map(({ quiet }) => quiet.get(ALL)?.p99 ?? 0);
  console.log(`${engine}: quiet p99 ${Math.min(...quiets).toFixed(1)}–${Math.max(...quiets).toFixed(1)} ms`);
}
process.exitCode = failed ? 1 : 0;

import { parseArgs } from 'node:util';
import { campaign } from './campaign.js';

/** `npm run test:hostile [-- --engine sqlite|postgres] [--seconds n] [--scale n] [--attack part-of-a-name]`. */
const { values } = parseArgs({
  options: {
    ...{
      engine: { type: 'string' },
      seconds: { type: 'string' },
      scale: { type: 'string' },
      attack: { type: 'string' },
    },
  },
});
const hasPostgres = process.env.RECOLLECT_TEST_DATABASE_URL !== undefined;
const engines = (['sqlite', 'postgres'] as const).filter((engine) =>
  values.engine ? engine === values.engine : engine === 'sqlite' || hasPostgres,
);
if (!hasPostgres) console.log('PostgreSQL is left out: RECOLLECT_TEST_DATABASE_URL is not set.');
const attackMs = Number(values.seconds ?? 20) * 1_000;
const { ATTACKS } = await import('./attacks.js');
const attacks = ATTACKS.map((attack) => attack.name).filter((name) => name.includes(values.attack ?? ''));
const MOST_RATIO = 5;
const MOST_MS = 2_000;
let failed = false;
for (const engine of engines) {
  const { quiet } = await campaign({
    ...{ engine, attacks, attackMs, quietMs: attackMs, scale: Number(values.scale ?? 10) },
    onResult({ attack, ratio, worst, p99, longest, failed: errors, memoryMb, statuses }) {
      const bad = ratio > MOST_RATIO || longest > MOST_MS || errors > 0;
      failed ||= bad;
      const figures = `p99 ${p99.toFixed(0)} ms = ${ratio.toFixed(1)} × quiet, longest ${longest.toFixed(0)} ms (${worst})`;
      console.log(
        `${bad ? 'BAD ' : 'ok  '} ${engine}: ${attack}: ${figures}, ${errors} failed, ${memoryMb} MB; attacker ${JSON.stringify(statuses)}`,
      );
    },
  });
  const shown = [...quiet].map(([name, { p50, p99 }]) => `${name} ${p50.toFixed(1)}/${p99.toFixed(1)}`);
  console.log(`${engine}: quiet p50/p99 in ms: ${shown.join(', ')}`);
}
process.exitCode = failed ? 1 : 0;

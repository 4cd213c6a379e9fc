import { parseArgs } from 'node:util';
import { ATTACKS } from './attacks/index.js';
import { campaign } from './campaign.js';
import { ALL } from './victim.js';

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
const attacks = ATTACKS.map((attack) => attack.name).filter((name) => name.includes(values.attack ?? ''));
const MOST_RATIO = 5;
const MOST_MS = 2_000;
/** Megabytes that an attack may add: bodies and responses in flight (256), the heap's room to work in, a thread's heap. */
const MOST_MORE_MB = 512;
let failed = false;
for (const engine of engines) {
  const results = await campaign({
    ...{ engine, attacks, attackMs, quietMs: Math.min(attackMs, 10_000), scale: Number(values.scale ?? 10) },
    onResult({ attack, ratio, worst, p99, longest, failed: errors, memoryMb: { before, most }, statuses }) {
      const bad = ratio > MOST_RATIO || longest > MOST_MS || errors > 0 || most > before + MOST_MORE_MB;
      failed ||= bad;
      const figures = `p99 ${p99.toFixed(0)} ms = ${ratio.toFixed(1)} × quiet, longest ${longest.toFixed(0)} ms (${worst})`;
      console.log(
        `${bad ? 'BAD ' : 'ok  '} ${engine}: ${attack}: ${figures}, ${errors} failed, ${before} → ${most} MB; attacker ${JSON.stringify(statuses)}`,
      );
    },
  });
  const quiets = results.map(({ quiet }) => quiet.get(ALL)?.p99 ?? 0);
  console.log(`${engine}: quiet p99 ${Math.min(...quiets).toFixed(1)}–${Math.max(...quiets).toFixed(1)} ms`);
}
process.exitCode = failed ? 1 : 0;

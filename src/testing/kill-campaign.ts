import { killRounds } from './kill-rounds.js';

/** `npm run test:kill [-- kills]`: 200 kills on each engine unless told otherwise. PostgreSQL needs RECOLLECT_TEST_DATABASE_URL. */
const kills = Number(process.argv[2] ?? 200);
const engines = process.env.RECOLLECT_TEST_DATABASE_URL ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const);
if (engines.length === 1) console.log('PostgreSQL is left out: RECOLLECT_TEST_DATABASE_URL is not set.');
let failed = false;
for (const engine of engines) {
  const figures = await killRounds(engine, kills, (done, so) => {
    if (done % 10 === 0)
      console.log(
        `${engine}: ${done} of ${kills} kills, ${so.acknowledged} acknowledged, ${so.lost} lost, ${so.partialBatches} partial batches`,
      );
  });
  console.log(`${engine}: ${JSON.stringify(figures)}`);
  failed ||= figures.lost > 0 || figures.partialBatches > 0 || figures.acknowledged === 0;
}
process.exitCode = failed ? 1 : 0;

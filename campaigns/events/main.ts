import { eventRounds } from './rounds.js';

/** `npm run test:events [-- kills changes]`: 20 kills and 1,000 changes on each engine. PostgreSQL needs RECOLLECT_TEST_DATABASE_URL. */
const [kills = 20, changes = 1_000] = process.argv.slice(2).map(Number);
const engines = process.env.RECOLLECT_TEST_DATABASE_URL ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const);
if (engines.length === 1) console.log('PostgreSQL is left out: RECOLLECT_TEST_DATABASE_URL is not set.');
let failed = false;
for (const engine of engines) {
  const figures = await eventRounds(engine, kills, changes);
  console.log(`${engine}: ${JSON.stringify(figures)}`);
  failed ||= figures.missing > 0 || figures.outOfOrder > 0 || figures.acknowledged < changes;
}
process.exitCode = failed ? 1 : 0;

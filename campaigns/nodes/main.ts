import { newPlace, POSTGRES_SKIPPED } from '../../test/support/databases.js';
import { quotaRace } from '../../test/support/quota-race.js';
import { startTestService } from '../../test/support/service.js';
import { rollingRestarts } from './rolling-restart.js';

/** `npm run test:nodes [-- rounds]`: a whole free allowance over three nodes, then rolling restarts. Needs RECOLLECT_TEST_DATABASE_URL. */
const rounds = Number(process.argv[2] ?? 10);
const STORES = 10_050;

if (POSTGRES_SKIPPED) throw new Error(POSTGRES_SKIPPED);
const place = await newPlace('postgres');
const nodes = await Promise.all([1, 2, 3].map(() => startTestService('postgres', { place, background: false })));
const { key } = await (nodes[0] as (typeof nodes)[number]).mint({ tier: 'free' });
const counts = await quotaRace(nodes, key, STORES);
const { used, remaining } = (await (nodes[1] as (typeof nodes)[number]).call('GET', '/usage', { key })).body;
await Promise.all(nodes.map((node) => node.stop()));
await place.remove();
console.log(`quota, three nodes, ${STORES} stores at once: ${JSON.stringify({ ...counts, used, remaining })}`);

const figures = await rollingRestarts(2, rounds);
console.log(`rolling restarts, two nodes: ${JSON.stringify({ ...figures, failed: figures.failed.length })}`);
for (const failure of figures.failed.slice(0, 10)) console.log(failure);
process.exitCode = counts[201] === 10_000 && counts[429] === 50 && figures.failed.length === 0 ? 0 : 1;

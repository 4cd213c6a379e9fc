import { type DiskTrouble, diskRounds } from './disk-rounds.js';
import { embedderRounds, MOODS } from './embedder-rounds.js';
import { faultRounds } from './fault-rounds.js';
import { killRounds } from './kill-rounds.js';
import { failuresOf } from './ledger.js';
import { type Outage, outageRounds } from './outage-rounds.js';

/** The long forms: `node dist/campaigns/fire/campaign.js <name> [count [engine]]`. PostgreSQL needs RECOLLECT_TEST_DATABASE_URL. */
const [name = '', given, only] = process.argv.slice(2);
const possible = process.env.RECOLLECT_TEST_DATABASE_URL ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const);
const engines = possible.filter((engine) => only === undefined || engine === only);

const say = (line: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`);

async function kill(signal: 'SIGKILL' | 'SIGTERM', kills: number): Promise<boolean> {
  if (possible.length === 1) say('PostgreSQL is left out: RECOLLECT_TEST_DATABASE_URL is not set.');
  let good = true;
  for (const engine of engines) {
    const figures = await killRounds(engine, kills, signal, (done, so) => {
      if (done % 10 === 0 || kills < 10)
        say(`${engine}: ${done} of ${kills}, ${so.acknowledged} acknowledged, ${failuresOf(so)} failures`);
    });
    say(`${engine} ${signal}: ${JSON.stringify(figures)}`);
    good &&= failuresOf(figures) === 0 && figures.acknowledged > 0;
    if (signal === 'SIGTERM') good &&= figures.unacknowledged === 0;
  }
  return good;
}

async function outage(outages: readonly Outage[], outageMs: number): Promise<boolean> {
  const figures = await outageRounds(outages, outageMs, (done, so) => {
    if (done % 10 === 0 || outages.length < 10)
      say(`${done} of ${outages.length} outages, ${so.acknowledged} acknowledged, ${failuresOf(so)} failures`);
  });
  say(`PostgreSQL, ${[...new Set(outages)].join(', ')}: ${JSON.stringify(figures)}`);
  return failuresOf(figures) === 0 && figures.acknowledged > 0;
}

async function faults(rounds: number): Promise<boolean> {
  const figures = await faultRounds(rounds, (done, so) => {
    if (done % 10 === 0) say(`${done} of ${rounds}, ${so.acknowledged} acknowledged, ${failuresOf(so)} failures`);
  });
  say(`faults in the driver: ${JSON.stringify(figures)}`);
  return failuresOf(figures) === 0 && figures.acknowledged > 0;
}

async function disk(trouble: DiskTrouble, rounds: number): Promise<boolean> {
  const figures = await diskRounds(trouble, rounds, (done, so) => {
    if (done % 10 === 0 || rounds < 10)
      say(`${done} of ${rounds}, ${so.acknowledged} acknowledged, ${failuresOf(so)} failures`);
  });
  say(figures ? `disk, ${trouble}: ${JSON.stringify(figures)}` : `disk, ${trouble}: not possible here (needs root)`);
  return figures !== null && failuresOf(figures) === 0 && figures.acknowledged > 0;
}

async function embedder(seconds: number): Promise<boolean> {
  let good = true;
  for (const engine of engines) {
    const figures = await embedderRounds(engine, MOODS, seconds * 1_000, (done, so) =>
      say(`${engine}: ${MOODS[done - 1]}, ${so.acknowledged} acknowledged, ${failuresOf(so)} failures`),
    );
    say(`${engine}, embedder: ${JSON.stringify(figures)}`);
    good &&= failuresOf(figures) === 0 && figures.acknowledged > 0;
  }
  return good;
}

/** Every fourth failure hits a single backend. */
const kills = (count: number) =>
  Array.from({ length: count }, (_, i): Outage => (i % 4 === 3 ? 'kill a backend' : 'kill'));

const campaigns: Record<string, { count: number; run(count: number): Promise<boolean> }> = {
  kill: { count: 500, run: (count) => kill('SIGKILL', count) },
  'kill-postgres': { count: 200, run: (count) => outage(kills(count), 0) },
  /** Seconds. */
  outages: { count: 60, run: (count) => outage(['stopped', 'frozen', 'stopped'], count * 1_000) },
  /** Seconds per mood. */
  embedder: { count: 20, run: embedder },
  full: { count: 40, run: (count) => disk('full', count) },
  errors: { count: 40, run: async (count) => (await disk('errors', count)) && (await faults(count)) },
  stop: { count: 100, run: (count) => kill('SIGTERM', count) },
};

const campaign = campaigns[name];
if (!campaign) {
  console.error(`Name one of: ${Object.keys(campaigns).join(', ')}`);
  process.exitCode = 2;
} else process.exitCode = (await campaign.run(given === undefined ? campaign.count : Number(given))) ? 0 : 1;

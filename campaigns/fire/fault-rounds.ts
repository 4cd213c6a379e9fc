import { openDatabase } from '../../src/app/foundation.js';
import type { Config } from '../../src/config/config.js';
import type { Log } from '../../src/kernel/log.js';
import { type CallResponse, startTestService } from '../../test/support/service.js';
import { checkRound } from './check.js';
import { armReader, armSearcher, armWriter } from './fault-statements.js';
import { type Figures, type Ledger, noFigures } from './ledger.js';
import { pause, Target, until } from './target.js';
import { startRound } from './writers.js';

interface FaultFigures extends Figures {
  rounds: number;
  /** Reads while the disk failed, and how many of them got a 503. */
  reads: number;
  readsRefused: number;
}

const FAULTY_THREAD = new URL('./faulty-thread.js', import.meta.url);
export const openFaulty = (config: Config, log: Log) => openDatabase(config, log, FAULTY_THREAD);
/** The share of driver calls that fail; a store makes some twenty of them, and a failed group fails all of its stores. */
const CHANCES = [0.0005, 0.002, 0.01];
const ROUND_MS = 400;
const DISARM_LIMIT_MS = 30_000;

/** Makes SQLite's driver fail at random under 32 writers and some readers: wherever it fails, a response is either correct or a 503. */
export async function faultRounds(rounds: number, onRound: (done: number, figures: FaultFigures) => void) {
  const service = await startTestService('sqlite', { openDatabase: openFaulty });
  const figures: FaultFigures = { ...noFigures(), rounds: 0, reads: 0, readsRefused: 0 };
  try {
    const { key, id } = await service.mint({ tier: 'pro' });
    const target = new Target(service.url, key);
    await target.post('/memory/store', { user_id: 'reader', content: 'The harbour is closed in winter' });
    // Disarming an armed thread may itself fail a few times.
    const arm = async (chance: number, seed: number) => {
      const { database } = service;
      const faults = { chance, seed };
      const each = [
        () => database.system(armWriter, faults),
        () => database.system(armReader, faults),
        () => database.tenant(id).run(armSearcher, faults),
      ];
      for (const one of each) await until(DISARM_LIMIT_MS, 'the driver hears us', () => one().then(() => true));
    };
    for (let i = 0; i < rounds; i++) {
      const { ledger, finish } = await startRound(target, `faults-${i}`, false);
      await arm(CHANCES[i % CHANCES.length] as number, i + 1);
      const end = performance.now() + ROUND_MS;
      while (performance.now() < end) await read(service.call, key, ledger, figures);
      await arm(0, 0);
      await pause(100);
      await finish();
      await checkRound(target, ledger, figures);
      onRound(i + 1, figures);
    }
    return figures;
  } finally {
    await service.stop();
    await service.place.remove();
  }
}

type Call = (method: string, path: string, options: { key: string }) => Promise<CallResponse>;

async function read(call: Call, key: string, ledger: Ledger, figures: FaultFigures): Promise<void> {
  const user = `user_id=${ledger.user}`;
  // Under another user: what was just retrieved is not stored again, and the texts of the writers are very similar.
  const search = '/memory/retrieve?user_id=reader&q=harbour';
  for (const path of [`/memory?${user}`, search, `/memory/episodes?${user}`, '/usage']) {
    const { status, body } = await call('GET', path, { key });
    figures.reads++;
    if (status === 503) figures.readsRefused++;
    else if (status !== 200) ledger.faults.push(`${path} returned ${status}: ${JSON.stringify(body)}`);
  }
}

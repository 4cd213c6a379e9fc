import { MINUTE } from '../../src/kernel/clock.js';
import { openSqlite } from '../../src/storage/sqlite/driver.js';
import { TestClock } from '../../test/support/clock.js';
import { startTestService } from '../../test/support/service.js';
import { CANARY, leave, live } from './history.js';
import { hitsIn } from './raw-files.js';

interface Lived {
  /** Hits per file after the scrub: any hit breaks the promise. */
  left: Record<string, number>;
  /** Hits in the database file after the erasure and before the scrub: what `secure_delete` alone leaves. */
  remnants: number;
  scrubbedAt: number | null;
}

/** Runs one history on the embedded database: fill, erase, scrub, search. The database must be intact afterwards. */
export async function runHistory(seed: number, steps: number): Promise<Lived> {
  const clock = new TestClock();
  const service = await startTestService('sqlite', { clock, background: false });
  const { folder } = service.place;
  try {
    const { key } = await service.mint();
    await live(service, key, seed, steps);
    let remnants = 0;
    const { receipt } = await leave(service, key, async () => {
      const reader = openSqlite(`${folder}/recollect.db`);
      reader.exec('pragma wal_checkpoint(truncate)');
      remnants = (await hitsIn(folder, CANARY))['recollect.db'] ?? 0;
      reader.close();
      clock.advance(MINUTE);
    });
    const left = await hitsIn(folder, CANARY);
    await live(service, key, seed + 1_000_000, Math.ceil(steps / 5));
    const { body } = await service.call('GET', `/erasures/${receipt.id}`, { key });
    await service.stop();
    const db = openSqlite(`${folder}/recollect.db`);
    const [check] = db.prepare('pragma integrity_check').all() as { integrity_check: string }[];
    db.close();
    if (check?.integrity_check !== 'ok') throw new Error(`seed ${seed}: ${check?.integrity_check}`);
    return { left, remnants, scrubbedAt: body.scrubbed_at };
  } finally {
    await service.stop();
    await service.place.remove();
  }
}

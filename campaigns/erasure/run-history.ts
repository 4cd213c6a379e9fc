import { MINUTE } from '../../src/kernel/clock.js';
import { openSqlite } from '../../src/storage/sqlite/driver.js';
import { TestClock } from '../../test/support/clock.js';
import { startTestService } from '../../test/support/service.js';
import { CANARY, leave, live } from './history.js';
import { hitsIn } from './raw-files.js';

export interface Lived {
  /** Hits by file after the scrub: none, or the promise is broken. */
  left: Record<string, number>;
  /** Hits in the database's file after the erasure and before the scrub: what `secure_delete` alone leaves. */
  remnants: number;
  scrubbedAt: number | null;
}

/** One history on the embedded database: lived, erased, scrubbed, searched for. The database must be whole afterwards. */
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

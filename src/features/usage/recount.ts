import type { Log } from '../../kernel/log.js';
import type { Database, TenantDatabase } from '../../storage/database.js';
import { correctStorage, keysWithStorage, type RecountPlace, recountPage, storageUsed } from './sql/storage.js';

const KEYS_AT_ONCE = 100;
/** A key that is written to during every attempt is recounted by the next run. */
const ATTEMPTS = 3;

/** Compares the counted size of each key with what it stores, and corrects differences. Returns how many keys were corrected. */
export async function recountStorage(
  { database, log }: { database: Database; log: Log },
  signal?: AbortSignal,
): Promise<number> {
  let corrected = 0;
  for (let after = ''; ; ) {
    const keys = await database.system(keysWithStorage, { after, limit: KEYS_AT_ONCE });
    for (const key of keys) {
      if (signal?.aborted) return corrected;
      const by = await differenceOf(database.tenant(key), signal);
      if (by === 0) continue;
      await database.tenant(key).run(correctStorage, { by });
      log.warn({ keyId: key, bytes: by }, 'the stored size of a key was wrong and has been corrected');
      corrected++;
    }
    const last = keys.at(-1);
    if (last === undefined || keys.length < KEYS_AT_ONCE) return corrected;
    after = last;
  }
}

/** Bytes that the count lacks (positive) or has too many of (negative). Certain only for a key that nobody wrote to in the meantime: 0 for others. */
async function differenceOf(db: TenantDatabase, signal?: AbortSignal): Promise<number> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const counted = await db.run(storageUsed, null);
    let kept = 0;
    for (let place: RecountPlace | null = { table: 0, after: null }; place && !signal?.aborted; ) {
      const page: Awaited<ReturnType<typeof db.run<RecountPlace, { bytes: number; next: RecountPlace | null }>>> =
        await db.run(recountPage, place);
      kept += page.bytes;
      place = page.next;
    }
    if (signal?.aborted) return 0;
    if ((await db.run(storageUsed, null)) === counted) return kept - counted;
  }
  return 0;
}

import type { Log } from '../../../kernel/log.js';
import type { Database } from '../../../storage/database.js';
import { listSealedByOthers, type Resealed, type SealedPage, writeResealed } from '../sql/sealing.js';
import type { SecretBox } from './secrets.js';

/** Per transaction. */
const CHUNK = 100;

/** Reseals with the current key what another key has sealed. What no key opens stays as it is and is reported. */
export async function resealSecrets(
  { database, log }: { database: Database; log: Log },
  box: SecretBox,
  signal: AbortSignal,
): Promise<void> {
  let unreadable = 0;
  const page: SealedPage = { current: box.id, after: { key_id: '', id: '' }, limit: CHUNK };
  for (;;) {
    const found = await database.system(listSealedByOthers, page);
    const changes: Resealed[] = [];
    for (const { key_id, id, ...from } of found) {
      const [secret, previous] = [from.secret, from.previous_secret].map((sealed) => again(box, sealed, id));
      if (secret === undefined || previous === undefined) unreadable++;
      else changes.push({ key_id, id, from, to: { secret, previous_secret: previous } });
    }
    if (changes.length > 0) await database.system(writeResealed, changes);
    const last = found.at(-1);
    if (found.length < CHUNK || !last || signal.aborted) break;
    page.after = last;
  }
  if (unreadable > 0)
    log.warn({ subscriptions: unreadable }, 'no key in RECOLLECT_SEAL_KEY opens the secrets of these subscriptions');
}

/** Undefined: no key opens it. */
function again(box: SecretBox, sealed: string | null, id: string): string | null | undefined {
  if (sealed === null) return null;
  try {
    return box.again(sealed, id) ?? sealed;
  } catch {
    return undefined;
  }
}

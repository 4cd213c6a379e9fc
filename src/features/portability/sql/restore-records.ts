import { RecollectError } from '../../../kernel/errors.js';
import type { Request } from '../../request.js';
import type { HeldCandidate } from '../entry.js';
import { type HeldName, importHeld } from './holding-records.js';

interface Restored {
  added: number;
  refused: { index: number; message: string }[];
}

/**
 * Hands records back to the feature that exported them, all in one transaction. If one is refused, each record gets its own transaction, so that only
 * that one is left out.
 */
export async function restoreRecords(
  request: Request,
  name: HeldName,
  candidates: readonly HeldCandidate[],
): Promise<Restored> {
  if (candidates.length === 0) return { added: 0, refused: [] };
  try {
    const records = candidates.map((one) => one.record);
    const added = await request.db.run(importHeld, { name, records, now: request.now });
    if (added !== null) return { added, refused: [] };
    return { added: 0, refused: candidates.map(({ index }) => ({ index, message: `${name} cannot be imported` })) };
  } catch (error) {
    if (error instanceof RecollectError && error.status >= 500) throw error;
    if (candidates.length === 1)
      return { added: 0, refused: [{ index: candidates[0]?.index ?? 0, message: why(name, error) }] };
  }
  const each: Restored = { added: 0, refused: [] };
  for (const candidate of candidates) {
    const { added, refused } = await restoreRecords(request, name, [candidate]);
    each.added += added;
    each.refused.push(...refused);
  }
  return each;
}

/** Returns a feature's message about a record to the caller, but not the database's. */
const why = (name: HeldName, error: unknown) =>
  error instanceof RecollectError ? error.message : `The record is not one that an export of ${name} holds`;

import type { Line } from '../../kernel/operation.js';
import { quotaOf } from '../memories/quota-of.js';
import type { Request } from '../request.js';
import { candidatesOf, type EntryOptions, type MemoryCandidate } from './entry.js';
import { CHUNK } from './importer.js';
import { ownMemories } from './own-ids.js';
import { comparedEntryOf } from './prepare.js';
import { findFresh, scopedKey } from './sql/find-new.js';
import { reserveQuota, returnQuota } from './sql/import.js';

/**
 * Takes a whole import from the allowance before its first memory is written, or refuses it. What turns out not to be needed is given back; only a
 * crash in between leaves it taken.
 */
export async function reserve(request: Request, lines: readonly Line[], options: EntryOptions) {
  const seen = new Set<string>();
  let count = 0;
  for (let i = 0; i < lines.length; i += CHUNK) {
    const candidates = lines
      .slice(i, i + CHUNK)
      .flatMap((line) => candidatesOf(line, options))
      .flatMap((candidate) => ('memory' in candidate ? [candidate.memory] : []))
      .filter((one) => isFirst(seen, one));
    const own = await ownMemories(request, options.scope, candidates);
    const compared = own.map((one) => comparedEntryOf(one, request.now));
    const fresh = compared.length > 0 ? await request.db.run(findFresh, { entries: compared, now: request.now }) : [];
    count += fresh.filter(Boolean).length;
  }
  const quota = quotaOf(request);
  if (count > 0) await request.db.run(reserveQuota, { ...quota, count });
  return async (used: number) => {
    if (count > used) await request.db.run(returnQuota, { ...quota, count: count - used });
  };
}

/** False if the entry repeats an earlier one. */
function isFirst(seen: Set<string>, { input, dedupeKey }: MemoryCandidate): boolean {
  const names = [
    ...(input.id === undefined ? [] : [`id ${input.id}`]),
    ...(input.dedupe ? [`text ${scopedKey(input.user_id, dedupeKey)}`] : []),
  ];
  const isNew = !names.some((name) => seen.has(name));
  for (const name of names) seen.add(name);
  return isNew;
}

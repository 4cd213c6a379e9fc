import { prepareMemory } from '../memories/prepare.js';
import { isUnread } from '../memories/reading/importance.js';
import type { Reading } from '../memories/reading/read-text.js';
import type { PackedVectors } from '../memories/sql/vectors.js';
import type { Request } from '../request.js';
import { type LinkCandidate, type MemoryCandidate, pastOf } from './entry.js';
import type { ComparedEntry } from './sql/find-new.js';
import type { ImportedMemory } from './sql/import.js';
import type { ImportedLink } from './sql/link.js';

const isPast = (time: number | undefined, now: number) => time !== undefined && time <= now;

export function comparedEntryOf({ id, dedupeKey, input }: MemoryCandidate, now: number): ComparedEntry {
  const over = isPast(input.expires_at, now) || isPast(input.valid_until, now) || input.superseded_by !== undefined;
  return { id, user_id: input.user_id, dedupeKey, dedupe: input.dedupe, over };
}

/** Category and risk are determined from the text again: a file's claim to be harmless is not trusted. */
export function memoryFrom(
  candidate: MemoryCandidate,
  vectors: PackedVectors | null,
  read: Reading,
  { ids, now }: Request,
): ImportedMemory {
  const { input } = candidate;
  const importance = isUnread(input) ? undefined : input.importance;
  const given = { ...input, importance, ttl_seconds: undefined, detect_conflicts: false };
  const base = prepareMemory(given, vectors, ids, now, read);
  return {
    ...base,
    ...pastOf(input),
    id: candidate.id,
    importance_estimated: base.importance_estimated || input.importance_estimated,
    over: comparedEntryOf(candidate, now).over,
  };
}

export const linkFrom = ({ id, input }: LinkCandidate, now: number): ImportedLink => ({
  id,
  from: input.from,
  to: input.to,
  relationship: input.relationship,
  weight: input.weight,
  metadata: input.metadata ?? {},
  automatic: input.automatic,
  created_at: input.created_at ?? now,
});

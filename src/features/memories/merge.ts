import { isDeepStrictEqual } from 'node:util';
import type { FieldProblem } from '../../kernel/errors.js';
import { LIMITS } from '../../kernel/fields.js';
import type { MemoryRecord } from './record.js';

type Labels = Pick<MemoryRecord, 'tags' | 'metadata'>;

/** The engines store the keys of an object in different orders. */
export const isSameJson = (a: unknown, b: unknown): boolean => isDeepStrictEqual(a, b);

export const metadataBytes = (metadata: unknown): number => Buffer.byteLength(JSON.stringify(metadata));

/**
 * Returns what is wrong with merged labels, or null: the limits for given values apply to them too. A value that does not grow passes, so that one
 * that predates the check can be made smaller.
 */
export function mergeProblem(before: Labels, after: Labels): FieldProblem | null {
  if (after.tags.length > LIMITS.tags && after.tags.length > before.tags.length) {
    const message = `would have ${after.tags.length} items after merging with the existing ones, at most ${LIMITS.tags} are allowed: nothing was changed`;
    return { field: 'tags', message };
  }
  const bytes = metadataBytes(after.metadata);
  if (bytes > LIMITS.metadataBytes && bytes > metadataBytes(before.metadata)) {
    const message = `would have ${bytes} bytes as JSON after merging with the existing metadata, at most ${LIMITS.metadataBytes} are allowed: nothing was changed`;
    return { field: 'metadata', message };
  }
  return null;
}

type Again = Pick<
  MemoryRecord,
  'tags' | 'metadata' | 'valid_from' | 'valid_until' | 'importance' | 'importance_estimated'
>;

/**
 * What a memory becomes when its text is stored again: tags are merged, given metadata keys and a given importance win, and it holds from the earlier of
 * the two starts to the later of the two ends.
 */
export function united(before: Again & Pick<MemoryRecord, 'created_at'>, given: Again, now: number): Again {
  const { importance, importance_estimated } = given.importance_estimated ? before : given;
  return {
    tags: [...new Set([...before.tags, ...given.tags])],
    metadata: { ...before.metadata, ...given.metadata },
    valid_from: earlierStart(before, given.valid_from, now),
    valid_until: laterEnd(before.valid_until, given.valid_until, now),
    ...{ importance, importance_estimated },
  };
}

/** What is stored without a start holds now. */
function earlierStart(
  { valid_from, created_at }: Pick<MemoryRecord, 'valid_from' | 'created_at'>,
  given: number | null,
  now: number,
): number | null {
  if (given === null) return valid_from === null ? null : Math.min(valid_from, now);
  return given < (valid_from ?? created_at) ? given : valid_from;
}

/** Null: no end is known, which says nothing against one that is. An end that has passed says nothing about a memory that still holds. */
const laterEnd = (before: number | null, given: number | null, now: number) =>
  given === null || given <= now ? before : Math.max(given, before ?? given);

interface Period {
  valid_from: number | null;
  valid_until: number | null;
  created_at?: number;
}
/** Whether one of two validities ends before the other begins. */
export const areApart = (one: Period, other: Period): boolean => endsBefore(one, other) || endsBefore(other, one);

function endsBefore({ valid_until }: Period, { valid_from, created_at }: Period): boolean {
  const start = valid_from ?? created_at;
  return valid_until !== null && start !== undefined && valid_until <= start;
}

/** Applies metadata as a merge patch: given keys win, null removes a key. */
export const patched = (before: Labels['metadata'], patch: Labels['metadata']): Labels['metadata'] =>
  Object.fromEntries(Object.entries({ ...before, ...patch }).filter(([, value]) => value !== null));

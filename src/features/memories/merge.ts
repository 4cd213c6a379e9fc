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

/** The memory is stored again: tags are merged, given metadata keys win. */
export const united = (before: Labels, given: Labels): Labels => ({
  tags: [...new Set([...before.tags, ...given.tags])],
  metadata: { ...before.metadata, ...given.metadata },
});

/** Applies metadata as a merge patch: given keys win, null removes a key. */
export const patched = (before: Labels['metadata'], patch: Labels['metadata']): Labels['metadata'] =>
  Object.fromEntries(Object.entries({ ...before, ...patch }).filter(([, value]) => value !== null));

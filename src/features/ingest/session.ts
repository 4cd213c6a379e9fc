import { createHash } from 'node:crypto';
import { ID_PREFIXES } from '../../kernel/ids.js';

/** A turn as it is compared with what is there. */
export interface ComparedTurn {
  role: string;
  name: string | null;
  content: string;
}

/**
 * The id of a session's first episode. It follows from what the caller named, so that sending a session again finds it, also after an export and an
 * import.
 */
export function episodeOf(userId: string, agentId: string, sessionId: string): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([userId, agentId, sessionId]))
    .digest('hex');
  return `${ID_PREFIXES.episode}${hash.slice(0, 26)}`;
}

/** The id of its n-th episode: a session outlives one that is full or was closed. */
export const partOf = (first: string, n: number) => (n === 1 ? first : `${first}_${n}`);

/** What is there of a turn; null where it was forgotten or edited since: that matches anything, and what was sent does not come back. */
export type Kept = ComparedTurn | null;

/** What is known of a session: how long it is, and the turns that the given ones could repeat. */
export interface Known {
  total: number;
  /** From the first on, or from where the given ones are said to stand. */
  head: readonly Kept[];
  /** Up to the last. */
  tail: readonly Kept[];
}

/**
 * Where in its session the first of the given turns stands. The whole conversation sent again begins at 0; the last part of it where that began; anything else
 * follows what is there.
 */
export function placeOf(given: readonly ComparedTurn[], { total, head, tail }: Known): number {
  const shared = Math.min(given.length, total);
  if (shared > 0 && head.slice(0, shared).every((kept, i) => isSame(kept, given[i]))) return 0;
  for (let overlap = shared; overlap > 0; overlap--) {
    const last = tail.slice(tail.length - overlap);
    if (last.some(Boolean) && last.every((kept, i) => isSame(kept, given[i]))) return total - overlap;
  }
  return total;
}

export const isSame = (kept: Kept | undefined, given: ComparedTurn | undefined): boolean =>
  !kept || (kept.role === given?.role && kept.name === given.name && kept.content === given.content);

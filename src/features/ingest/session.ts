import { hash } from 'node:crypto';
import { ID_PREFIXES } from '../../kernel/ids.js';

/** A turn as compared with the stored ones. */
export interface ComparedTurn {
  role: string;
  name: string | null;
  content: string;
}

/**
 * The id of a session's first episode. It is derived from what the caller named, so that sending a session again finds it, even after an export and
 * an import. `boundTo`: the namespace that the calling key is bound to; its sessions are its own.
 */
export function episodeOf(userId: string, agentId: string, sessionId: string, boundTo: string | null = null): string {
  const named = [userId, agentId, sessionId, ...(boundTo === null ? [] : [boundTo])];
  const digest = hash('sha256', JSON.stringify(named));
  return `${ID_PREFIXES.episode}${digest.slice(0, 26)}`;
}

/** The id of its n-th episode: a session continues after an episode is full or was closed. */
export const partOf = (first: string, n: number) => (n === 1 ? first : `${first}_${n}`);

/**
 * What is stored of a turn; null if it was forgotten or edited since: null matches anything, so that sending the turn again does not bring it back.
 */
export type Kept = ComparedTurn | null;

/** What is known of a session: its length, and the turns that the given ones could repeat. */
export interface Known {
  total: number;
  /** From the first turn on, or from where the given ones are said to start. */
  head: readonly Kept[];
  /** Up to the last turn. */
  tail: readonly Kept[];
}

/**
 * The position in its session of the first given turn. If the whole conversation is sent again, 0; if its last part is sent again, where that part
 * began; anything else follows what is stored.
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

import type { TenantDatabase } from '../../storage/database.js';
import { forgetEpisode } from '../episodes/sql/forget-episode.js';
import { derivedFrom, forgetDerived, type Place, type Turn, turnsToForget } from './sql/forget-derived.js';

/** Memories read per statement, and forgotten per transaction: on SQLite other writers wait for it. */
const PAGE = 2_000;
const SOME = 100;

interface Conversation {
  id: string;
  userId?: string;
  agentId?: string;
}

/**
 * Forgets an episode with everything that was derived from it alone. The episode goes last, so that a call that was interrupted can be repeated.
 * Returns the number of memories, and one for the episode.
 */
export async function forgetConversation(db: TenantDatabase, conversation: Conversation, now: number): Promise<number> {
  const found = await db.run(turnsToForget, conversation);
  if (!found) return 0;
  const before = await forgetStatements(db, found, now);
  const rest = await db.run(forgetEpisode, { ...conversation, now });
  // What was derived meanwhile. Now nothing can be.
  const after = found.isDeriving ? await forgetStatements(db, found, now) : 0;
  return before + rest + after;
}

async function forgetStatements(
  db: TenantDatabase,
  { userId, turns }: { userId: string; turns: Turn[] },
  now: number,
): Promise<number> {
  if (turns.length === 0) return 0;
  const ids = turns.map(({ id }) => id);
  let deleted = 0;
  for (let after: Place | null | undefined; after !== null; ) {
    const page = await db.run(derivedFrom, { userId, turns: ids, after: after ?? null, limit: PAGE });
    for (let i = 0; i < page.ids.length; i += SOME)
      deleted += await db.run(forgetDerived, { ids: page.ids.slice(i, i + SOME), turns, now });
    after = page.next;
  }
  return deleted;
}

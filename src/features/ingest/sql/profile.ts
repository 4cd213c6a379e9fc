import { RISK_FLAGGED } from '../../../readers/risk/risk.js';
import { fromJson } from '../../../storage/json.js';
import { sql } from '../../../storage/sql.js';
import { tenantRead } from '../../../storage/statement.js';
import type { Plan } from '../../context/over.js';
import { standing } from '../../context/standing.js';
import { sourcesOf } from '../../memories/reading/sources.js';
import type { MemoryFilter } from '../../memories/search/filter.js';
import { visible } from '../../memories/sql/visible.js';

interface ProfileRequest {
  userId: string;
  filter: MemoryFilter;
  limit: number;
  now: number;
}
interface ProfileRow extends Plan {
  id: string;
  /** 0–1. */
  standing: number;
  importance: number;
  /** The turns that the statement was derived from. */
  sources: string[];
}

/**
 * What is known about a user and holds now, most important first. What was merely said in an episode is not knowledge, and how to do something is not
 * about the person.
 */
export const profileRows = tenantRead('ingest.profile', async (tx, input: ProfileRequest): Promise<ProfileRow[]> => {
  const { userId, filter, limit, now } = input;
  const rows = await tx.all<Omit<ProfileRow, 'sources'> & { metadata: unknown }>(sql`select m.id, m.content, m.category,
      m.valid_from, m.created_at, m.verified_at, m.importance, m.metadata, ${standing(tx.dialect, now)} as standing
    from memories m where m.key_id = ${tx.keyId} and m.user_id = ${userId} and m.kind in ('semantic', 'emotional')
      and m.risk < ${RISK_FLAGGED} and ${visible(tx.dialect, filter, now)}
    order by standing desc, m.id limit ${limit}`);
  return rows.map(({ metadata, ...row }) => {
    const sources = sourcesOf(fromJson(metadata) as Record<string, unknown>);
    return { ...row, standing: Number(row.standing) / 1_000_000, sources };
  });
});

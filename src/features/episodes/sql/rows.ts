import { fromJson } from '../../../storage/json.js';
import { forUpdate, raw, type Sql, sql } from '../../../storage/sql.js';
import type { Row, TenantTx } from '../../../storage/statement.js';
import type { EpisodeRecord } from '../record.js';

/** Columns that `toEpisode` reads, of `FROM_EPISODES`. */
export const EPISODE_COLUMNS = raw(
  'e.id, e.agent_id, e.user_id, e.title, e.metadata, e.status, e.outcome, s.content as summary, e.summary_memory_id, e.auto_summarized, ' +
    'e.event_count, e.started_at, e.last_event_at, e.ended_at',
);
/** An episode `e` with the memory `s` that holds its summary. */
export const FROM_EPISODES = raw(
  'from episodes e left join memories s on s.key_id = e.key_id and s.id = e.summary_memory_id',
);

export function toEpisode(row: Row): EpisodeRecord {
  return {
    id: row.id,
    agent_id: row.agent_id,
    user_id: row.user_id === '' ? null : row.user_id,
    title: row.title,
    metadata: fromJson(row.metadata),
    status: row.status,
    outcome: row.outcome,
    summary: row.summary ?? null,
    summary_memory_id: row.summary_memory_id,
    auto_summarized: Number(row.auto_summarized) === 1,
    event_count: row.event_count,
    started_at: row.started_at,
    last_event_at: row.last_event_at,
    ended_at: row.ended_at,
  } as EpisodeRecord;
}

export async function readEpisode(tx: TenantTx, id: string): Promise<EpisodeRecord | null> {
  const row = await tx.get(
    sql`select ${EPISODE_COLUMNS} ${FROM_EPISODES} where e.key_id = ${tx.keyId} and e.id = ${id}`,
  );
  return row ? toEpisode(row) : null;
}

/**
 * Closed episodes whose summary was deleted because it may have quoted a forgotten event: it is to be written again. The index `episodes_untold` has
 * this condition.
 */
export const UNTOLD = raw("status = 'closed' and auto_summarized = 1 and summary_memory_id is null");

export interface LockedEpisode {
  user_id: string;
  agent_id: string;
  status: string;
  last_seq: number;
  event_count: number;
  /** Whether a summary is to be written: it is open, or `UNTOLD`. */
  wanting: number;
}

/** Every writer to an episode locks its row: appends to an episode and its end happen one after the other. */
export const lockEpisode = (tx: TenantTx, id: string) =>
  tx.get<LockedEpisode>(sql`select user_id, agent_id, status, last_seq, event_count,
      case when status = 'open' or ${UNTOLD} then 1 else 0 end as wanting from episodes
    where key_id = ${tx.keyId} and id = ${id}${forUpdate(tx.dialect)}`);

export interface EpisodeFilter {
  userId?: string | undefined;
  agentId?: string | undefined;
  status?: string | undefined;
}

/** The conditions on `episodes e`. */
export function inFilter(tx: TenantTx, { userId, agentId, status }: EpisodeFilter): Sql[] {
  const conditions: Sql[] = [sql`e.key_id = ${tx.keyId}`];
  if (userId !== undefined) conditions.push(sql`e.user_id = ${userId}`);
  if (agentId !== undefined) conditions.push(sql`e.agent_id = ${agentId}`);
  if (status !== undefined) conditions.push(sql`e.status = ${status}`);
  return conditions;
}

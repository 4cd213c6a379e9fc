import { fromJson } from '../../../storage/json.js';
import { and, lookUp, sql } from '../../../storage/sql.js';
import { tenantRead, tenantSnapshotRead } from '../../../storage/statement.js';
import type { EpisodeEvent, EpisodeRecord } from '../record.js';
import { EPISODE_COLUMNS, type EpisodeFilter, FROM_EPISODES, inFilter, readEpisode, toEpisode } from './rows.js';

export interface ListRequest {
  filter: EpisodeFilter;
  /** The last entry of the previous page. */
  after: { startedAt: number; id: string } | null;
  limit: number;
}

/** Newest first. */
export const listEpisodes = tenantRead('episodes.list', async (tx, input: ListRequest): Promise<EpisodeRecord[]> => {
  const conditions = inFilter(tx, input.filter);
  if (input.after) conditions.push(sql`(e.started_at, e.id) < (${input.after.startedAt}, ${input.after.id})`);
  const found = await tx.all(sql`select ${EPISODE_COLUMNS} ${FROM_EPISODES} where ${and(conditions)}
    order by e.started_at desc, e.id desc limit ${input.limit}`);
  return found.map(toEpisode);
});

export interface ReplayRequest {
  id: string;
  filter: EpisodeFilter;
  /** The position of the last event of the previous page. */
  after: number;
  limit: number;
  now: number;
}
export interface Replay {
  episode: EpisodeRecord;
  events: EpisodeEvent[];
}

/** An episode with its events in order; null if the filters match none. */
export const replayEpisode = tenantSnapshotRead(
  'episodes.replay',
  async (tx, input: ReplayRequest): Promise<Replay | null> => {
    const episode = await readEpisode(tx, input.id);
    const { userId, agentId, status } = input.filter;
    const isOther = (asked: string | undefined, is: string | null | undefined) => asked !== undefined && asked !== is;
    if (!episode || isOther(userId, episode.user_id) || isOther(agentId, episode.agent_id)) return null;
    if (isOther(status, episode.status)) return null;
    const found = await tx.all<Omit<EpisodeEvent, 'metadata'> & { metadata: unknown }>(
      sql`select v.id, v.seq, v.type, m.content, m.metadata, v.created_at
      from episode_events v ${lookUp(tx.dialect, 'inner', 'memories', 'm', sql`m.key_id = ${tx.keyId} and m.id = v.id`)}
      where v.key_id = ${tx.keyId} and v.episode_id = ${input.id} and v.seq > ${input.after}
        and (m.expires_at is null or m.expires_at > ${input.now})
      order by v.seq limit ${input.limit}`,
    );
    return { episode, events: found.map((event) => ({ ...event, metadata: fromJson(event.metadata) })) };
  },
);

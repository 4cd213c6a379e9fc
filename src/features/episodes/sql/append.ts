import { conflict, notFound } from '../../../kernel/errors.js';
import { sql } from '../../../storage/sql.js';
import { tenantWrite } from '../../../storage/statement.js';
import { type QuotaRequest, takeQuota } from '../../keys/sql/quota.js';
import type { NewMemory } from '../../memories/new-memory.js';
import { insertMemories } from '../../memories/sql/insert.js';
import { type AppendedEvent, MAX_EVENTS } from '../record.js';
import { lockEpisode } from './rows.js';

export interface AppendRequest {
  episodeId: string;
  type: string;
  /** Its user, agent and position are those of the episode. */
  memory: NewMemory;
  quota: Omit<QuotaRequest, 'count'>;
  now: number;
}

/** Appends an event: the next position, its memory and the count, all or none. */
export const appendEvent = tenantWrite('episodes.append', async (tx, input: AppendRequest): Promise<AppendedEvent> => {
  const { episodeId, type, memory, now } = input;
  const episode = await lockEpisode(tx, episodeId);
  if (!episode) throw notFound('No episode has this id');
  const embedded = memory.vectors !== null;
  // Already exists when a repeated request finds what its first run wrote.
  const before = await tx.get<{ seq: number; type: string; created_at: number }>(sql`select seq, type, created_at
    from episode_events where key_id = ${tx.keyId} and id = ${memory.id} and episode_id = ${episodeId}`);
  if (before) return { id: memory.id, episode_id: episodeId, ...before, embedded };
  if (episode.status !== 'open') throw conflict('This episode is closed: start another one');
  if (episode.event_count >= MAX_EVENTS)
    throw conflict(`This episode has ${MAX_EVENTS} events, which is the limit: end it and start another one`);
  await takeQuota(tx, { ...input.quota, count: 1 });
  const seq = episode.last_seq + 1;
  const { user_id, agent_id } = episode;
  const placed = { ...memory, user_id, agent_id, group_id: episodeId, position: seq };
  await insertMemories(tx, [placed], new Set(), now);
  await tx.run(sql`insert into episode_events (key_id, episode_id, seq, id, user_id, type, created_at)
    values (${tx.keyId}, ${episodeId}, ${seq}, ${memory.id}, ${user_id}, ${type}, ${now})`);
  // A call that had to wait may be older than the one before it.
  await tx.run(sql`update episodes set last_seq = ${seq}, event_count = event_count + 1,
      last_event_at = case when last_event_at > ${now} then last_event_at else ${now} end
    where key_id = ${tx.keyId} and id = ${episodeId}`);
  return { id: memory.id, episode_id: episodeId, seq, type, embedded, created_at: now };
});

import { ID_PREFIXES, randomIds } from '../../../kernel/ids.js';
import { rows, type SqlValue, sql } from '../../../storage/sql.js';
import { systemRead, type TenantTx, tenantSnapshotRead, tenantWrite } from '../../../storage/statement.js';
import { emit } from '../../journal.js';
import type { NewMemory } from '../../memories/new-memory.js';
import { insertMemories } from '../../memories/sql/insert.js';
import type { EpisodeRecord } from '../record.js';
import { lockEpisode, readEpisode } from './rows.js';
import { type SummaryEvent, summaryEvents } from './summary-events.js';

/** The first events, which are linked to the summary; the whole episode is read by replaying it. */
export const LINKED_EVENTS = 500;

const ids = randomIds(() => Date.now());

export interface ToClose {
  episode: EpisodeRecord;
  lastSeq: number;
  events: SummaryEvent[];
}

/** An episode and what its summary is made from; null if there is no such episode. */
export const episodeToClose = tenantSnapshotRead(
  'episodes.toClose',
  async (tx, { id }: { id: string }): Promise<ToClose | null> => {
    const episode = await readEpisode(tx, id);
    if (!episode) return null;
    const row = await tx.get<{ last_seq: number }>(
      sql`select last_seq from episodes where key_id = ${tx.keyId} and id = ${id}`,
    );
    const lastSeq = row?.last_seq ?? 0;
    return { episode, lastSeq, events: episode.status === 'open' ? await summaryEvents(tx, id, lastSeq) : [] };
  },
);

export interface CloseRequest {
  id: string;
  /** The summary; its user and agent are those of the episode. Null: there is nothing to summarize. */
  memory: NewMemory | null;
  auto: boolean;
  outcome: string | null;
  /** The last event that the summary covers; null: it need not cover them all. */
  lastSeq: number | null;
  now: number;
}

/**
 * Closes an episode with its summary. If it was closed before, returns it as it was closed. 'changed': an event was appended in the meantime, and
 * nothing is written.
 */
export const closeEpisode = tenantWrite(
  'episodes.close',
  async (tx, input: CloseRequest): Promise<EpisodeRecord | 'changed' | null> => {
    const { id, memory, now } = input;
    const episode = await lockEpisode(tx, id);
    if (!episode) return null;
    if (episode.status === 'open') {
      if (input.lastSeq !== null && input.lastSeq !== episode.last_seq) return 'changed';
      const { user_id, agent_id } = episode;
      if (memory) {
        await insertMemories(tx, [{ ...memory, user_id, agent_id }], new Set(), now);
        await linkEvents(tx, id, memory.id, now);
      }
      await tx.run(sql`update episodes set status = 'closed', ended_at = ${now}, outcome = ${input.outcome},
        auto_summarized = ${memory && input.auto ? 1 : 0}, summary_memory_id = ${memory?.id ?? null}
        where key_id = ${tx.keyId} and id = ${id}`);
      const data = { event_count: episode.event_count };
      await emit(tx, now, [{ kind: 'episode.ended', user_id, agent_id, subject: id, data }]);
    }
    return readEpisode(tx, id);
  },
);

async function linkEvents(tx: TenantTx, episodeId: string, summaryId: string, now: number): Promise<void> {
  const events = await tx.all<{ id: string }>(sql`select id from episode_events
    where key_id = ${tx.keyId} and episode_id = ${episodeId} order by seq limit ${LINKED_EVENTS}`);
  if (events.length === 0) return;
  const metadata = JSON.stringify({ episode_id: episodeId });
  const values = events.map((event): SqlValue[] => [
    ...[tx.keyId, ids.next(ID_PREFIXES.link), event.id, summaryId, 'part_of', 1, metadata, 1, now],
  ]);
  await tx.run(sql`insert into links (key_id, id, from_id, to_id, relationship, weight, metadata, automatic, created_at)
    values ${rows(values)} on conflict do nothing`);
}

/** Open episodes of all keys without an event since then, the longest silent first. */
export const silentEpisodes = systemRead(
  'episodes.silent',
  async (tx, input: { since: number; limit: number }): Promise<{ key_id: string; id: string }[]> =>
    tx.all<{ key_id: string; id: string }>(sql`select key_id, id from episodes
      where status = 'open' and last_event_at <= ${input.since} order by last_event_at limit ${input.limit}`),
);

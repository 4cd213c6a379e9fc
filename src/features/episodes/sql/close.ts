import { ID_PREFIXES, randomIds } from '../../../kernel/ids.js';
import { among, rows, type SqlValue, sql } from '../../../storage/sql.js';
import { systemRead, type TenantTx, tenantSnapshotRead, tenantWrite } from '../../../storage/statement.js';
import { emit } from '../../journal.js';
import type { NewMemory } from '../../memories/new-memory.js';
import { insertMemories } from '../../memories/sql/insert.js';
import type { EpisodeRecord } from '../record.js';
import { lockEpisode, readEpisode, UNTOLD } from './rows.js';
import { type SummaryEvent, summaryEvents } from './summary-events.js';

/** The first events, which are linked to the summary; the whole episode is read by replaying it. */
export const LINKED_EVENTS = 500;

const ids = randomIds(() => Date.now());

export interface ToClose {
  episode: EpisodeRecord;
  lastSeq: number;
  /** Null if it has its summary. */
  events: SummaryEvent[] | null;
}

/** An episode and what its summary is made from; null if there is no such episode. */
export const episodeToClose = tenantSnapshotRead(
  'episodes.toClose',
  async (tx, { id }: { id: string }): Promise<ToClose | null> => {
    const episode = await readEpisode(tx, id);
    if (!episode) return null;
    const wanting = await tx.get<{ last_seq: number }>(sql`select last_seq from episodes
      where key_id = ${tx.keyId} and id = ${id} and (status = 'open' or (${UNTOLD}))`);
    const lastSeq = wanting?.last_seq ?? 0;
    return { episode, lastSeq, events: wanting ? await summaryEvents(tx, id, lastSeq) : null };
  },
);

export interface CloseRequest {
  id: string;
  /** The summary; its user and agent are those of the episode. Null: there is nothing to summarize. */
  memory: NewMemory | null;
  auto: boolean;
  outcome: string | null;
  /** The last event and the number of events when the summary was made. */
  seen: { lastSeq: number; events: number };
  /** Close it even if events were appended since. If one was forgotten, it is closed without the summary, which may quote it. */
  anyway: boolean;
  now: number;
}

/**
 * Closes an episode with its summary. If it was closed before, returns it as it was closed. 'changed': an event was appended or forgotten in the
 * meantime, and nothing is written.
 */
export const closeEpisode = tenantWrite(
  'episodes.close',
  async (tx, input: CloseRequest): Promise<EpisodeRecord | 'changed' | null> => {
    const { id, auto, seen, now } = input;
    const episode = await lockEpisode(tx, id);
    if (!episode) return null;
    if (episode.wanting) {
      const isForgotten = auto && episode.last_seq - episode.event_count !== seen.lastSeq - seen.events;
      if (!input.anyway && (isForgotten || episode.last_seq !== seen.lastSeq)) return 'changed';
      const memory = isForgotten ? null : input.memory;
      const { user_id, agent_id } = episode;
      if (memory) {
        await insertMemories(tx, [{ ...memory, user_id, agent_id }], new Set(), now);
        await linkEvents(tx, id, memory.id, now);
      }
      await tx.run(sql`update episodes set status = 'closed', ended_at = coalesce(ended_at, ${now}), outcome = ${input.outcome},
        auto_summarized = ${auto && (memory || isForgotten) ? 1 : 0}, summary_memory_id = ${memory?.id ?? null}
        where key_id = ${tx.keyId} and id = ${id}`);
      const data = { event_count: episode.event_count };
      if (episode.status === 'open')
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

interface ToSummarize {
  since: number;
  limit: number;
  /** Not these. */
  except: readonly string[];
}
/** Episodes of all keys to be summarized: open ones without an event since then, the longest silent first, and those that lost their summary. */
export const episodesToSummarize = systemRead(
  'episodes.toSummarize',
  async (tx, { since, limit, except }: ToSummarize): Promise<{ key_id: string; id: string }[]> => {
    const others = sql`not ${among(tx.dialect, 'id', except)}`;
    return tx.all<{ key_id: string; id: string }>(sql`
      select key_id, id from (select key_id, id from episodes
        where status = 'open' and last_event_at <= ${since} and ${others} order by last_event_at limit ${limit}) as silent
      union all
      select key_id, id from (select key_id, id from episodes where ${UNTOLD} and ${others} order by ended_at limit ${limit}) as untold`);
  },
);

import { atOnce } from '../../../kernel/turns/turns.js';
import { riskOf } from '../../../readers/risk/risk.js';
import { summarizeEpisode } from '../../../readers/summary/episode-summary.js';
import { among, sql } from '../../../storage/sql.js';
import type { TenantTx } from '../../../storage/statement.js';
import { replaceTerms, wordsOf } from '../../../storage/words.js';
import { emit } from '../../journal.js';
import { unread } from '../../memories/reading/importance.js';
import { changeSketch } from '../../memories/sql/sketch-rows.js';
import { summaryEvents } from './summary-events.js';

interface Touched {
  id: string;
  user_id: string;
  agent_id: string;
  last_seq: number;
  summary_memory_id: string;
}
/** A memory with no content left. */
export interface Orphan {
  id: string;
  user_id: string;
  agent_id: string;
}

/**
 * Removes deleted memories from their episodes. A summary made by the service may quote them, so it is made again from what is left; returns the
 * summaries for which nothing is left.
 */
export async function removeEvents(tx: TenantTx, ids: readonly string[], now: number): Promise<Orphan[]> {
  const [gone] = await Promise.all([
    tx.all<{ episode_id: string }>(
      sql`delete from episode_events where key_id = ${tx.keyId} and ${among(tx.dialect, 'id', ids)} returning episode_id`,
    ),
    tx.run(sql`update episodes set summary_memory_id = null, auto_summarized = 0
      where key_id = ${tx.keyId} and ${among(tx.dialect, 'summary_memory_id', ids)}`),
  ]);
  if (gone.length === 0) return [];
  const counts = new Map<string, number>();
  for (const { episode_id } of gone) counts.set(episode_id, (counts.get(episode_id) ?? 0) + 1);
  for (const [episode, count] of [...counts].sort())
    await tx.run(sql`update episodes set event_count = event_count - ${count}
      where key_id = ${tx.keyId} and id = ${episode}`);
  const touched = await tx.all<Touched>(sql`select id, user_id, agent_id, last_seq, summary_memory_id from episodes
    where key_id = ${tx.keyId} and ${among(tx.dialect, 'id', [...counts.keys()])} and auto_summarized = 1
      and summary_memory_id is not null`);
  const orphans: Orphan[] = [];
  for (const episode of touched) {
    if (!(await retell(tx, episode, now))) {
      orphans.push({ id: episode.summary_memory_id, user_id: episode.user_id, agent_id: episode.agent_id });
    }
  }
  return orphans;
}

/** False if no event is left to summarize. The new text waits to be embedded like one stored while embedding was unavailable. */
async function retell(tx: TenantTx, episode: Touched, now: number): Promise<boolean> {
  const text = atOnce(summarizeEpisode(await summaryEvents(tx, episode.id, episode.last_seq)));
  if (text === '') return false;
  const { summary_memory_id: id, user_id, agent_id } = episode;
  const changed =
    await tx.run(sql`update memories set content = ${text}, category = 'other', risk = ${riskOf(text)}, ${unread()},
    embedded_model = null, dedupe_key = null, version = version + 1, updated_at = ${now}
    where key_id = ${tx.keyId} and id = ${id} and user_id = ${user_id}`);
  if (changed === 0) return true;
  await tx.run(sql`delete from memory_versions where key_id = ${tx.keyId} and memory_id = ${id}`);
  await tx.run(
    sql`delete from memory_vectors where key_id = ${tx.keyId} and user_id = ${user_id} and memory_id = ${id}`,
  );
  await replaceTerms(tx, { id, user_id, words: wordsOf(text) });
  await changeSketch(tx, { id, user_id, content: text });
  await emit(tx, now, [{ kind: 'memory.updated', user_id, agent_id, subject: id }]);
  return true;
}

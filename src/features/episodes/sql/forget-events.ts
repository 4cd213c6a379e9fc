import { among, sql } from '../../../storage/sql.js';
import type { TenantTx } from '../../../storage/statement.js';

/** A memory that may quote what was forgotten. */
export interface Orphan {
  id: string;
  user_id: string;
  agent_id: string;
}

/**
 * Removes deleted memories from their episodes. A summary made by the service may quote them: returns these summaries, which are to be deleted too.
 * The job `close-episodes` writes them again (`rows.ts`): a long episode takes too long for a transaction.
 */
export async function removeEvents(tx: TenantTx, ids: readonly string[]): Promise<Orphan[]> {
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
  const quoting = sql`key_id = ${tx.keyId} and ${among(tx.dialect, 'id', [...counts.keys()])} and auto_summarized = 1
    and summary_memory_id is not null`;
  const orphans = await tx.all<Orphan>(
    sql`select summary_memory_id as id, user_id, agent_id from episodes where ${quoting}`,
  );
  if (orphans.length > 0) await tx.run(sql`update episodes set summary_memory_id = null where ${quoting}`);
  return orphans;
}

import { rows, type SqlValue, sql } from '../../storage/sql.js';
import type { TenantTx } from '../../storage/statement.js';
import { tell } from '../journal.js';
import { writeIndexes } from './index-rows.js';
import { type NewMemory, recordOf } from './new-memory.js';
import type { MemoryRecord } from './record.js';
import { wordsOf } from './term-rows.js';

/**
 * Writes the rows, their vectors, their words and the news of them. Answers what was inserted, by id. `keyed` are those that stand for
 * their text from now on.
 */
export async function insertMemories(
  tx: TenantTx,
  memories: readonly NewMemory[],
  keyed: ReadonlySet<NewMemory>,
  now: number,
): Promise<Map<string, MemoryRecord>> {
  const worded = memories.map((memory) => ({ ...memory, words: wordsOf(memory.content) }));
  const values = worded.map((m, i): SqlValue[] => [
    ...[tx.keyId, m.id, m.user_id, m.agent_id, m.namespace, m.kind, m.content],
    ...[keyed.has(memories[i] as NewMemory) ? m.dedupeKey : null, JSON.stringify(m.metadata), JSON.stringify(m.tags)],
    ...[m.importance, m.outcome, m.outcome_score, m.category, m.risk, m.vectors?.model ?? null, m.valid_from],
    ...[m.valid_until, m.expires_at, m.group_id, m.position, m.words.length, now, now],
  ]);
  const found =
    await tx.all(sql`insert into memories (key_id, id, user_id, agent_id, namespace, kind, content, dedupe_key, metadata, tags,
      importance, outcome, outcome_score, category, risk, embedded_model, valid_from, valid_until, expires_at, group_id, position,
      terms_length, created_at, updated_at)
    values ${rows(values)} on conflict do nothing returning id`);
  const ids = new Set(found.map((row) => row.id as string));
  const there = worded.filter((memory) => ids.has(memory.id));
  await writeIndexes(tx, there);
  const news = there.map((m) => ({ user_id: m.user_id, agent_id: m.agent_id, subject: m.id }));
  await tell(
    tx,
    now,
    news.map((entry) => ({ kind: 'memory.stored', ...entry })),
  );
  return new Map(there.map((memory) => [memory.id, recordOf(memory, now)]));
}

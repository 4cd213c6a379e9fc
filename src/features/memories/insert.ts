import { insertRows } from '../../storage/insert-rows.js';
import { raw, rows, type SqlValue, sql } from '../../storage/sql.js';
import type { TenantTx } from '../../storage/statement.js';
import { tell } from '../journal.js';
import { indexColumns, indexValues, writeIndexes } from './index-rows.js';
import { type NewMemory, type Read, read, recordOf } from './new-memory.js';
import type { MemoryRecord } from './record.js';

const COLUMNS = raw(
  'memories (key_id, id, user_id, agent_id, namespace, kind, content, dedupe_key, metadata, tags, importance, ' +
    'importance_estimated, outcome, outcome_score, category, risk, embedded_model, valid_from, valid_until, expires_at, ' +
    'group_id, position, terms_length, created_at, updated_at',
);
const UNLESS_THERE = raw('on conflict do nothing');

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
  const there = await insertThose(tx, memories.map(read), keyed, now);
  await writeIndexes(tx, there);
  await tell(
    tx,
    now,
    there.map((m) => ({ kind: 'memory.stored', user_id: m.user_id, agent_id: m.agent_id, subject: m.id })),
  );
  return new Map(there.map((memory) => [memory.id, recordOf(memory, now)]));
}

/** Answers those that were not there. */
async function insertThose(
  tx: TenantTx,
  memories: readonly Read<NewMemory>[],
  keyed: ReadonlySet<NewMemory>,
  now: number,
): Promise<readonly Read<NewMemory>[]> {
  const valuesOf = (m: Read<NewMemory>): SqlValue[] => [
    ...[tx.keyId, m.id, m.user_id, m.agent_id, m.namespace, m.kind, m.content, keyed.has(m) ? m.dedupeKey : null],
    ...[JSON.stringify(m.metadata), JSON.stringify(m.tags), m.importance, m.importance_estimated ? 1 : 0, m.outcome],
    ...[m.outcome_score, m.category, m.risk, m.vectors?.model ?? null, m.valid_from, m.valid_until, m.expires_at],
    ...[m.group_id, m.position, m.words.length, m.created_at ?? now, m.created_at ?? now, ...indexValues(tx, m)],
  ];
  const into = sql`${COLUMNS}${indexColumns(tx.dialect)})`;
  if (tx.dialect === 'sqlite') {
    const there: Read<NewMemory>[] = [];
    for (const memory of memories) {
      if ((await insertRows(tx, into, [valuesOf(memory)], UNLESS_THERE)) > 0) there.push(memory);
    }
    return there;
  }
  const found = await tx.all<{ id: string }>(
    sql`insert into ${into} values ${rows(memories.map(valuesOf))} ${UNLESS_THERE} returning id`,
  );
  const ids = new Set(found.map((row) => row.id));
  return memories.filter((memory) => ids.has(memory.id));
}

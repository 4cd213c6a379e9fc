import { among, rows, type SqlValue, sql } from '../../storage/sql.js';
import { type TenantTx, tenantWrite } from '../../storage/statement.js';
import { tell } from '../journal.js';
import { giveBackQuota, type QuotaRequest, takeQuota } from '../keys/quota.js';
import { indexColumns, indexValues, writeIndexes } from '../memories/index-rows.js';
import { type NewMemory, read } from '../memories/new-memory.js';
import { judge } from './judge.js';

/** A memory on its way back, with what it has been through. */
export interface ImportedMemory extends NewMemory {
  verified_at: number | null;
  retrieval_count: number;
  last_retrieved_at: number | null;
  superseded_by: string | null;
  version: number;
  created_at: number;
  updated_at: number;
  over: boolean;
}
export interface ImportRequest {
  memories: ImportedMemory[];
  /** Null: it is counted already. */
  quota: Omit<QuotaRequest, 'count'> | null;
  now: number;
}

/** Rows per insert: few distinct statement texts, few parameters. */
const ROWS = 100;

/** Writes what is new of a chunk, all or none; answers for each whether it was. */
export const importMemories = tenantWrite(
  'portability.import',
  async (tx, { memories, quota, now }: ImportRequest): Promise<boolean[]> => {
    const { verdicts, released } = await judge(tx, memories, now);
    const fresh = memories.filter((_, i) => verdicts[i]?.fresh);
    if (fresh.length === 0) return memories.map(() => false);
    if (quota) await takeQuota(tx, { ...quota, count: fresh.length });
    if (released.length > 0) {
      await tx.run(sql`update memories set dedupe_key = null where key_id = ${tx.keyId}
        and ${among(tx.dialect, 'id', released)}`);
    }
    const keyed = new Set(memories.filter((_, i) => verdicts[i]?.keyed));
    const written = new Set<string>();
    for (let i = 0; i < fresh.length; i += ROWS) {
      for (const id of await insert(tx, fresh.slice(i, i + ROWS), keyed, now)) written.add(id);
    }
    // On PostgreSQL another caller may have stored the same between our look and our insert.
    if (quota) await giveBackQuota(tx, { ...quota, count: fresh.length - written.size });
    return memories.map((memory, i) => verdicts[i]?.fresh === true && written.has(memory.id));
  },
);

async function insert(
  tx: TenantTx,
  memories: readonly ImportedMemory[],
  keyed: ReadonlySet<ImportedMemory>,
  now: number,
): Promise<string[]> {
  const values = memories
    .map(read)
    .map((m): SqlValue[] => [
      ...[tx.keyId, m.id, m.user_id, m.agent_id, m.namespace, m.kind, m.content, keyed.has(m) ? m.dedupeKey : null],
      ...[JSON.stringify(m.metadata), JSON.stringify(m.tags), m.importance, m.importance_estimated ? 1 : 0],
      ...[m.outcome, m.outcome_score, m.category],
      ...[
        m.risk,
        m.vectors?.model ?? null,
        m.valid_from,
        m.valid_until,
        m.expires_at,
        m.verified_at,
        m.retrieval_count,
      ],
      ...[m.last_retrieved_at, m.superseded_by, m.group_id, m.position, m.words.length, m.version, m.created_at],
      m.updated_at,
      ...indexValues(tx, m),
    ]);
  const found = await tx.all<{ id: string }>(sql`insert into memories (key_id, id, user_id, agent_id, namespace, kind,
      content, dedupe_key, metadata, tags, importance, importance_estimated, outcome, outcome_score, category, risk, embedded_model,
      valid_from, valid_until, expires_at, verified_at, retrieval_count, last_retrieved_at, superseded_by, group_id, position,
      terms_length, version, created_at, updated_at${indexColumns(tx.dialect)})
    values ${rows(values)} on conflict do nothing returning id`);
  const ids = new Set(found.map((row) => row.id));
  const there = memories.filter((memory) => ids.has(memory.id));
  await writeIndexes(tx, there.map(read));
  const news = there.map(({ user_id, agent_id, id }) => ({ user_id, agent_id, subject: id }));
  await tell(
    tx,
    now,
    news.map((entry) => ({ kind: 'memory.stored', ...entry, data: { imported: true } })),
  );
  return [...ids];
}

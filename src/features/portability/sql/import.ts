import { among, rows, sql } from '../../../storage/sql.js';
import { type TenantTx, tenantWrite, tenantWriteWhenFull } from '../../../storage/statement.js';
import { emit } from '../../journal.js';
import { giveBackQuota, type QuotaRequest, takeQuota } from '../../keys/sql/quota.js';
import { type NewMemory, read } from '../../memories/new-memory.js';
import { writeIndexes } from '../../memories/sql/index-rows.js';
import { insertedColumns, valuesOf } from '../../memories/sql/row.js';
import { decideNew } from './find-new.js';

/** `over`: it no longer holds, so it does not hold the dedupe key of its text. */
export type ImportedMemory = NewMemory & { over: boolean };
interface ImportRequest {
  memories: ImportedMemory[];
  /** Null: already counted. */
  quota: Omit<QuotaRequest, 'count'> | null;
  now: number;
}

/** Rows per insert: few distinct statement texts, few parameters. */
const ROWS = 100;

/** Writes the new memories of a chunk, all or none; returns for each whether it was new. */
export const importMemories = tenantWrite(
  'portability.import',
  async (tx, { memories, quota, now }: ImportRequest): Promise<boolean[]> => {
    const { verdicts, released } = await decideNew(tx, memories, now);
    const fresh = memories.filter((_, i) => verdicts[i]?.fresh);
    if (fresh.length === 0) return memories.map(() => false);
    if (quota) await takeQuota(tx, { ...quota, count: fresh.length });
    if (released.length > 0) {
      await tx.run(sql`update memories set dedupe_key = null where key_id = ${tx.keyId}
        and ${among(tx.dialect, 'id', released)}`);
    }
    const keyed = new Set(memories.filter((_, i) => verdicts[i]?.keyed));
    const written = new Set<string>();
    for (let i = 0; i < fresh.length; i += ROWS)
      for (const id of await insert(tx, fresh.slice(i, i + ROWS), keyed, now)) written.add(id);
    // On PostgreSQL another caller may have stored the same memory between our check and our insert.
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
  const values = memories.map((m) => valuesOf(tx, read(m), { isKeyed: keyed.has(m), now }));
  const found = await tx.all<{ id: string }>(
    sql`insert into ${insertedColumns(tx.dialect)} values ${rows(values)} on conflict do nothing returning id`,
  );
  const ids = new Set(found.map((row) => row.id));
  const there = memories.filter((memory) => ids.has(memory.id));
  await writeIndexes(tx, there.map(read));
  const news = there.map(({ user_id, agent_id, id }) => ({ user_id, agent_id, subject: id }));
  await emit(
    tx,
    now,
    news.map((entry) => ({ kind: 'memory.stored', ...entry, data: { imported: true } })),
  );
  return [...ids];
}

/** Counts an import that takes several transactions before the first one, so that an import over the allowance is refused as a whole. */
export const reserveQuota = tenantWrite('portability.reserve', (tx, input: QuotaRequest) => takeQuota(tx, input));

export const returnQuota = tenantWriteWhenFull('portability.return', (tx, input: QuotaRequest) =>
  giveBackQuota(tx, input),
);

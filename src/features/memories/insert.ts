import { insertRows } from '../../storage/insert-rows.js';
import { raw, rows, sql } from '../../storage/sql.js';
import type { TenantTx } from '../../storage/statement.js';
import { tell } from '../journal.js';
import { writeIndexes } from './index-rows.js';
import { type NewMemory, type Read, read } from './new-memory.js';
import type { MemoryRecord } from './record.js';
import { insertedColumns, recordOf, valuesOf } from './row.js';

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
  const values = (m: Read<NewMemory>) => valuesOf(tx, m, { isKeyed: keyed.has(m), now });
  const into = insertedColumns(tx.dialect);
  if (tx.dialect === 'sqlite') {
    const there: Read<NewMemory>[] = [];
    for (const memory of memories) {
      if ((await insertRows(tx, into, [values(memory)], UNLESS_THERE)) > 0) there.push(memory);
    }
    return there;
  }
  const found = await tx.all<{ id: string }>(
    sql`insert into ${into} values ${rows(memories.map(values))} ${UNLESS_THERE} returning id`,
  );
  const ids = new Set(found.map((row) => row.id));
  return memories.filter((memory) => ids.has(memory.id));
}

import { hasRoundTrips } from '../../../storage/dialect.js';
import { insertRows } from '../../../storage/insert-rows.js';
import { among, raw, rows, sql } from '../../../storage/sql.js';
import type { TenantTx } from '../../../storage/statement.js';
import { deleteTerms, insertTerms } from '../../../storage/words.js';
import { emit, emitNumbered, type JournalEntry } from '../../journal.js';
import { type NewMemory, type Read, read } from '../new-memory.js';
import type { MemoryRecord } from '../record.js';
import { writeIndexes } from './index-rows.js';
import { insertedColumns, recordOf, valuesOf } from './row.js';
import { insertVectors } from './vectors.js';

const SKIP_EXISTING = raw('on conflict do nothing');

/**
 * Writes the rows with their vectors, words and journal entries. Returns the memories that were inserted, by id. `keyed` are those by which later
 * copies of their text are recognised.
 */
export async function insertMemories(
  tx: TenantTx,
  memories: readonly NewMemory[],
  keyed: ReadonlySet<NewMemory>,
  now: number,
): Promise<Map<string, MemoryRecord>> {
  const there = await (hasRoundTrips(tx.dialect) ? together : oneByOne)(tx, memories.map(read), keyed, now);
  return new Map(there.map((memory) => [memory.id, recordOf(memory, now)]));
}

const newsOf = (memories: readonly NewMemory[]): JournalEntry[] =>
  memories.map((m) => ({ kind: 'memory.stored', user_id: m.user_id, agent_id: m.agent_id, subject: m.id }));

type Insert = typeof insertIfAbsent;

const oneByOne: Insert = async (tx, memories, keyed, now) => {
  const there = await insertIfAbsent(tx, memories, keyed, now);
  await writeIndexes(tx, there);
  await emit(tx, now, newsOf(there));
  return there;
};

/**
 * Everything in one round trip, as if none of the memories existed. What was written for one that did is removed again before anyone can
 * see it.
 */
const together: Insert = async (tx, memories, keyed, now) => {
  if (memories.length === 0) return [];
  const [there, emitted] = await Promise.all([
    insertIfAbsent(tx, memories, keyed, now),
    emitNumbered(tx, now, newsOf(memories)),
    insertVectors(tx, memories, SKIP_EXISTING),
    insertTerms(tx, memories, SKIP_EXISTING),
  ]);
  if (there.length === memories.length) return there;
  const lost = memories.filter((memory) => !there.includes(memory));
  const ids = lost.map(({ id }) => id);
  const numbers = emitted.filter(({ subject }) => ids.includes(subject)).map(({ seq }) => String(seq));
  await tx.run(sql`delete from journal where key_id = ${tx.keyId} and seq = any(${numbers}::bigint[])`);
  // A repeated request finds its own memory, which keeps what it has.
  const own = await tx.all<{ id: string }>(
    sql`select id from memories where key_id = ${tx.keyId} and ${among(tx.dialect, 'id', ids)}`,
  );
  const gone = lost.filter(({ id }) => !own.some((row) => row.id === id));
  for (const { id, user_id } of gone)
    await tx.run(
      sql`delete from memory_vectors where key_id = ${tx.keyId} and user_id = ${user_id} and memory_id = ${id}`,
    );
  const goneIds = gone.map(({ id }) => id);
  if (goneIds.length > 0) await deleteTerms(tx, among(tx.dialect, 'memory_id', goneIds));
  return there;
};

/** Returns those that did not exist yet. */
async function insertIfAbsent(
  tx: TenantTx,
  memories: readonly Read<NewMemory>[],
  keyed: ReadonlySet<NewMemory>,
  now: number,
): Promise<readonly Read<NewMemory>[]> {
  const values = (m: Read<NewMemory>) => valuesOf(tx, m, { isKeyed: keyed.has(m), now });
  const into = insertedColumns(tx.dialect);
  if (!hasRoundTrips(tx.dialect)) {
    const there: Read<NewMemory>[] = [];
    for (const memory of memories) {
      if ((await insertRows(tx, into, [values(memory)], SKIP_EXISTING)) > 0) there.push(memory);
    }
    return there;
  }
  const found = await tx.all<{ id: string }>(
    sql`insert into ${into} values ${rows(memories.map(values))} ${SKIP_EXISTING} returning id`,
  );
  const ids = new Set(found.map((row) => row.id));
  return memories.filter((memory) => ids.has(memory.id));
}

import { among, forUpdate, sql } from '../../../storage/sql.js';
import type { TenantTx } from '../../../storage/statement.js';
import { emit, type JournalEntry } from '../../journal.js';
import { FIRST_TAKEN_PASSAGE, insertVectors, type PackedVectors } from '../../memories/sql/vectors.js';
import { IS_PART } from './part.js';

export interface Part {
  id: string;
  superseded_by: string | null;
}

/** The memory that stands for this one, the one that stands for that, and so on. */
export async function holdersOf(tx: TenantTx, id: string): Promise<string[]> {
  const holders = new Set<string>();
  for (let parts = [id]; parts.length > 0; ) {
    const found = await tx.all<{ id: string }>(sql`select m.id from links l
      join memories m on m.key_id = l.key_id and m.id = l.to_id
      where l.key_id = ${tx.keyId} and ${among(tx.dialect, 'l.from_id', parts)} and ${IS_PART} order by m.id`);
    parts = found.map((holder) => holder.id).filter((holder) => holder !== id && !holders.has(holder));
    for (const holder of parts) holders.add(holder);
  }
  return [...holders];
}

/** The number of the next passage that a memory takes from another. */
export async function nextTaken(tx: TenantTx, into: { id: string; user_id: string }): Promise<number> {
  const row = await tx.get<{ next: number | null }>(sql`select max(passage) + 1 as next from memory_vectors
    where key_id = ${tx.keyId} and user_id = ${into.user_id} and memory_id = ${into.id}`);
  return Math.max(FIRST_TAKEN_PASSAGE, Number(row?.next ?? 0));
}

/**
 * Copies vectors made for a memory to those that stand for it: whatever finds it must find them, under any model. Called once per memory and model,
 * when its first vectors of that model are made after its compression.
 */
export async function propagateVectors(
  tx: TenantTx,
  part: Part & { user_id: string; agent_id: string; vectors: PackedVectors },
  now: number,
): Promise<void> {
  const { user_id, agent_id, vectors } = part;
  if (part.superseded_by === null) return;
  const news: JournalEntry[] = [];
  for (const id of await holdersOf(tx, part.id)) {
    // Of two parts that arrive at once, the second continues the numbers of the first. It may have been forgotten by then.
    if (!(await tx.get(sql`select id from memories where key_id = ${tx.keyId} and id = ${id}${forUpdate(tx.dialect)}`)))
      continue;
    await insertVectors(tx, [{ id, user_id, vectors, firstPassage: await nextTaken(tx, { id, user_id }) }]);
    news.push({ kind: 'memory.embedded', user_id, agent_id, subject: id });
  }
  if (news.length > 0) await emit(tx, now, news);
}

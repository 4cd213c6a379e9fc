import { forUpdate, sql } from '../../../storage/sql.js';
import type { TenantTx } from '../../../storage/statement.js';
import { emit, type JournalEntry } from '../../journal.js';
import { FIRST_TAKEN_PASSAGE, insertVectors, type PackedVectors } from '../../memories/sql/vectors.js';

export interface Part {
  id: string;
  superseded_by: string | null;
}

/** The memory that stands for this one, the one that stands for that, and so on. */
export async function holdersOf(tx: TenantTx, memory: Part): Promise<string[]> {
  const holders: string[] = [];
  for (let part: Part | undefined = memory; part && part.superseded_by !== null; ) {
    const { id, superseded_by: holder }: Part = part;
    if (holder === null || holders.includes(holder)) break;
    part = await tx.get<Part>(sql`select m.id, m.superseded_by from links l
      join memories m on m.key_id = l.key_id and m.id = l.to_id
      where l.key_id = ${tx.keyId} and l.from_id = ${id} and l.to_id = ${holder} and l.relationship = 'part_of' and l.automatic = 1`);
    if (part) holders.push(holder);
  }
  return holders;
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
  const news: JournalEntry[] = [];
  for (const id of await holdersOf(tx, part)) {
    // Of two parts that arrive at once, the second continues the numbers of the first.
    await tx.get(sql`select id from memories where key_id = ${tx.keyId} and id = ${id}${forUpdate(tx.dialect)}`);
    await insertVectors(tx, [{ id, user_id, vectors, firstPassage: await nextTaken(tx, { id, user_id }) }]);
    news.push({ kind: 'memory.embedded', user_id, agent_id, subject: id });
  }
  if (news.length > 0) await emit(tx, now, news);
}

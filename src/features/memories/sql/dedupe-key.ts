import { sql } from '../../../storage/sql.js';
import type { TenantTx } from '../../../storage/statement.js';
import { dedupeKeyOf } from '../dedupe.js';
import type { NewMemory } from '../new-memory.js';

/** The key by which later copies are recognised; null if another memory already stands for that text. */
export async function freeDedupeKey(
  tx: TenantTx,
  memory: Pick<NewMemory, 'id' | 'user_id' | 'agent_id' | 'namespace' | 'kind' | 'content'>,
): Promise<string | null> {
  const key = dedupeKeyOf(memory);
  const holder = await tx.get<{ id: string }>(
    sql`select id from memories where key_id = ${tx.keyId} and user_id = ${memory.user_id} and dedupe_key = ${key}`,
  );
  return !holder || holder.id === memory.id ? key : null;
}

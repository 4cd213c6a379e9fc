import { isNearDuplicate, signatureOf } from '../../language/near-duplicate.js';
import { sketchOf } from '../../language/sketch.js';
import { among, byIdOnly, sql } from '../../storage/sql.js';
import type { Row, TenantTx } from '../../storage/statement.js';
import { RECORD_COLUMNS } from './row.js';

/** Memories that share a number with a text and are looked at: more are hardly ever there. */
export const MET = 64;
/** Those of them that are compared in full. */
const COMPARED = 8;

/** Makes the sketch of a memory the one of this text. */
export async function changeSketch(tx: TenantTx, memory: { id: string; user_id: string; content: string }) {
  await tx.sketches.replace({ ...memory, bands: sketchOf(memory.content) });
}

/**
 * Of the memories that were met, one in force that says nearly the same in the same agent, namespace and kind; the most recently
 * retrieved one first.
 */
export async function findNear(
  tx: TenantTx,
  memory: { id: string; user_id: string; content: string; agent_id: string; namespace: string; kind: string },
  met: readonly string[],
  now: number,
): Promise<Row | null> {
  const ids = met.filter((id) => id !== memory.id);
  if (ids.length === 0) return null;
  const candidates = await tx.all(sql`select ${RECORD_COLUMNS}, m.version from memories m
    where m.key_id = ${tx.keyId} and ${among(tx.dialect, 'm.id', ids)} and ${byIdOnly(tx.dialect, 'm.user_id')} = ${memory.user_id}
      and m.agent_id = ${memory.agent_id} and m.namespace = ${memory.namespace} and m.kind = ${memory.kind}
      and m.superseded_by is null and (m.expires_at is null or m.expires_at > ${now}) and (m.valid_until is null or m.valid_until > ${now})
    order by coalesce(m.last_retrieved_at, 0) desc, m.id desc limit ${COMPARED}`);
  const signature = signatureOf(memory.content);
  return candidates.find((row) => isNearDuplicate(signature, row.content as string)) ?? null;
}

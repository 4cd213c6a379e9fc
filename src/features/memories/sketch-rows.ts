import { isNearDuplicate, signatureOf } from '../../language/near-duplicate.js';
import { sketchOf } from '../../language/sketch.js';
import { among, byIdOnly, join, rows, type SqlValue, sql } from '../../storage/sql.js';
import type { Row, TenantTx } from '../../storage/statement.js';
import { RECORD_COLUMNS } from './row.js';

/** Texts that meet in a band and are compared in full; more are hardly ever there. */
const COMPARED = 8;

export interface Sketched {
  id: string;
  user_id: string;
  content: string;
  /** `sketchOf(content)`, where it was made before. */
  bands?: readonly number[];
}

/** Writes the sketches of memories that have none written yet. */
export async function insertSketches(tx: TenantTx, memories: readonly Sketched[]): Promise<void> {
  const values = memories.flatMap(({ id, user_id, content, bands = sketchOf(content) }): SqlValue[][] =>
    [...new Set(bands)].map((band) => [tx.keyId, user_id, band, id]),
  );
  if (values.length === 0) return;
  await tx.run(sql`insert into memory_sketches (key_id, user_id, band, memory_id) values ${rows(values)}`);
}

export async function deleteSketches(tx: TenantTx, userId: string, ids: readonly string[]): Promise<void> {
  await tx.run(sql`delete from memory_sketches where key_id = ${tx.keyId} and user_id = ${userId}
    and ${among(tx.dialect, 'memory_id', ids)}`);
}

/** A memory in force that says nearly the same in the same agent, namespace and kind; the most recently retrieved one first. */
export async function findNear(
  tx: TenantTx,
  memory: Sketched & { agent_id: string; namespace: string; kind: string },
  now: number,
): Promise<Row | null> {
  const bands = memory.bands ?? sketchOf(memory.content);
  if (bands.length === 0) return null;
  const wanted = join(bands.map((band) => sql`${band}`));
  const met = await tx.all<{ memory_id: string }>(sql`select distinct memory_id from memory_sketches
    where key_id = ${tx.keyId} and user_id = ${memory.user_id} and band in (${wanted}) and memory_id <> ${memory.id} limit 64`);
  if (met.length === 0) return null;
  const ids = met.map((row) => row.memory_id);
  const candidates = await tx.all(sql`select ${RECORD_COLUMNS}, m.version from memories m
    where m.key_id = ${tx.keyId} and ${among(tx.dialect, 'm.id', ids)} and ${byIdOnly(tx.dialect, 'm.user_id')} = ${memory.user_id}
      and m.agent_id = ${memory.agent_id} and m.namespace = ${memory.namespace} and m.kind = ${memory.kind}
      and m.superseded_by is null and (m.expires_at is null or m.expires_at > ${now}) and (m.valid_until is null or m.valid_until > ${now})
    order by coalesce(m.last_retrieved_at, 0) desc, m.id desc limit ${COMPARED}`);
  const signature = signatureOf(memory.content);
  return candidates.find((row) => isNearDuplicate(signature, row.content as string)) ?? null;
}

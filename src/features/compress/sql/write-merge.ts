import { join, sql } from '../../../storage/sql.js';
import { type TenantTx, tenantWrite } from '../../../storage/statement.js';
import { emit } from '../../journal.js';
import type { MemoryRecord } from '../../memories/record.js';
import { assigned } from '../../memories/sql/row.js';
import { keepVersion } from '../../memories/sql/versions.js';
import { absorb } from './absorb.js';
import { type Source, unchanged } from './unchanged.js';

/** The fields of the survivor that a merge changes. */
export type Merged = Pick<MemoryRecord, (typeof MERGED)[number]>;
const MERGED = ['tags', 'metadata', 'importance', 'importance_estimated', 'verified_at', 'valid_from'] as const;

export interface MergeRequest {
  before: MemoryRecord;
  version: number;
  /** What the survivor takes over from the others. */
  change: Merged;
  others: Source[];
  deleteOriginals: boolean;
  now: number;
}

export async function changeMerged(tx: TenantTx, id: string, to: Merged & { updated_at: number }): Promise<void> {
  const sets = assigned(Object.fromEntries([...MERGED, 'updated_at' as const].map((field) => [field, to[field]])));
  await tx.run(sql`update memories set ${join(sets)}, version = version + 1 where key_id = ${tx.keyId} and id = ${id}`);
}

/** Makes one memory stand for others that say the same. Returns false and writes nothing if one of them changed meanwhile. */
export const writeMerge = tenantWrite('compress.merge', async (tx, input: MergeRequest): Promise<boolean> => {
  const { before, version, change, now } = input;
  if (!(await unchanged(tx, [{ id: before.id, version }, ...input.others]))) return false;
  await keepVersion(tx, before, version, now);
  await changeMerged(tx, before.id, { ...change, updated_at: now });
  const sources = input.others.map((source) => source.id);
  await emit(tx, now, [
    { kind: 'memory.updated', user_id: before.user_id, agent_id: before.agent_id, subject: before.id },
  ]);
  await absorb(tx, { into: before, sources, strategy: 'merge', version, deleteOriginals: input.deleteOriginals, now });
  return true;
});

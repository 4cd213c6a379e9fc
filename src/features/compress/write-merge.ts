import { sql } from '../../storage/sql.js';
import { tenantWrite } from '../../storage/statement.js';
import { tell } from '../journal.js';
import type { MemoryRecord } from '../memories/record.js';
import { keepVersion } from '../memories/versions.js';
import { absorb } from './absorb.js';
import { type Source, unchanged } from './unchanged.js';

export interface MergeRequest {
  before: MemoryRecord;
  version: number;
  /** What the survivor takes over from the others. */
  change: Pick<
    MemoryRecord,
    'tags' | 'metadata' | 'importance' | 'importance_estimated' | 'verified_at' | 'valid_from'
  >;
  others: Source[];
  deleteOriginals: boolean;
  now: number;
}

/** Lets one memory stand for others that say the same. False, and nothing is written, when one of them changed meanwhile. */
export const writeMerge = tenantWrite('compress.merge', async (tx, input: MergeRequest): Promise<boolean> => {
  const { before, version, change, now } = input;
  if (!(await unchanged(tx, [{ id: before.id, version }, ...input.others]))) return false;
  await keepVersion(tx, before, version, now);
  await tx.run(sql`update memories set tags = ${JSON.stringify(change.tags)}, metadata = ${JSON.stringify(change.metadata)},
    importance = ${change.importance}, importance_estimated = ${change.importance_estimated ? 1 : 0},
    verified_at = ${change.verified_at}, valid_from = ${change.valid_from},
    version = version + 1, updated_at = ${now} where key_id = ${tx.keyId} and id = ${before.id}`);
  const sources = input.others.map((source) => source.id);
  await tell(tx, now, [
    { kind: 'memory.updated', user_id: before.user_id, agent_id: before.agent_id, subject: before.id },
  ]);
  await absorb(tx, { into: before, sources, strategy: 'merge', version, deleteOriginals: input.deleteOriginals, now });
  return true;
});

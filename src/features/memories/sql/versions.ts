import { fromJson } from '../../../storage/json.js';
import { sql } from '../../../storage/sql.js';
import type { TenantTx } from '../../../storage/statement.js';
import type { MemoryRecord } from '../record.js';
import { toRecord } from './row.js';

/** Stores the state of a memory before a change. Called in the transaction that changes it. */
export async function keepVersion(tx: TenantTx, before: MemoryRecord, version: number, now: number): Promise<void> {
  await tx.run(sql`insert into memory_versions (key_id, memory_id, version, replaced_at, record)
    values (${tx.keyId}, ${before.id}, ${version}, ${now}, ${JSON.stringify(before)})`);
}

/** A stored version. One from before a field existed does not have it. */
export const versionOf = (kept: unknown): MemoryRecord => ({ ...toRecord({}), ...fromJson<MemoryRecord>(kept) });

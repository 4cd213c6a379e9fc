import { fromJson } from '../../storage/json.js';
import { sql } from '../../storage/sql.js';
import type { Row, TenantTx } from '../../storage/statement.js';
import type { ProcedureRecord, ProcedureVersion } from './record.js';

/** Keeps what a procedure was before a change. Called in the transaction that changes it. */
export async function keepProcedureVersion(tx: TenantTx, before: ProcedureRecord, now: number): Promise<void> {
  const { description, trigger, steps, tags, metadata, successes, failures } = before;
  const record = { description, trigger, steps, tags, metadata, successes, failures };
  await tx.run(sql`insert into procedure_versions (key_id, procedure_id, version, replaced_at, record)
    values (${tx.keyId}, ${before.id}, ${before.version}, ${now}, ${JSON.stringify(record)})`);
}

export const toVersion = (row: Row): ProcedureVersion => ({
  version: Number(row.version),
  replaced_at: Number(row.replaced_at),
  ...fromJson<Omit<ProcedureVersion, 'version' | 'replaced_at'>>(row.record),
});

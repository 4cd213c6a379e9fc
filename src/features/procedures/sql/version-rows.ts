import { jsonBytes } from '../../../storage/dialect.js';
import { fromJson } from '../../../storage/json.js';
import { among, raw, sql } from '../../../storage/sql.js';
import type { Row, TenantTx } from '../../../storage/statement.js';
import type { ProcedureRecord, ProcedureVersion } from '../record.js';

/** The newest versions of a procedure, which are kept: they are read and exported together. */
export const VERSIONS = { most: 100, bytes: 2 * 1024 * 1024 } as const;

/** Removes the oldest versions beyond the limits. */
export async function trimVersions(tx: TenantTx, ids: readonly string[]): Promise<void> {
  const size = jsonBytes(tx.dialect, raw('record'));
  const newest = raw('over (partition by procedure_id order by version desc)');
  await tx.run(sql`delete from procedure_versions where key_id = ${tx.keyId} and (procedure_id, version) in (
    select procedure_id, version from (select procedure_id, version, row_number() ${newest} as place, sum(${size}) ${newest} as bytes
      from procedure_versions where key_id = ${tx.keyId} and ${among(tx.dialect, 'procedure_id', ids)}) as kept
    where place > ${VERSIONS.most} or bytes > ${VERSIONS.bytes})`);
}

/** Stores a procedure's state before a change. Called in the transaction that changes it. */
export async function keepProcedureVersion(tx: TenantTx, before: ProcedureRecord, now: number): Promise<void> {
  const { description, trigger, steps, tags, metadata, successes, failures } = before;
  const record = { description, trigger, steps, tags, metadata, successes, failures };
  await tx.run(sql`insert into procedure_versions (key_id, procedure_id, version, replaced_at, record)
    values (${tx.keyId}, ${before.id}, ${before.version}, ${now}, ${JSON.stringify(record)})`);
  await trimVersions(tx, [before.id]);
}

export const toVersion = (row: Row): ProcedureVersion => ({
  version: Number(row.version),
  replaced_at: Number(row.replaced_at),
  ...fromJson<Omit<ProcedureVersion, 'version' | 'replaced_at'>>(row.record),
});

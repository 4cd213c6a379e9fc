import { and, type Sql, sql } from '../../../storage/sql.js';
import { tenantRead, tenantSnapshotRead } from '../../../storage/statement.js';
import { visible } from '../../memories/sql/visible.js';
import type { ProcedureRecord, ProcedureVersion } from '../record.js';
import { PROCEDURE_COLUMNS, PROCEDURE_TABLES, toProcedure } from './rows.js';
import { toVersion } from './version-rows.js';

interface ProcedurePage {
  agentId: string | null;
  userId: string | null;
  after: { createdAt: number; id: string } | null;
  limit: number;
  now: number;
}

/** Newest first. */
export const listProcedures = tenantRead(
  'procedures.list',
  async (tx, input: ProcedurePage): Promise<ProcedureRecord[]> => {
    const conditions: Sql[] = [sql`p.key_id = ${tx.keyId}`];
    if (input.agentId !== null) conditions.push(sql`p.agent_id = ${input.agentId}`);
    if (input.userId !== null) conditions.push(sql`p.user_id = ${input.userId}`);
    if (input.after) conditions.push(sql`(p.created_at, p.id) < (${input.after.createdAt}, ${input.after.id})`);
    conditions.push(visible(tx.dialect, { include_expired: false, include_superseded: false }, input.now));
    const rows =
      await tx.all(sql`select ${PROCEDURE_COLUMNS} from ${PROCEDURE_TABLES[tx.dialect]} where ${and(conditions)}
      order by p.created_at desc, p.id desc limit ${input.limit}`);
    return rows.map(toProcedure);
  },
);

/** One procedure with its earlier versions, newest first; null if there is none. */
export const getProcedure = tenantSnapshotRead(
  'procedures.get',
  async (
    tx,
    input: { id: string; versions: number; now: number },
  ): Promise<(ProcedureRecord & { versions: ProcedureVersion[] }) | null> => {
    const row = await tx.get(sql`select ${PROCEDURE_COLUMNS} from ${PROCEDURE_TABLES[tx.dialect]}
      where p.key_id = ${tx.keyId} and p.id = ${input.id} and (m.expires_at is null or m.expires_at > ${input.now})`);
    if (!row) return null;
    const kept = await tx.all(sql`select version, replaced_at, record from procedure_versions
      where key_id = ${tx.keyId} and procedure_id = ${input.id} order by version desc limit ${input.versions}`);
    return { ...toProcedure(row), versions: kept.map(toVersion) };
  },
);

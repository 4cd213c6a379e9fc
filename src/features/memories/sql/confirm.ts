import type { FieldProblem } from '../../../kernel/errors.js';
import { forUpdate, join, sql } from '../../../storage/sql.js';
import type { Row, TenantTx } from '../../../storage/statement.js';
import { withdrawVerdicts } from '../../conflicts/sql/withdraw.js';
import { keepEnd } from '../../conflicts/supersession.js';
import { emit } from '../../journal.js';
import { isSameJson, mergeProblem, united } from '../merge.js';
import type { NewMemory } from '../new-memory.js';
import type { MemoryRecord } from '../record.js';
import { assigned, RECORD_COLUMNS, toRecord } from './row.js';
import { keepVersion } from './versions.js';

export interface Stored {
  /** `refused`: it exists already, and merging would exceed a limit. */
  status: 'stored' | 'duplicate' | 'refused';
  record: MemoryRecord;
  problem?: FieldProblem;
  /** A memory that says nearly the same, if this one was stored anyway. */
  near?: string;
}

export const byId = (tx: TenantTx, id: string) =>
  tx.get(
    sql`select ${RECORD_COLUMNS}, m.version from memories m where m.key_id = ${tx.keyId} and m.id = ${id}${forUpdate(tx.dialect)}`,
  );

/**
 * The memory is stored again: what is given is merged in, it counts as verified now, and expires no earlier than either of the two asks. A version
 * is kept only if the merge changed something: an agent may extend the same memory every minute.
 */
export async function confirm(tx: TenantTx, row: Row, memory: NewMemory, now: number): Promise<Stored> {
  const before = toRecord(row);
  const after = united(before, memory, now);
  const problem = mergeProblem(before, after);
  if (problem) return { status: 'refused', record: before, problem };
  const changed = Object.entries(after).some(([name, value]) => !isSameJson(value, before[name as keyof typeof after]));
  const expires_at = laterExpiry(before.expires_at, memory.expires_at);
  const sets = [sql`verified_at = ${now}, expires_at = ${expires_at}`];
  if (changed) {
    await keepVersion(tx, before, Number(row.version), now);
    sets.push(...assigned(after), sql`version = version + 1`);
  }
  if (after.valid_from !== before.valid_from) {
    sets.push(sql`conflicts_checked = 0`);
    await withdrawVerdicts(tx, before.id, now);
  }
  const isUpdate = changed || expires_at !== before.expires_at;
  if (isUpdate) sets.push(sql`updated_at = ${now}`);
  await tx.run(sql`update memories set ${join(sets)} where key_id = ${tx.keyId} and id = ${before.id}`);
  if (after.valid_until !== before.valid_until) await keepEnd(tx, before.id, now);
  const kind = isUpdate ? 'memory.updated' : 'memory.verified';
  await emit(tx, now, [{ kind, user_id: before.user_id, agent_id: before.agent_id, subject: before.id }]);
  return { status: 'duplicate', record: toRecord((await byId(tx, before.id)) ?? row) };
}

/** Null: never. */
const laterExpiry = (one: number | null, other: number | null) =>
  one === null || other === null ? null : Math.max(one, other);

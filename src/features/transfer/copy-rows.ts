import { jsonRows } from '../../storage/json.js';
import { raw, type Sql, sql } from '../../storage/sql.js';
import type { TenantTx } from '../../storage/statement.js';
import { copyTerms } from '../../storage/words.js';
import { copiedColumns } from '../memories/sql/row.js';
import type { Carried, TransferRequest } from './plan.js';
import { withOrigin } from './provenance.js';

const PROCEDURE_KEPT = raw(
  'name, description, trigger_text, steps, version, successes, failures, last_used_at, created_at, updated_at',
);

/** Copies a chunk with everything it is found by. Returns the copies that were written: another call may have been faster with one of them. */
export async function copyRows(
  tx: TenantTx,
  { userId, fromAgent, toAgent, now }: TransferRequest,
  chunk: readonly Carried[],
): Promise<Carried[]> {
  const of = (carried: readonly Carried[]): Sql =>
    jsonRows(
      tx.dialect,
      carried.map(({ id, copy, key }) => [id, copy, key]),
    );
  // Its history is not copied; the copy is compared again with what the target knows.
  const kept = copiedColumns(tx.dialect);
  const written = await tx.all<{
    id: string;
  }>(sql`insert into memories (key_id, id, user_id, agent_id, dedupe_key, metadata, ${kept})
    select m.key_id, value ->> 1, m.user_id, cast(${toAgent} as text), value ->> 2, ${withOrigin(tx, fromAgent, now)}, ${kept}
    from ${of(chunk)} cross join memories m where m.key_id = ${tx.keyId} and m.id = value ->> 0
    on conflict do nothing returning id`);
  const ids = new Set(written.map((row) => row.id));
  const there = chunk.filter(({ copy }) => ids.has(copy));
  if (there.length === 0) return there;
  const copied = of(there);
  const mine = sql`t.key_id = ${tx.keyId} and t.user_id = ${userId} and t.memory_id = value ->> 0`;
  await tx.run(sql`insert into memory_vectors (key_id, user_id, model, memory_id, passage, vector)
    select t.key_id, t.user_id, t.model, value ->> 1, t.passage, t.vector from ${copied} cross join memory_vectors t where ${mine}`);
  await copyTerms(tx, sql`${copied} cross join memory_words t where ${mine}`);
  await tx.sketches.copy(userId, there);
  await tx.run(sql`insert into procedures (key_id, id, user_id, agent_id, ${PROCEDURE_KEPT})
    select p.key_id, value ->> 1, p.user_id, cast(${toAgent} as text), ${PROCEDURE_KEPT}
    from ${copied} cross join procedures p where p.key_id = ${tx.keyId} and p.id = value ->> 0`);
  return there;
}

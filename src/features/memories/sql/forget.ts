import { hasOneWriter } from '../../../storage/dialect.js';
import { among, and, forUpdate, type Sql, sql } from '../../../storage/sql.js';
import { type TenantTx, tenantWrite } from '../../../storage/statement.js';
import { HOLDINGS } from '../../all-holdings.js';
import { forgetParts } from '../../compress/sql/forget-parts.js';
import { subscriptionsHolding } from '../../events/holding.js';
import { heldIn } from '../../holdings.js';
import { emit } from '../../journal.js';
import { keysHolding } from '../../keys/holding.js';
import { emptyResponses, eraseResponses } from '../../stored-responses.js';
import { removeTraces } from './traces.js';

/** Ids per statement. */
const CHUNK = 1_000;
/**
 * On PostgreSQL, what others wrote in the scope while a pass waited for them is found by the next one. A limit, because somebody may store memories
 * there all the time.
 */
const MAX_PASSES = 10;
/** Memories forgotten per transaction if there are more: on SQLite other writers wait for it. */
const SOME = 100;

interface ForgetRequest {
  id?: string;
  userId?: string;
  agentId?: string;
  /** Only memories have one: with it, nothing that is stored beside them is forgotten, except as part of them. */
  namespace?: string;
  now: number;
  /** Memories of the scope that `forgetSome` has already forgotten. */
  already?: number;
}

/** Forgets memories with everything attached to them, and for a scope everything stored beside them. Returns the number of memories. */
export const forgetMemories = tenantWrite('memories.forget', async (tx, input: ForgetRequest): Promise<number> => {
  const { id, now } = input;
  if (id === undefined) return forgetScope(tx, input, memoriesOf(tx, input));
  const one = and([sql`id = ${id}`, memoriesOf(tx, input)]);
  const parts = await forgetParts(tx, one, now);
  const gone = await forgetThese(tx, one, now);
  const [first] = gone;
  if (!first) return 0;
  const { user_id, agent_id } = first;
  await emit(tx, now, [{ kind: 'memory.forgotten', user_id, agent_id, subject: id }]);
  return gone.length + parts;
});

/** The condition for the memories of a scope. */
const memoriesOf = (tx: TenantTx, { namespace, ...scope }: Omit<ForgetRequest, 'now'>): Sql =>
  and([heldIn(tx, scopeOf(scope)), ...(namespace === undefined ? [] : [sql`namespace = ${namespace}`])]);

async function forgetScope(tx: TenantTx, input: ForgetRequest, where: Sql): Promise<number> {
  const { userId, agentId, namespace, now, already = 0 } = input;
  let [count, held] = [already, 0];
  for (let pass = 1, isLast = false; !isLast; pass++) {
    const rows = await eraseHeld(tx, input);
    // In the order of ids, like others that lock many. The next statement sees what those whom this waited for have written.
    if (!hasOneWriter(tx.dialect))
      await tx.all(sql`select id from memories where ${where} order by id${forUpdate(tx.dialect)}`);
    const gone = await forgetThese(tx, where, now);
    if (namespace !== undefined) await emitEach(tx, gone, now);
    count += gone.length;
    held += rows;
    isLast = hasOneWriter(tx.dialect) || pass === MAX_PASSES || gone.length + rows === 0;
  }
  // Last: from here on, whoever delivers to any of the key's webhooks waits.
  if (userId !== undefined && namespace === undefined) held += await subscriptionsHolding.erase(tx, scopeOf(input));
  if (count + held === 0 || namespace !== undefined) return count;
  const scope = { user_id: userId ?? null, agent_id: agentId ?? null };
  await emit(tx, now, [{ kind: 'memory.forgotten', ...scope, subject: null, data: { count } }]);
  return count;
}

/** An event without a memory means the whole user or agent, so part of one is announced memory by memory. */
const emitEach = (tx: TenantTx, gone: readonly Gone[], now: number) =>
  emit(
    tx,
    now,
    gone.map(({ id, ...owner }) => ({ kind: 'memory.forgotten', ...owner, subject: id })),
  );

async function forgetThese(tx: TenantTx, where: Sql, now: number): Promise<Gone[]> {
  const gone = await tx.all<Gone>(sql`delete from memories where ${where} returning id, user_id, agent_id`);
  for (let i = 0; i < gone.length; i += CHUNK) await removeTraces(tx, gone.slice(i, i + CHUNK), now);
  return gone;
}

/**
 * Forgets some memories of a scope that has more than one transaction should forget, oldest first. Returns 0 if few are left, and always on
 * PostgreSQL, where others do not wait. What is stored beside memories goes first: otherwise an episode would be rewritten for each of its events.
 */
export const forgetSome = tenantWrite(
  'memories.forgetSome',
  async (tx, input: Required<Pick<ForgetRequest, 'userId' | 'now'>> & ForgetRequest): Promise<number> => {
    if (!hasOneWriter(tx.dialect)) return 0;
    const { userId, namespace, now } = input;
    const found = await tx.all<Gone>(sql`select id, user_id, agent_id from memories
      where ${memoriesOf(tx, input)} order by created_at, id limit ${SOME + 1}`);
    if (found.length <= SOME) return 0;
    if (!input.already) await eraseHeld(tx, input);
    const gone = found.slice(0, SOME);
    const ids = gone.map(({ id }) => id);
    const deleted = await tx.run(
      sql`delete from memories where key_id = ${tx.keyId} and ${among(tx.dialect, 'id', ids)}`,
    );
    await removeTraces(tx, gone, now);
    if (namespace !== undefined) await emitEach(tx, gone, now);
    else await emit(tx, now, [{ kind: 'user.erasing', user_id: userId, agent_id: null, subject: null }]);
    return deleted;
  },
);

/** Records beside memories that are erased per transaction. */
const HELD = 500;

/**
 * Forgets some of what is stored beside the memories of a scope, of a kind that has more than one transaction should erase. Returns 0 if there is
 * none, and always on PostgreSQL, where others do not wait.
 */
export const forgetHeld = tenantWrite(
  'memories.forgetHeld',
  async (tx, input: Pick<ForgetRequest, 'userId' | 'agentId'>): Promise<number> => {
    if (!hasOneWriter(tx.dialect)) return 0;
    for (const { eraseSome } of HOLDINGS) {
      const erased = (await eraseSome?.(tx, scopeOf(input), HELD)) ?? 0;
      if (erased > 0) return erased;
    }
    return 0;
  },
);

interface Gone {
  id: string;
  user_id: string;
  agent_id: string;
}

const scopeOf = ({ userId, agentId }: Pick<ForgetRequest, 'userId' | 'agentId'>) => ({
  ...(userId === undefined ? {} : { userId }),
  ...(agentId === undefined ? {} : { agentId }),
});

/**
 * Erases what is stored beside the memories of the scope. Not keys, which only erasing the user ends, and not subscriptions. Returns the number of
 * rows.
 */
async function eraseHeld(tx: TenantTx, { userId, agentId, namespace }: ForgetRequest): Promise<number> {
  if (userId === undefined || namespace !== undefined) return 0;
  let rows = 0;
  for (const holding of HOLDINGS)
    if (holding !== keysHolding && holding !== subscriptionsHolding)
      rows += await holding.erase(tx, scopeOf({ userId, agentId }));
  await (agentId === undefined ? eraseResponses : emptyResponses)(tx, userId);
  return rows;
}

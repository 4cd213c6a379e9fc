import { dayOf } from '../../../kernel/clock.js';
import { RecollectError } from '../../../kernel/errors.js';
import { hasOneWriter } from '../../../storage/dialect.js';
import { type Sql, sql } from '../../../storage/sql.js';
import { type TenantTx, tenantRead } from '../../../storage/statement.js';
import { emit } from '../../journal.js';

export interface QuotaRequest {
  /** `2026-11`, from the time of the call. */
  month: string;
  /** Memories per month; null: unlimited. */
  limit: number | null;
  count: number;
  now: number;
  /** When the next month begins. */
  resetAt: number;
}

/** A key without a quota has nothing to compare, so its writers spread over rows instead of contending for one. */
const SPREAD = 16;

const add = (tx: TenantTx, month: string, slot: number, count: number) =>
  tx.run(sql`insert into quota (key_id, month, slot, used) values (${tx.keyId}, ${month}, ${slot}, ${count})
    on conflict (key_id, month, slot) do update set used = quota.used + excluded.used`);

/**
 * Counts memories against the monthly quota, inside the transaction that writes them. One conditional update: PostgreSQL decides on the row as it is
 * after earlier writers have committed, SQLite has one writer.
 */
export async function takeQuota(tx: TenantTx, { month, limit, count, now, resetAt }: QuotaRequest): Promise<void> {
  if (count === 0) return;
  if (limit === null) {
    await add(tx, month, 1 + Math.floor(Math.random() * (hasOneWriter(tx.dialect) ? 1 : SPREAD)), count);
    return;
  }
  // What was stored earlier in the month, while the key had no quota.
  const elsewhere = sql`(select coalesce(sum(used), 0) from quota
    where key_id = ${tx.keyId} and month = ${month} and slot <> 0)`;
  const take = () =>
    tx.get<{
      used: number;
    }>(sql`update quota set used = used + ${count} where key_id = ${tx.keyId} and month = ${month} and slot = 0
      and used + ${whole(count)} + ${elsewhere} <= ${whole(limit)} returning used`);
  let taken = await take();
  if (!taken) {
    // The first of the month, or one too many.
    await tx.run(sql`insert into quota (key_id, month, slot, used) values (${tx.keyId}, ${month}, 0, 0)
      on conflict (key_id, month, slot) do nothing`);
    taken = await take();
  }
  if (!taken) throw exceeded(await used(tx, month), limit, count, now, resetAt);
  const after = Number(taken.used);
  if (APPROACHING.some((share) => after >= share * limit && after - count < share * limit)) {
    const data = { used: after, limit, reset_date: resetAt };
    await emit(tx, now, [{ kind: 'usage.limit_approaching', user_id: null, agent_id: null, subject: null, data }]);
  }
}
/** Shares of the quota at which subscribers are warned. */
const APPROACHING = [0.8, 0.95];

/** For a memory that turned out to exist already. */
export async function giveBackQuota(tx: TenantTx, { month, limit, count }: QuotaRequest): Promise<void> {
  if (count > 0) await add(tx, month, limit === null ? 1 : 0, -count);
}

/** Bound parameters are untyped in a select. */
const whole = (value: number): Sql => sql`cast(${value} as bigint)`;

async function used(tx: TenantTx, month: string): Promise<number> {
  const row = await tx.get<{ used: number }>(
    sql`select coalesce(sum(used), 0) as used from quota where key_id = ${tx.keyId} and month = ${month}`,
  );
  return row?.used ?? 0;
}

function exceeded(inUse: number, limit: number, requested: number, now: number, resetAt: number): RecollectError {
  const message =
    `The free allowance is ${limit} memories per month: ${inUse} are used, and ${requested} more do not fit. ` +
    `It resets on ${dayOf(resetAt)} (UTC); reading, forgetting and exporting keep working.`;
  const retryAfter = Math.max(1, Math.ceil((resetAt - now) / 1_000));
  return new RecollectError('quota_exceeded', message, {
    details: { limit, used: inUse, requested, reset_date: resetAt },
    retryAfter,
  });
}

/** Memories created in the month. */
export const quotaUsed = tenantRead('quota.used', (tx, { month }: { month: string }) => used(tx, month));

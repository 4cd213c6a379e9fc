import { CLOCK_SKEW_MS } from '../kernel/clock.js';
import type { JobPage, JobState, JobStateName } from '../kernel/job-state.js';
import { and, join, type Sql, sql } from '../storage/sql.js';
import { systemRead, systemWrite } from '../storage/statement.js';

/** The one table of all deferred work. A lease says who works on a job; a dead worker's lease expires and another worker takes over. */
interface Lease {
  id: string;
  owner: string;
  now: number;
  leaseMs: number;
}
interface ClaimRequest extends Lease {
  kind: string;
  /** The longest that the job is ever postponed. */
  pauseMs: number;
}

/**
 * Whether nobody works on a job. A time further ahead than anything the code writes dates from before a clock was set back: it is void, or
 * nothing would be done until that time comes again.
 */
const freeAt = ({ now, leaseMs }: Pick<Lease, 'now' | 'leaseMs'>): Sql =>
  sql`(lease_until is null or lease_until <= ${now} or lease_until > ${now + leaseMs + CLOCK_SKEW_MS})`;
const take = ({ owner, now, leaseMs }: Lease) =>
  sql`lease_owner = ${owner}, lease_until = ${now + leaseMs}, attempts = attempts + 1`;

const dueAt = ({ now, pauseMs }: Pick<ClaimRequest, 'now' | 'pauseMs'>): Sql =>
  sql`(run_at <= ${now} or run_at > ${now + pauseMs + CLOCK_SKEW_MS})`;

/** Returns the ids of those jobs that cannot be claimed now. */
export const idleJobs = systemRead('jobs.idle', async (tx, claims: readonly ClaimRequest[]): Promise<string[]> => {
  if (claims.length === 0) return [];
  const idle = claims.map((one) => sql`(id = ${one.id} and not (${dueAt(one)} and ${freeAt(one)}))`);
  return (await tx.all<{ id: string }>(sql`select id from jobs where ${join(idle, ' or ')}`)).map(({ id }) => id);
});

/** Takes a due job. False if it is not due or another worker has it. The first claim creates it. */
export const claimJob = systemWrite('jobs.claim', async (tx, input: ClaimRequest): Promise<boolean> => {
  await tx.run(sql`insert into jobs (id, kind, payload, run_at, created_at) values (${input.id}, ${input.kind}, '{}', ${input.now}, ${input.now})
    on conflict do nothing`);
  const changed = await tx.run(
    sql`update jobs set ${take(input)} where id = ${input.id} and ${dueAt(input)} and ${freeAt(input)}`,
  );
  return changed === 1;
});

/** Takes an existing job, even before its time: the caller knows of new work for it. */
export const leaseJob = systemWrite(
  'jobs.lease',
  async (tx, input: Lease): Promise<boolean> =>
    (await tx.run(sql`update jobs set ${take(input)} where id = ${input.id} and ${freeAt(input)}`)) === 1,
);

/** Renews a lease while the work continues. */
export const renewJob = systemWrite('jobs.renew', async (tx, { id, owner, now, leaseMs }: Lease): Promise<void> => {
  await tx.run(sql`update jobs set lease_until = ${now + leaseMs} where id = ${id} and lease_owner = ${owner}`);
});

interface FinishRequest {
  id: string;
  owner: string;
  /** When it is due again. Null: the work has stored that itself. */
  runAt: number | null;
  error: string | null;
}
export const finishJob = systemWrite('jobs.finish', async (tx, input: FinishRequest): Promise<void> => {
  await tx.run(sql`update jobs set lease_owner = null, lease_until = null, run_at = coalesce(${input.runAt}, run_at), last_error = ${input.error},
    attempts = ${input.error === null ? sql`0` : sql`attempts`}
    where id = ${input.id} and lease_owner = ${input.owner}`);
});

/** If there can be only one process, the holder of any lease is dead: nobody has to wait for the lease to expire. */
export const freeJobs = systemWrite('jobs.free', async (tx, _input: null): Promise<void> => {
  await tx.run(sql`update jobs set lease_owner = null, lease_until = null where lease_owner is not null`);
});

/** The time of a job that has no due time: as far ahead as a date can be. */
const ASLEEP = 8_640_000_000_000_000;

const stateOf = (
  now: number,
) => sql`case when lease_until > ${now} then 'running' when last_error is not null then 'failing'
  when run_at <= ${now} then 'due' when run_at >= ${ASLEEP} then 'asleep' else 'waiting' end`;

export const listJobs = systemRead('jobs.list', async (tx, input: JobPage): Promise<JobState[]> => {
  const conditions: Sql[] = [sql`id > ${input.after}`];
  if (input.kind !== null) conditions.push(sql`kind = ${input.kind}`);
  if (input.state !== null) conditions.push(sql`${stateOf(input.now)} = ${input.state}`);
  return tx.all<JobState>(sql`select id, kind, key_id, ${stateOf(input.now)} as state, run_at, attempts, lease_owner, lease_until, last_error
    from jobs where ${and(conditions)} order by id limit ${input.limit}`);
});

export const countJobs = systemRead(
  'jobs.count',
  async (tx, input: { now: number }): Promise<{ kind: string; state: JobStateName; count: number }[]> => {
    const rows = await tx.all<{ kind: string; state: JobStateName; count: number }>(
      sql`select kind, state, count(*) as count from (select kind, ${stateOf(input.now)} as state from jobs) s group by kind, state`,
    );
    return rows.map((row) => ({ ...row, count: Number(row.count) }));
  },
);

import { sql } from '../storage/sql.js';
import { systemRead, systemWrite } from '../storage/statement.js';

/** The one table of everything done later. A lease says who works on a job; a dead worker's lease runs out and another takes over. */
export interface ClaimRequest {
  id: string;
  kind: string;
  owner: string;
  now: number;
  leaseMs: number;
  /** The longest that the job is ever put off. */
  pauseMs: number;
}

/**
 * Nodes' clocks differ by less. A time further ahead than anybody would write was written before a clock was set back: it is void, or nothing
 * would be done until that time comes again.
 */
const SKEW_MS = 60_000;

/** Takes a due job; false when it is not due or somebody else works on it. The first claim creates it. */
export const claimJob = systemWrite('jobs.claim', async (tx, input: ClaimRequest): Promise<boolean> => {
  await tx.run(sql`insert into jobs (id, kind, payload, run_at, created_at) values (${input.id}, ${input.kind}, '{}', ${input.now}, ${input.now})
    on conflict do nothing`);
  const changed =
    await tx.run(sql`update jobs set lease_owner = ${input.owner}, lease_until = ${input.now + input.leaseMs}, attempts = attempts + 1
    where id = ${input.id} and (run_at <= ${input.now} or run_at > ${input.now + input.pauseMs + SKEW_MS})
      and (lease_until is null or lease_until <= ${input.now} or lease_until > ${input.now + input.leaseMs + SKEW_MS})`);
  return changed === 1;
});

/** Keeps a lease alive while the work goes on; false when it was lost. */
export const renewJob = systemWrite(
  'jobs.renew',
  async (tx, input: Omit<ClaimRequest, 'kind' | 'pauseMs'>): Promise<boolean> =>
    (await tx.run(
      sql`update jobs set lease_until = ${input.now + input.leaseMs} where id = ${input.id} and lease_owner = ${input.owner}`,
    )) === 1,
);

export interface FinishRequest {
  id: string;
  owner: string;
  /** When it is due again. */
  runAt: number;
  error: string | null;
}
export const finishJob = systemWrite('jobs.finish', async (tx, input: FinishRequest): Promise<void> => {
  await tx.run(sql`update jobs set lease_owner = null, lease_until = null, run_at = ${input.runAt}, last_error = ${input.error},
    attempts = ${input.error === null ? sql`0` : sql`attempts`}
    where id = ${input.id} and lease_owner = ${input.owner}`);
});

/** Where only one process can be, whoever held a lease is dead: nobody has to wait for it to run out. */
export const freeJobs = systemWrite('jobs.free', async (tx, _input: null): Promise<void> => {
  await tx.run(sql`update jobs set lease_owner = null, lease_until = null where lease_owner is not null`);
});

export const hastenJob = systemWrite('jobs.hasten', async (tx, input: { id: string; now: number }): Promise<void> => {
  await tx.run(sql`update jobs set run_at = ${input.now} where id = ${input.id} and run_at > ${input.now}`);
});

export interface JobState {
  id: string;
  kind: string;
  run_at: number;
  attempts: number;
  lease_owner: string | null;
  lease_until: number | null;
  last_error: string | null;
}
export const listJobs = systemRead(
  'jobs.list',
  async (tx, _input: null): Promise<JobState[]> =>
    tx.all<JobState>(
      sql`select id, kind, run_at, attempts, lease_owner, lease_until, last_error from jobs order by id`,
    ),
);

export const jobStatements = [claimJob, renewJob, finishJob, freeJobs, hastenJob, listJobs];

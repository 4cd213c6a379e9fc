import type { Clock } from '../kernel/clock.js';
import type { Log } from '../kernel/log.js';
import type { Tracer } from '../kernel/trace.js';
import type { Database } from '../storage/database.js';
import { finishJob, renewJob } from './store.js';

export interface JobParts {
  database: Database;
  clock: Clock;
  log: Log;
  /** Identifies this process in leases. */
  nodeId: string;
  /** Absent or null: jobs are not traced. */
  tracer?: Tracer | null;
}

/** How long a dead node's work waits before another node takes it over. */
export const LEASE_MS = 15_000;

/** Does leased work, renews the lease meanwhile, and releases it with the time when the job is due again. */
export async function underLease(
  { database, clock, nodeId }: JobParts,
  id: string,
  work: () => Promise<{ runAt: number | null; error: string | null }>,
): Promise<void> {
  const renew = () =>
    void database.system(renewJob, { id, owner: nodeId, now: clock.now(), leaseMs: LEASE_MS }).catch(() => {});
  const renewal = setInterval(renew, LEASE_MS / 3).unref();
  try {
    const { runAt, error } = await work();
    await database.system(finishJob, { id, owner: nodeId, runAt, error }).catch(() => {}); // the lease expires by itself
  } finally {
    clearInterval(renewal);
  }
}

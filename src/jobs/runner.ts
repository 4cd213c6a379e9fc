import { messageOf } from '../kernel/errors.js';
import { spannedJob } from '../kernel/trace.js';
import { type JobParts, LEASE_MS, underLease } from './lease.js';
import type { JobPool } from './pool.js';
import { claimJob, idleJobs } from './store.js';

/** Recurring work: due every `everyMs`, done by whichever node takes it first. */
export interface RecurringJob {
  kind: string;
  everyMs: number;
  /** It may take an hour, so the others do not wait for it. */
  aside?: true;
  /** If it throws, it is retried after a pause that grows with every failure. Ends early when the signal announces a stop. */
  run(signal: AbortSignal): Promise<unknown>;
}

interface Lane {
  readonly jobs: readonly RecurringJob[];
  round: Promise<void>;
  timer?: NodeJS.Timeout;
}

const idOf = ({ kind }: RecurringJob) => `recurring:${kind}`;
const TICK_MS = 1_000;
const MAX_PAUSE_MS = 60_000;

/** Runs due jobs. Several nodes share one table: a lease keeps two of them from doing the same work at once. */
export class JobRunner {
  readonly #parts: JobParts;
  /** Jobs of one lane wait for each other. */
  readonly #lanes: readonly Lane[];
  readonly #pools: readonly JobPool[];
  readonly #failures = new Map<string, number>();
  readonly #stopping = new AbortController();

  constructor(parts: JobParts, jobs: readonly RecurringJob[], pools: readonly JobPool[] = []) {
    this.#parts = parts;
    const alone = jobs.filter((job) => job.aside).map((job) => [job]);
    this.#lanes = [jobs.filter((job) => !job.aside), ...alone].map((lane) => ({
      jobs: lane,
      round: Promise.resolve(),
    }));
    this.#pools = pools;
  }

  start(): void {
    for (const pool of this.#pools) pool.start();
    for (const [number, lane] of this.#lanes.entries()) {
      const tick = async () => {
        if (number === 0) for (const pool of this.#pools) pool.wake();
        await this.#recurring(lane);
        if (!this.#stopping.signal.aborted) lane.timer = setTimeout(tick, TICK_MS).unref();
      };
      lane.timer = setTimeout(tick, TICK_MS).unref();
    }
  }

  /** Does everything that is due now, once; tests call it instead of waiting for the tick. */
  async runDue(): Promise<void> {
    for (const lane of this.#lanes) await this.#recurring(lane);
    for (const pool of this.#pools) await pool.runDue();
  }

  #recurring(lane: Lane): Promise<void> {
    lane.round = lane.round.then(async () => {
      try {
        // One read for all of them: most are idle at any moment, and every node asks once a second.
        const idle = new Set(await this.#parts.database.system(idleJobs, lane.jobs.map(this.#claim)));
        for (const job of lane.jobs)
          if (!idle.has(idOf(job)) && !this.#stopping.signal.aborted) await this.#attempt(job).catch(this.#report(job));
      } catch (error) {
        this.#parts.log.debug({ err: error }, 'the job table cannot be reached');
      }
    });
    return lane.round;
  }

  /** One job that cannot be claimed does not keep the others from running. */
  readonly #report = (job: RecurringJob) => (error: unknown) =>
    this.#parts.log.warn({ err: error, job: job.kind }, 'a job could not be claimed or recorded');

  readonly #claim = (job: RecurringJob) => ({
    ...{ id: idOf(job), kind: job.kind, owner: this.#parts.nodeId, leaseMs: LEASE_MS, now: this.#parts.clock.now() },
    pauseMs: Math.max(job.everyMs, MAX_PAUSE_MS),
  });

  async #attempt(job: RecurringJob): Promise<void> {
    const { database, clock, log, tracer } = this.#parts;
    const id = idOf(job);
    if (!(await database.system(claimJob, this.#claim(job)))) return;
    await underLease(this.#parts, id, async () => {
      try {
        await spannedJob(tracer, `job ${job.kind}`, async () => job.run(this.#stopping.signal));
        this.#failures.delete(job.kind);
        return { runAt: clock.now() + job.everyMs, error: null };
      } catch (error) {
        const failures = (this.#failures.get(job.kind) ?? 0) + 1;
        this.#failures.set(job.kind, failures);
        log.warn({ err: error, job: job.kind }, 'a job failed and will be retried');
        return { runAt: clock.now() + Math.min(MAX_PAUSE_MS, TICK_MS * 2 ** failures), error: messageOf(error) };
      }
    });
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const lane of this.#lanes) clearTimeout(lane.timer);
    await Promise.all(this.#pools.map((pool) => pool.stop()));
    await Promise.all(this.#lanes.map((lane) => lane.round));
  }
}

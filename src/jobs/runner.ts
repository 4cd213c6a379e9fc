import { type JobParts, LEASE_MS, messageOf, underLease } from './lease.js';
import type { JobPool } from './pool.js';
import { claimJob } from './store.js';

/** Work that comes back: due every `everyMs`, by whichever node takes it first. */
export interface RecurringJob {
  kind: string;
  everyMs: number;
  /** Throws to be tried again after a pause that grows with every failure; ends early when the signal tells of a stop. */
  run(signal: AbortSignal): Promise<unknown>;
}

const TICK_MS = 1_000;
const MAX_PAUSE_MS = 60_000;

/** Runs due jobs. Several nodes share one table: a lease keeps two from doing the same at once. */
export class JobRunner {
  readonly #parts: JobParts;
  readonly #jobs: readonly RecurringJob[];
  readonly #pools: readonly JobPool[];
  readonly #failures = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> = Promise.resolve();
  readonly #stopping = new AbortController();

  constructor(parts: JobParts, jobs: readonly RecurringJob[], pools: readonly JobPool[] = []) {
    this.#parts = parts;
    this.#jobs = jobs;
    this.#pools = pools;
  }

  start(): void {
    for (const pool of this.#pools) pool.start();
    const tick = async () => {
      for (const pool of this.#pools) pool.wake();
      await this.#recurring();
      if (!this.#stopping.signal.aborted) this.#timer = setTimeout(tick, TICK_MS).unref();
    };
    this.#timer = setTimeout(tick, TICK_MS).unref();
  }

  /** Does everything that is due now, once; tests call it instead of waiting for the tick. */
  async runDue(): Promise<void> {
    await this.#recurring();
    for (const pool of this.#pools) await pool.runDue();
  }

  #recurring(): Promise<void> {
    this.#round = this.#round.then(async () => {
      for (const job of this.#jobs) if (!this.#stopping.signal.aborted) await this.#attempt(job);
    });
    return this.#round;
  }

  async #attempt(job: RecurringJob): Promise<void> {
    const { database, clock, log, nodeId } = this.#parts;
    const id = `recurring:${job.kind}`;
    try {
      const pauseMs = Math.max(job.everyMs, MAX_PAUSE_MS);
      const claim = { id, owner: nodeId, leaseMs: LEASE_MS, kind: job.kind, now: clock.now(), pauseMs };
      if (!(await database.system(claimJob, claim))) return;
    } catch (error) {
      log.debug({ err: error, job: job.kind }, 'the job table cannot be reached');
      return;
    }
    await underLease(this.#parts, id, async () => {
      try {
        await job.run(this.#stopping.signal);
        this.#failures.delete(job.kind);
        return { runAt: clock.now() + job.everyMs, error: null };
      } catch (error) {
        const failures = (this.#failures.get(job.kind) ?? 0) + 1;
        this.#failures.set(job.kind, failures);
        log.warn({ err: error, job: job.kind }, 'a job failed and will be tried again');
        return { runAt: clock.now() + Math.min(MAX_PAUSE_MS, TICK_MS * 2 ** failures), error: messageOf(error) };
      }
    });
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    await Promise.all(this.#pools.map((pool) => pool.stop()));
    await this.#round;
  }
}

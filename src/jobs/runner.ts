import type { Clock } from '../kernel/clock.js';
import type { Log } from '../kernel/log.js';
import type { Database } from '../storage/database.js';
import { claimJob, finishJob, renewJob } from './store.js';

/** Work that comes back: due every `everyMs`, by whichever node takes it first. */
export interface RecurringJob {
  kind: string;
  everyMs: number;
  /** Throws to be tried again after a pause that grows with every failure; ends early when the signal tells of a stop. */
  run(signal: AbortSignal): Promise<unknown>;
}

const TICK_MS = 1_000;
/** How long a dead node's work lies before another takes it over. */
const LEASE_MS = 15_000;
const MAX_PAUSE_MS = 60_000;

/** Runs due jobs. Several nodes share one table: a lease keeps two from doing the same at once. */
export class JobRunner {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #owner: string;
  readonly #jobs: readonly RecurringJob[];
  readonly #failures = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> = Promise.resolve();
  readonly #stopping = new AbortController();

  constructor(parts: { database: Database; clock: Clock; log: Log; nodeId: string }, jobs: readonly RecurringJob[]) {
    this.#database = parts.database;
    this.#clock = parts.clock;
    this.#log = parts.log;
    this.#owner = parts.nodeId;
    this.#jobs = jobs;
  }

  start(): void {
    const tick = async () => {
      await this.runDue();
      if (!this.#stopping.signal.aborted) this.#timer = setTimeout(tick, TICK_MS).unref();
    };
    this.#timer = setTimeout(tick, TICK_MS).unref();
  }

  /** Does everything that is due now, once; tests call it instead of waiting for the tick. */
  runDue(): Promise<void> {
    this.#round = this.#round.then(async () => {
      for (const job of this.#jobs) if (!this.#stopping.signal.aborted) await this.#attempt(job);
    });
    return this.#round;
  }

  async #attempt(job: RecurringJob): Promise<void> {
    const id = `recurring:${job.kind}`;
    const claim = { id, owner: this.#owner, leaseMs: LEASE_MS };
    try {
      const pauseMs = Math.max(job.everyMs, MAX_PAUSE_MS);
      if (!(await this.#database.system(claimJob, { ...claim, kind: job.kind, pauseMs, now: this.#clock.now() })))
        return;
    } catch (error) {
      this.#log.debug({ err: error, job: job.kind }, 'the job table cannot be reached');
      return;
    }
    const renew = () => void this.#database.system(renewJob, { ...claim, now: this.#clock.now() }).catch(() => {});
    const renewal = setInterval(renew, LEASE_MS / 3).unref();
    let failure: string | null = null;
    try {
      await job.run(this.#stopping.signal);
      this.#failures.delete(job.kind);
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
      this.#failures.set(job.kind, (this.#failures.get(job.kind) ?? 0) + 1);
      this.#log.warn({ err: error, job: job.kind }, 'a job failed and will be tried again');
    } finally {
      clearInterval(renewal);
    }
    const pause =
      failure === null ? job.everyMs : Math.min(MAX_PAUSE_MS, TICK_MS * 2 ** (this.#failures.get(job.kind) ?? 0));
    const finish = { id, owner: this.#owner, runAt: this.#clock.now() + pause, error: failure };
    await this.#database.system(finishJob, finish).catch(() => {}); // the lease runs out by itself
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    await this.#round;
  }
}

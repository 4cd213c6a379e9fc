import { setMaxListeners } from 'node:events';
import { SECOND } from '../kernel/clock.js';
import { messageOf } from '../kernel/errors.js';
import { inside, spannedJob } from '../kernel/trace.js';
import { type JobParts, LEASE_MS, underLease } from './lease.js';
import { leaseJob } from './store.js';

/** A job that has work to do, possibly before its time. */
interface FoundJob {
  id: string;
  keyId: string;
}

/** Many jobs of one kind, each with its own row: any node takes any of them, several at once. */
interface PooledJobs {
  readonly kind: string;
  /** Waits until `find` sees earlier writes, so that `runDue` does all of their work. */
  waitForWrites(): Promise<unknown>;
  /** Jobs that have work and that nobody works on; if any `keys` are given, only of these. None of the keys in `except`. */
  find(limit: number, keys: readonly string[] | null, except: readonly string[]): Promise<FoundJob[]>;
  /**
   * Stores by itself when it is due again, under its lease (`owner`). What it throws is stored as the job's error. A job in
   * rounds ends after one if `mayGoOn` is false by then: others wait for its place, and it is found again.
   */
  run(job: FoundJob, owner: string, signal: AbortSignal, mayGoOn: () => boolean): Promise<void>;
}

/**
 * Jobs in flight on this node. Most of the time they wait for responses from others. A key holds at most as many places as it
 * leaves free: however slow its jobs are, others find one. Alone it has half of them, more than a key can have webhooks.
 */
const WIDTH = 256;
/** A job that threw is retried after this. */
const PAUSE_AFTER_FAULT_MS = 10 * SECOND;

/** Runs the jobs of one kind that have work, as many at once as there is room for. */
export class JobPool {
  readonly #parts: JobParts;
  readonly #jobs: PooledJobs;
  readonly #busy = new Map<string, { keyId: string; work: Promise<void> }>();
  readonly #stopping = new AbortController();
  #polling: Promise<unknown> = Promise.resolve();
  /** Keys with new work since the last poll. Null: all keys. */
  #asked: Set<string> | null = new Set();
  #scheduled = false;
  #started = false;

  constructor(parts: JobParts, jobs: PooledJobs) {
    setMaxListeners(WIDTH, this.#stopping.signal); // each job in flight listens; Node warns from eleven on
    this.#parts = parts;
    this.#jobs = jobs;
  }

  get kind(): string {
    return this.#jobs.kind;
  }

  /** From now on it works by itself; before that, only when `runDue` is called. */
  start(): void {
    this.#started = true;
    this.wake();
  }

  /** Polls for work soon: of these keys, or of all. Calls that arrive during a poll share the next one. */
  wake(keys?: Iterable<string>): void {
    if (!this.#started) return;
    if (!keys) this.#asked = null;
    else if (this.#asked) for (const key of keys) this.#asked.add(key);
    if (this.#scheduled) return;
    this.#scheduled = true;
    const poll = async () => {
      this.#scheduled = false;
      const asked = this.#asked;
      this.#asked = new Set();
      await this.#poll(asked && [...asked]).catch((error: unknown) => {
        this.#parts.log.debug({ err: error, job: this.kind }, 'the job table cannot be reached');
      });
    };
    // The caller that woke it is not the cause of everything it finds.
    this.#polling = inside(undefined, () => this.#polling.then(poll));
  }

  /** Does all work there is now, and resolves when it is done. */
  async runDue(): Promise<void> {
    do {
      await this.#jobs.waitForWrites();
      await this.#rest();
      await this.#poll(null);
    } while (this.#busy.size > 0 && !this.#stopping.signal.aborted);
  }

  get #free(): number {
    return WIDTH - this.#busy.size;
  }
  #heldBy(keyId: string): number {
    let held = 0;
    for (const job of this.#busy.values()) if (job.keyId === keyId) held++;
    return held;
  }
  #mayTake(keyId: string): boolean {
    return this.#heldBy(keyId) < this.#free;
  }

  async #poll(keys: readonly string[] | null): Promise<void> {
    if (this.#free === 0 || this.#stopping.signal.aborted || keys?.length === 0) return;
    const holders = new Set([...this.#busy.values()].map(({ keyId }) => keyId));
    const except = [...holders].filter((key) => !this.#mayTake(key));
    const found = await this.#jobs.find(this.#free, keys, except);
    for (const job of found) if (!this.#busy.has(job.id) && this.#mayTake(job.keyId)) await this.#begin(job);
  }

  async #begin(job: FoundJob): Promise<void> {
    const { database, clock, nodeId } = this.#parts;
    const lease = { id: job.id, owner: nodeId, now: clock.now(), leaseMs: LEASE_MS };
    if (this.#stopping.signal.aborted || !(await database.system(leaseJob, lease))) return;
    const work = underLease(this.#parts, job.id, () => this.#attempt(job))
      .catch(() => {})
      .finally(() => {
        const mayHavePassed = this.#busy.size >= WIDTH / 2; // no key holds more than are free before that
        this.#busy.delete(job.id);
        // There may be jobs that found no room, and work that arrived while this one was finishing.
        this.wake(mayHavePassed ? undefined : [job.keyId]);
      });
    this.#busy.set(job.id, { keyId: job.keyId, work });
  }

  async #attempt(job: FoundJob): Promise<{ runAt: number | null; error: string | null }> {
    try {
      const { nodeId, tracer } = this.#parts;
      const mayGoOn = () => !this.#stopping.signal.aborted && this.#heldBy(job.keyId) <= this.#free;
      await spannedJob(tracer, `job ${this.kind}`, () => this.#jobs.run(job, nodeId, this.#stopping.signal, mayGoOn));
      return { runAt: null, error: null };
    } catch (error) {
      this.#parts.log.warn({ err: error, job: job.id }, 'a job failed and will be retried');
      return { runAt: this.#parts.clock.now() + PAUSE_AFTER_FAULT_MS, error: messageOf(error) };
    }
  }

  async #rest(): Promise<void> {
    await Promise.all([...this.#busy.values()].map(({ work }) => work));
  }

  /** Ends what is in flight at its next step and waits for it. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#polling;
    await this.#rest();
  }
}

import { databaseUnavailable } from '../../kernel/errors.js';
import type { Log } from '../../kernel/log.js';
import { type LaneData, type ReadLimits, SqliteLane } from './lane.js';
import type { ScrubResult, ScrubStep, ThreadLane } from './protocol.js';

/** A thread that lived this long did not die from its start: the next one is started immediately. */
const STEADY_MS = 10_000;
/** Pause between starts of threads that die young, doubled each time: a broken file must not keep a core busy. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;

/**
 * One lane for as long as the database is open, whatever happens to its threads. Calls in flight in a dead thread fail with 503; its connection died
 * with it, so SQLite has rolled back what was not committed. The next call goes to a new thread.
 */
export class SteadyLane {
  readonly #begin: () => SqliteLane;
  readonly #lane: ThreadLane;
  readonly #log: Log;
  #current: SqliteLane;
  /** Set while the current thread is starting: calls wait for it. */
  #starting: Promise<void> | null = null;
  #pauseMs = 0;
  #startedAt = 0;
  #retry: NodeJS.Timeout | undefined;
  #open = false;
  /** What the threads before the current one did. */
  #past = { units: 0, commits: 0 };

  private constructor(entry: URL, data: LaneData, log: Log) {
    this.#lane = data.lane;
    this.#log = log;
    this.#begin = () => new SqliteLane(entry, data, (error) => this.#died(error));
    this.#startedAt = performance.now();
    this.#current = this.#begin();
  }

  /** Rejects if the first thread cannot start: then there is no database. */
  static async open(entry: URL, data: LaneData, log: Log): Promise<SteadyLane> {
    const lane = new SteadyLane(entry, data, log);
    try {
      await lane.#current.ready;
      lane.#open = true;
      return lane;
    } catch (error) {
      await lane.close();
      throw error;
    }
  }

  #died(error: Error): void {
    if (!this.#open) return;
    if (performance.now() - this.#startedAt >= STEADY_MS) this.#pauseMs = 0;
    const pause = this.#pauseMs;
    this.#pauseMs = Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, pause * 2));
    this.#log.error({ err: error, lane: this.#lane, pause }, 'a database thread died; starting another one');
    if (pause === 0) this.#startAnother();
    else this.#retry = setTimeout(() => this.#startAnother(), pause).unref();
  }

  #startAnother(): void {
    this.#past = this.writes;
    this.#startedAt = performance.now();
    this.#current = this.#begin();
    const { ready } = this.#current;
    this.#starting = ready;
    // A failed start is also reported by the thread's death.
    ready
      .then(() => this.#log.info({ lane: this.#lane }, 'a new database thread is running'))
      .catch(() => {})
      .finally(() => {
        if (this.#starting === ready) this.#starting = null;
      });
  }

  async call(name: string, keyId: string | null, input: unknown, limits?: ReadLimits): Promise<unknown> {
    if (this.#starting) await this.#starting.catch((error) => Promise.reject(gone(error)));
    return this.#current.call(name, keyId, input, limits);
  }

  /** Calls that are not settled yet. */
  get load(): number {
    return this.#current.load;
  }

  async figures() {
    if (this.#starting) await this.#starting.catch((error) => Promise.reject(gone(error)));
    return this.#current.figures();
  }

  async scrub(step: ScrubStep): Promise<ScrubResult> {
    if (this.#starting) await this.#starting.catch((error) => Promise.reject(gone(error)));
    return this.#current.scrub(step);
  }

  /** Whether anything was deleted since the last call. A lost thread may have deleted something without reporting it. */
  takeRemoved(): boolean {
    const removed = this.#current.removed;
    this.#current.removed = false;
    return removed;
  }

  get writes(): { units: number; commits: number } {
    const { units, groups } = this.#current;
    return { units: this.#past.units + units, commits: this.#past.commits + groups };
  }

  async close(): Promise<void> {
    this.#open = false;
    clearTimeout(this.#retry);
    await this.#starting?.catch(() => {});
    await this.#current.close();
  }
}

const gone = (error: unknown) => databaseUnavailable('The database is unavailable; try again.', error);

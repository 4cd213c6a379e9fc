import { Worker } from 'node:worker_threads';
import { RecollectError, unavailable } from '../../kernel/errors.js';
import type { DatabaseFigures } from '../database.js';
import type { Call, Outcome, ThreadData, ThreadReply } from './protocol.js';

interface Waiting {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}
type CacheFigures = NonNullable<DatabaseFigures['vectorCache']>;

/** Calls in one message: bounds how long one transaction grows and how long its callers wait for each other. */
const GROUP_MAX = 256;
/** Two groups under way: while one is committed the next is already in the thread's queue. */
const GROUPS_UNDER_WAY = 2;

/** One database thread, seen from the main thread. Calls that come while others are under way go together in the next message. */
export class SqliteLane {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  readonly #figureWaits: ((figures: CacheFigures) => void)[] = [];
  readonly #scrubWaits: ((done: boolean) => void)[] = [];
  #queue: Call[] = [];
  #underWay = 0;
  #next = 0;
  #closing = false;
  #dead: Error | null = null;
  units = 0;
  groups = 0;
  readonly ready: Promise<void>;
  readonly exited: Promise<void>;

  constructor(entry: URL, data: ThreadData, onDeath: (error: Error) => void) {
    this.#worker = new Worker(entry, { workerData: data, name: `sqlite ${data.lane}` });
    this.ready = new Promise((resolve, reject) => {
      this.#worker.on('message', (reply: ThreadReply) => {
        if ('outcomes' in reply) this.#settle(reply.outcomes);
        else if ('figures' in reply) this.#figureWaits.shift()?.(reply.figures);
        else if ('scrubbed' in reply) this.#scrubWaits.shift()?.(reply.scrubbed);
        else if (reply.ready) resolve();
        else reject(new Error(reply.message));
      });
      this.#worker.on('error', (error) => {
        reject(error);
        this.#die(error as Error, onDeath);
      });
    });
    this.exited = new Promise((resolve) => {
      this.#worker.on('exit', (code) => {
        if (!this.#closing) this.#die(new Error(`The database thread ended with code ${code}`), onDeath);
        resolve();
      });
    });
  }

  #die(error: Error, onDeath: (error: Error) => void): void {
    if (this.#dead) return;
    this.#dead = error;
    for (const waiting of this.#waiting.values()) waiting.reject(unavailable('The store went away; try again.', error));
    this.#waiting.clear();
    for (const scrubbed of this.#scrubWaits.splice(0)) scrubbed(false);
    this.#queue = [];
    onDeath(error);
  }

  call(name: string, keyId: string | null, input: unknown): Promise<unknown> {
    if (this.#dead || this.#closing)
      return Promise.reject(unavailable('The store is closed.', this.#dead ?? undefined));
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#queue.push({ id, name, keyId, input });
      this.#send();
    });
  }

  #send(): void {
    if (this.#queue.length === 0 || this.#underWay >= GROUPS_UNDER_WAY) return;
    const calls = this.#queue.splice(0, GROUP_MAX);
    this.#underWay++;
    this.groups++;
    this.units += calls.length;
    this.#worker.postMessage({ calls });
  }

  #settle(outcomes: Outcome[]): void {
    this.#underWay--;
    this.#send();
    for (const outcome of outcomes) {
      const waiting = this.#waiting.get(outcome.id);
      this.#waiting.delete(outcome.id);
      if (outcome.error) waiting?.reject(toError(outcome.error));
      else waiting?.resolve(outcome.value);
    }
  }

  figures(): Promise<CacheFigures> {
    return new Promise((resolve) => {
      this.#figureWaits.push(resolve);
      this.#worker.postMessage({ figures: true });
    });
  }

  scrub(): Promise<boolean> {
    if (this.#dead || this.#closing) return Promise.resolve(false);
    return new Promise((resolve) => {
      this.#scrubWaits.push(resolve);
      this.#worker.postMessage({ scrub: true });
    });
  }

  /** What was called before is still done. */
  async close(): Promise<void> {
    while (this.#waiting.size && !this.#dead) await new Promise((resolve) => setTimeout(resolve, 2));
    this.#closing = true;
    this.#worker.postMessage({ close: true });
    await this.exited;
  }
}

function toError(error: NonNullable<Outcome['error']>): Error {
  if (!error.code) return new Error(error.message);
  const options = {
    details: error.details,
    ...(error.retryAfter === undefined ? {} : { retryAfter: error.retryAfter }),
  };
  return new RecollectError(error.code, error.message, options);
}

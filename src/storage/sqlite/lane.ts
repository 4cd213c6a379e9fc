import { Worker } from 'node:worker_threads';
import { databaseUnavailable, RecollectError } from '../../kernel/errors.js';
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
  readonly #figureWaits: { resolve(figures: CacheFigures): void; reject(error: unknown): void }[] = [];
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
        else if ('figures' in reply) this.#figureWaits.shift()?.resolve(reply.figures);
        else if ('scrubbed' in reply) this.#scrubWaits.shift()?.(reply.scrubbed);
        else if (reply.ready) resolve();
        else reject(new Error(reply.message));
      });
      let why: Error | undefined;
      this.#worker.on('error', (error) => {
        why = error as Error;
      });
      // Told only now: before, the thread's connection and its lock may still be there.
      this.#worker.on('exit', (code) => {
        const error = why ?? new Error(`The database thread ended with code ${code}`);
        reject(error);
        if (this.#closing) return;
        this.#die(error);
        onDeath(error);
      });
    });
    this.exited = new Promise((resolve) => this.#worker.on('exit', () => resolve()));
  }

  #die(error: Error): void {
    this.#dead = error;
    const away = databaseUnavailable('The store went away; try again.', error);
    for (const waiting of [...this.#waiting.values(), ...this.#figureWaits]) waiting.reject(away);
    this.#waiting.clear();
    this.#figureWaits.length = 0;
    for (const scrubbed of this.#scrubWaits.splice(0)) scrubbed(false);
    this.#queue = [];
  }

  call(name: string, keyId: string | null, input: unknown): Promise<unknown> {
    if (this.#dead) return Promise.reject(databaseUnavailable('The store is away; try again.', this.#dead));
    if (this.#closing) return Promise.reject(databaseUnavailable('The store is closed.'));
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
    if (this.#dead) return Promise.reject(databaseUnavailable('The store is away; try again.', this.#dead));
    return new Promise((resolve, reject) => {
      this.#figureWaits.push({ resolve, reject });
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

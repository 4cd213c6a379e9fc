import { Worker } from 'node:worker_threads';
import { databaseUnavailable, RecollectError } from '../../kernel/errors.js';
import type { DatabaseFigures } from '../database.js';
import { FairQueue } from '../fair-queue.js';
import { callerDisconnectedError, tooLate } from '../interruption-errors.js';
import type { Call, Outcome, ScrubResult, ScrubStep, ThreadData, ThreadReply } from './protocol.js';
import { CALL_SLOTS, PulseFlags, sharedNow } from './pulse.js';

interface Waiting extends Omit<Call, 'slot'> {
  slot: number | null;
  resolve(value: unknown): void;
  reject(error: unknown): void;
  /** Settled: nobody awaits it any more. */
  done: boolean;
  /** How often it may still be tried again before it is run on a slow lane. */
  tries: number;
}
type CacheFigures = NonNullable<DatabaseFigures['vectorCache']>;
export type LaneData = Omit<ThreadData, 'flags'>;

/** Writes per message: they share a commit. The next message leaves when this one is committed: sent earlier, it would carry fewer. The thread limits how long that may take. */
const WRITE_GROUP = 256;
/** Reads per message. The thread returns those that would wait for a slow one, so that the next message can begin with the call whose turn it is. */
const READ_GROUP = 16;
/** Calls of one key that may wait in one lane: several times what `src/edge` admits at once; also limits memory. */
const QUEUED_PER_KEY = 1_000;

/** A slow lane has no vectors in memory, so a search takes a hundred times as long there. */
const TRIES = 3;

/** What a fast lane returns for a read that has used up its slice: it must be run on a slow one. */
export const SLICE_EXHAUSTED = Symbol('had its slice');

export interface ReadLimits {
  /** In terms of `sharedNow()`. */
  deadline: number;
  signal?: AbortSignal | undefined;
}
const NO_LIMITS: ReadLimits = { deadline: Infinity };

/** One database thread, as seen from the main thread. Calls that arrive while others are in flight are sent together in the next message. */
export class SqliteLane {
  readonly #worker: Worker;
  readonly #flags = new PulseFlags();
  readonly #writes: boolean;
  readonly #groupMax: number;
  readonly #inFlight = new Map<number, Waiting>();
  readonly #queue = new FairQueue<Waiting>();
  readonly #freeSlots = Array.from({ length: CALL_SLOTS }, (_, i) => i);
  readonly #figureWaits: { resolve(figures: CacheFigures): void; reject(error: unknown): void }[] = [];
  readonly #scrubWaits: ((done: ScrubResult) => void)[] = [];
  /** The thread is working on a message. */
  #busy = false;
  #next = 0;
  #closing = false;
  #dead: Error | null = null;
  /** Calls completed, and the messages that carried them. */
  units = 0;
  groups = 0;
  /** Something was deleted; unknown for a new thread, so assumed. */
  removed = true;
  readonly ready: Promise<void>;
  readonly exited: Promise<void>;

  constructor(entry: URL, data: LaneData, onDeath: (error: Error) => void) {
    this.#writes = data.lane === 'write';
    this.#groupMax = this.#writes ? WRITE_GROUP : data.lane === 'slow' ? 1 : READ_GROUP;
    const workerData: ThreadData = { ...data, flags: this.#flags.buffer };
    this.#worker = new Worker(entry, { workerData, name: `sqlite ${data.lane}` });
    this.ready = new Promise((resolve, reject) => {
      this.#worker.on('message', (reply: ThreadReply) => {
        if ('outcomes' in reply) {
          this.removed ||= reply.removed;
          this.#settle(reply.outcomes);
        } else if ('figures' in reply) this.#figureWaits.shift()?.resolve(reply.figures);
        else if ('scrubbed' in reply) this.#scrubWaits.shift()?.(reply.scrubbed);
        else if (reply.ready) resolve();
        else reject(new Error(reply.message));
      });
      let why: Error | undefined;
      this.#worker.on('error', (error) => {
        why = error as Error;
      });
      // Only on exit: until then the thread may still hold its connection and its lock.
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

  /** Calls that are not settled yet. */
  get load(): number {
    return this.#queue.size + this.#inFlight.size;
  }

  #die(error: Error): void {
    this.#dead = error;
    const lost = databaseUnavailable('The database failed during the call; try again.', error);
    for (const waiting of [...this.#inFlight.values(), ...this.#queue.clear(), ...this.#figureWaits])
      waiting.reject(lost);
    this.#inFlight.clear();
    this.#figureWaits.length = 0;
    for (const scrubbed of this.#scrubWaits.splice(0)) scrubbed(null);
  }

  #refusal(keyId: string | null): Error | null {
    if (this.#dead) return databaseUnavailable('The database is unavailable; try again.', this.#dead);
    if (this.#closing) return databaseUnavailable('The database is closed.');
    if (keyId === null || this.#queue.of(keyId) < QUEUED_PER_KEY) return null;
    return new RecollectError('overloaded', 'Too many requests are waiting for the database for this key; try again.', {
      retryAfter: 2,
    });
  }

  /** A read with a signal is abandoned when it fires; writes have none. */
  call(
    name: string,
    keyId: string | null,
    input: unknown,
    { deadline, signal }: ReadLimits = NO_LIMITS,
  ): Promise<unknown> {
    const refusal = signal?.aborted ? callerDisconnectedError() : this.#refusal(keyId);
    if (refusal) return Promise.reject(refusal);
    return new Promise((resolve, reject) => {
      const call: Waiting = {
        id: this.#next++,
        name,
        keyId,
        input,
        slot: null,
        deadline,
        resolve,
        reject,
        done: false,
        tries: TRIES,
      };
      if (signal) {
        const leave = () => this.#giveUp(call);
        const listening =
          <T>(settle: (value: T) => void) =>
          (value: T) => {
            signal.removeEventListener('abort', leave);
            settle(value);
          };
        call.resolve = listening(resolve);
        call.reject = listening(reject);
        signal.addEventListener('abort', leave);
      }
      this.#queue.push(call);
      this.#send();
    });
  }

  #giveUp(call: Waiting): void {
    if (call.slot !== null) this.#flags.setGone(call.slot, true);
    else this.#queue.remove(call);
    call.done = true;
    call.reject(callerDisconnectedError());
    this.#countWaiting();
  }

  #send(): void {
    while (this.#queue.size > 0 && !this.#busy) {
      const calls: Call[] = [];
      while (calls.length < this.#groupMax) {
        const waiting = this.#queue.take();
        if (!waiting) break;
        const call = this.#slotted(waiting);
        if (call) calls.push(call);
      }
      if (calls.length === 0) continue;
      this.#busy = true;
      this.groups++;
      this.#worker.postMessage({ calls });
    }
    this.#countWaiting();
  }

  #slotted(waiting: Waiting): Call | null {
    const { id, name, keyId, input, deadline } = waiting;
    if (sharedNow() > deadline) {
      waiting.reject(tooLate());
      return null;
    }
    // Writes do not need one.
    waiting.slot = this.#writes ? 0 : (this.#freeSlots.pop() as number);
    this.#flags.setGone(waiting.slot, false);
    this.#inFlight.set(id, waiting);
    return { id, name, keyId, input, slot: waiting.slot, deadline };
  }

  #countWaiting(): void {
    this.#flags.waiting = this.load;
  }

  #settle(outcomes: Outcome[]): void {
    this.#busy = false;
    const back: Waiting[] = [];
    const settled: [Waiting, Outcome][] = [];
    for (const outcome of outcomes) {
      const waiting = this.#inFlight.get(outcome.id) as Waiting;
      this.#inFlight.delete(outcome.id);
      if (!this.#writes) this.#freeSlots.push(waiting.slot as number);
      waiting.slot = null;
      this.#queue.took(waiting.keyId, outcome.ms);
      if (waiting.done) continue;
      const isTriedAgain = outcome.undone === 'again' && --waiting.tries > 0;
      if (outcome.undone === 'back' || isTriedAgain) back.push(waiting);
      else settled.push([waiting, outcome]);
    }
    for (const waiting of back.reverse()) this.#queue.putBack(waiting);
    this.units += settled.length;
    this.#send();
    for (const [waiting, outcome] of settled) {
      waiting.done = true;
      if (outcome.undone === 'slow' || outcome.undone === 'again') waiting.resolve(SLICE_EXHAUSTED);
      else if (outcome.error) waiting.reject(toError(outcome.error));
      else waiting.resolve(outcome.value);
    }
  }

  figures(): Promise<CacheFigures> {
    const refusal = this.#refusal(null);
    if (refusal) return Promise.reject(refusal);
    return new Promise((resolve, reject) => {
      this.#figureWaits.push({ resolve, reject });
      this.#worker.postMessage({ figures: true });
    });
  }

  scrub(scrub: ScrubStep): Promise<ScrubResult> {
    if (this.#dead || this.#closing) return Promise.resolve(null);
    return new Promise((resolve) => {
      this.#scrubWaits.push(resolve);
      this.#worker.postMessage({ scrub });
    });
  }

  /** Earlier calls are still completed. */
  async close(): Promise<void> {
    while (this.load > 0 && !this.#dead) await new Promise((resolve) => setTimeout(resolve, 2));
    this.#closing = true;
    this.#worker.postMessage({ close: true });
    await this.exited;
  }
}

function toError(error: NonNullable<Outcome['error']>): Error {
  if (!error.code) return new Error(error.message);
  const { code, message, details, retryAfter, cause } = error;
  return new RecollectError(code, message, {
    details,
    ...(retryAfter === undefined ? {} : { retryAfter }),
    ...(cause === undefined ? {} : { cause: new Error(cause) }),
  });
}

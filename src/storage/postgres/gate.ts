import { FairQueue } from '../fair-queue.js';
import { givenUp, tooLate } from '../interrupted.js';

interface Waiting {
  readonly keyId: string;
  readonly deadline: number;
  enter(): void;
  reject(error: Error): void;
}
export interface GateLimits {
  /** On `performance.now()`. */
  deadline: number;
  signal?: AbortSignal | undefined;
}

/** Of the connections of all keys, the share that one key may hold: some are always left for the others. */
const SHARE = 3 / 4;
/**
 * The share of a key whose statements take long, while others are at work too: the server's processors are divided among the statements
 * that run, whoever sent them, so that a key with fourteen long ones would have seven times as much as one with two.
 */
const SLOW_SHARE = 1 / 8;
/** From this mean on a key's statements are long. They weigh by the time they take: a few long ones do not hide among many short ones. */
const SLOW_MS = 100;
const HALF_WEIGHT_MS = 200;
/** For so long after its last statement a key counts as at work. */
const ACTIVE_MS = 10_000;
/** Keys whose pace is remembered. */
const KNOWN = 1_000;

/** Who may use a connection: keys take turns by the time that they have had. What belongs to no key passes by; one connection is kept for it. */
export class Gate {
  readonly #places: number;
  readonly #share: number;
  readonly #slowShare: number;
  readonly #queue = new FairQueue<Waiting>();
  readonly #holds = new Map<string, number>();
  /** Mean time of a key's statements and when its last one ended, least recent first. */
  readonly #paces = new Map<string, { mean: number; at: number }>();
  #inside = 0;

  constructor(connections: number) {
    this.#places = Math.max(1, connections - 1);
    this.#share = Math.max(1, Math.floor(this.#places * SHARE));
    this.#slowShare = Math.max(1, Math.floor(this.#places * SLOW_SHARE));
  }

  async run<T>(keyId: string | null, limits: GateLimits, work: () => Promise<T>): Promise<T> {
    if (keyId === null) return work();
    if (limits.signal?.aborted) throw givenUp();
    await this.#enter(keyId, limits);
    const began = performance.now();
    try {
      return await work();
    } finally {
      this.#leave(keyId, performance.now() - began);
    }
  }

  #mayHold = (keyId: string) => {
    const slow = (this.#paces.get(keyId)?.mean ?? 0) > SLOW_MS && this.#othersAtWork(keyId);
    return (this.#holds.get(keyId) ?? 0) < (slow ? this.#slowShare : this.#share);
  };

  #othersAtWork(keyId: string): boolean {
    for (const other of this.#holds.keys()) if (other !== keyId) return true;
    const since = performance.now() - ACTIVE_MS;
    for (const [other, { at }] of this.#paces) if (other !== keyId && at > since) return true;
    return false;
  }

  #learn(keyId: string, ms: number): void {
    const mean = this.#paces.get(keyId)?.mean ?? 0;
    this.#paces.delete(keyId);
    this.#paces.set(keyId, { mean: mean + (ms / (ms + HALF_WEIGHT_MS)) * (ms - mean), at: performance.now() });
    const oldest = this.#paces.keys().next().value;
    if (this.#paces.size > KNOWN && oldest !== undefined) this.#paces.delete(oldest);
  }

  #enter(keyId: string, { deadline, signal }: GateLimits): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        if (this.#queue.remove(waiting)) reject(givenUp());
      };
      const enter = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const waiting: Waiting = { keyId, deadline, enter, reject };
      signal?.addEventListener('abort', leave);
      this.#queue.push(waiting);
      this.#admit();
    });
  }

  #admit(): void {
    while (this.#inside < this.#places) {
      const next = this.#queue.take(this.#mayHold);
      if (!next) return;
      if (performance.now() > next.deadline) {
        next.reject(tooLate());
        continue;
      }
      this.#inside++;
      this.#holds.set(next.keyId, (this.#holds.get(next.keyId) ?? 0) + 1);
      next.enter();
    }
  }

  #leave(keyId: string, ms: number): void {
    this.#inside--;
    const left = (this.#holds.get(keyId) ?? 1) - 1;
    if (left === 0) this.#holds.delete(keyId);
    else this.#holds.set(keyId, left);
    this.#queue.took(keyId, ms);
    this.#learn(keyId, ms);
    this.#admit();
  }
}

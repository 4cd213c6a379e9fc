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

/** Who may use a connection: keys take turns by the time that they have had. What belongs to no key passes by; one connection is kept for it. */
export class Gate {
  readonly #places: number;
  readonly #share: number;
  readonly #queue = new FairQueue<Waiting>();
  readonly #holds = new Map<string, number>();
  #inside = 0;

  constructor(connections: number) {
    this.#places = Math.max(1, connections - 1);
    this.#share = Math.max(1, Math.floor(this.#places * SHARE));
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

  #mayHold = (keyId: string) => (this.#holds.get(keyId) ?? 0) < this.#share;

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
    this.#admit();
  }
}

import { FairQueue } from '../fair-queue.js';
import { callerDisconnectedError, tooLate } from '../interruption-errors.js';

interface Waiting {
  readonly keyId: string;
  readonly statement: string;
  readonly deadline: number;
  enter(slow: boolean): void;
  reject(error: Error): void;
}
interface GateLimits {
  /** The gate learns how long this statement takes for this key. */
  statement: string;
  /** In terms of `performance.now()`. */
  deadline: number;
  signal?: AbortSignal | undefined;
}

/** The share of the connections for keys that one key may hold: some always remain for the others. */
const SHARE = 3 / 4;
/**
 * The share for slow statements while other keys are active: the server's processors are divided among the running statements, whoever sent them, so
 * a key with fourteen slow ones would get seven times as much as one with two.
 */
const SLOW_SHARE = 1 / 8;
/** A statement with a higher mean is slow. One that the key has not sent yet counts as slow until measured. */
const SLOW_MS = 50;
/** A statement that took this long moves the mean halfway; quicker ones less, so that a few slow ones do not hide among many quick ones. */
const HALF_WEIGHT_MS = 200;
/** A key counts as active for this long after its last statement. */
const ACTIVE_MS = 10_000;
/** How many means (one per key and statement) are remembered, and how many active keys. */
const KNOWN = 10_000;

interface Holds {
  all: number;
  slow: number;
}

/**
 * Decides who may use a connection: keys take turns by the time they have used. Calls without a key bypass it; one connection is reserved for them.
 */
export class Gate {
  readonly #places: number;
  readonly #share: number;
  readonly #slowShare: number;
  readonly #queue = new FairQueue<Waiting>();
  readonly #holds = new Map<string, Holds>();
  /** Mean milliseconds of a key's statement, least recent first. */
  readonly #paces = new Map<string, number>();
  /** When a key's last statement ended, least recent first. */
  readonly #active = new Map<string, number>();
  #inside = 0;

  constructor(connections: number) {
    this.#places = Math.max(1, connections - 1);
    this.#share = Math.max(1, Math.floor(this.#places * SHARE));
    this.#slowShare = Math.max(1, Math.floor(this.#places * SLOW_SHARE));
  }

  async run<T>(keyId: string | null, limits: GateLimits, work: () => Promise<T>): Promise<T> {
    if (keyId === null) return work();
    if (limits.signal?.aborted) throw callerDisconnectedError();
    const slow = await this.#enter(keyId, limits);
    const began = performance.now();
    try {
      return await work();
    } finally {
      this.#leave(keyId, limits.statement, slow, performance.now() - began);
    }
  }

  #isSlow = (keyId: string, statement: string) => (this.#paces.get(`${keyId} ${statement}`) ?? Infinity) > SLOW_MS;

  #mayHold = (keyId: string, { statement }: Waiting) => {
    const { all, slow } = this.#holds.get(keyId) ?? NONE;
    if (all >= this.#share) return false;
    return slow < this.#slowShare || !this.#isSlow(keyId, statement) || !this.#othersAtWork(keyId);
  };

  #othersAtWork(keyId: string): boolean {
    for (const other of this.#holds.keys()) if (other !== keyId) return true;
    const since = performance.now() - ACTIVE_MS;
    for (const [other, at] of this.#active) if (other !== keyId && at > since) return true;
    return false;
  }

  #learn(keyId: string, statement: string, ms: number): void {
    const mean = this.#paces.get(`${keyId} ${statement}`) ?? ms;
    remember(this.#paces, `${keyId} ${statement}`, mean + (ms / (ms + HALF_WEIGHT_MS)) * (ms - mean));
    remember(this.#active, keyId, performance.now());
  }

  /** Returns whether the statement counts as slow. */
  #enter(keyId: string, { statement, deadline, signal }: GateLimits): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        if (this.#queue.remove(waiting)) reject(callerDisconnectedError());
      };
      const enter = (slow: boolean) => {
        signal?.removeEventListener('abort', leave);
        resolve(slow);
      };
      const waiting: Waiting = { keyId, statement, deadline, enter, reject };
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
      const slow = this.#isSlow(next.keyId, next.statement);
      this.#hold(next.keyId, slow, 1);
      next.enter(slow);
    }
  }

  #hold(keyId: string, slow: boolean, by: 1 | -1): void {
    const before = this.#holds.get(keyId) ?? NONE;
    const all = before.all + by;
    if (all === 0) this.#holds.delete(keyId);
    else this.#holds.set(keyId, { all, slow: before.slow + (slow ? by : 0) });
  }

  #leave(keyId: string, statement: string, slow: boolean, ms: number): void {
    this.#inside--;
    this.#hold(keyId, slow, -1);
    this.#queue.took(keyId, ms);
    this.#learn(keyId, statement, ms);
    this.#admit();
  }
}

const NONE: Holds = { all: 0, slow: 0 };

function remember(known: Map<string, number>, name: string, value: number): void {
  known.delete(name);
  known.set(name, value);
  const oldest = known.keys().next().value;
  if (known.size > KNOWN && oldest !== undefined) known.delete(oldest);
}

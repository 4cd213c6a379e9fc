import { type Clock, MINUTE } from '../kernel/clock.js';

/**
 * A map whose entries may be dropped after a minute without use. Two generations of a minute each hold everything that matters, and
 * dropping costs nothing per key.
 */
export class RecentMap<V> {
  readonly #clock: Clock;
  #young = new Map<string, V>();
  #old = new Map<string, V>();
  #turnedAt: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#turnedAt = clock.now();
  }

  get size(): number {
    return this.#young.size + this.#old.size;
  }

  get(key: string, make: () => V): V {
    const now = this.#clock.now();
    if (Math.abs(now - this.#turnedAt) >= MINUTE) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#turnedAt = now;
    }
    let value = this.#young.get(key);
    if (value === undefined) {
      value = this.#old.get(key) ?? make();
      this.#old.delete(key);
      this.#young.set(key, value);
    }
    return value;
  }
}

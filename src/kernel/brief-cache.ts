import { MINUTE } from './clock.js';

/** What was computed within the last minute. Then everything is dropped: an erased user's words stay in memory no longer. */
export class BriefCache<V> {
  readonly #values = new Map<string, V>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#values.size;
  }

  get(key: string, compute: (key: string) => V): V {
    let value = this.#values.get(key);
    if (value === undefined) {
      value = compute(key);
      if (this.#values.size >= this.#most) this.#values.clear();
      if (this.#values.size === 0) setTimeout(() => this.#values.clear(), MINUTE).unref();
      this.#values.set(key, value);
    }
    return value;
  }
}

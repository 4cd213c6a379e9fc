import type { StoredKey } from './sql/store.js';

/** The most keys cached; beyond that the oldest entry is evicted. */
const CAP = 50_000;

/** Keys by the hash of the secret they were called with. Only for a process that has its database to itself. */
export class KeyCache {
  readonly #byHash = new Map<string, StoredKey>();
  #generation = 0;

  get(hash: string): StoredKey | undefined {
    return this.#byHash.get(hash);
  }

  /** Reads through; a key read while one changed is not cached, because it may be stale. */
  async load(hash: string, find: () => Promise<StoredKey | null>): Promise<StoredKey | null> {
    const generation = this.#generation;
    const key = await find();
    // A child key ends with its parent, or when its user is erased: too many places would have to invalidate it.
    if (key && key.parentId === null && generation === this.#generation) {
      if (this.#byHash.size >= CAP) this.#byHash.delete(this.#byHash.keys().next().value as string);
      this.#byHash.set(hash, key);
    }
    return key;
  }

  /** Changes are rare, so everything is evicted: no entry can be missed. */
  clear(): void {
    this.#generation++;
    this.#byHash.clear();
  }
}

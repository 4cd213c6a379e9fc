import type { StoredKey } from './sql/store.js';

/** Keys kept; past that the longest-kept one goes. */
const CAP = 50_000;

/** Keys by the hash of the secret they were called with. Only for a process that is alone with its database. */
export class KeyCache {
  readonly #byHash = new Map<string, StoredKey>();
  #generation = 0;

  get(hash: string): StoredKey | undefined {
    return this.#byHash.get(hash);
  }

  /** Reads through; what was read while a key changed is not kept, for it may be the state before. */
  async load(hash: string, find: () => Promise<StoredKey | null>): Promise<StoredKey | null> {
    const generation = this.#generation;
    const key = await find();
    // A child key ends with its parent, or when its user is erased: too many places to hear of it from.
    if (key && key.parentId === null && generation === this.#generation) {
      if (this.#byHash.size >= CAP) this.#byHash.delete(this.#byHash.keys().next().value as string);
      this.#byHash.set(hash, key);
    }
    return key;
  }

  /** Changes are rare, so everything goes: there is no entry to overlook. */
  clear(): void {
    this.#generation++;
    this.#byHash.clear();
  }
}

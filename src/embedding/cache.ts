import type { EmbeddedText } from './embedder.js';

export interface CacheLimits {
  entries: number;
  /** Total size of the vectors in bytes. */
  bytes: number;
}

// 4,096 one-passage texts of 384 dimensions take 6 MB; models of 3,072 dimensions reach the byte limit first.
const CACHE_LIMITS: CacheLimits = { entries: 4_096, bytes: 16 * 1024 * 1024 };

const bytesOf = ({ vectors }: EmbeddedText) => vectors.reduce((sum, vector) => sum + vector.byteLength, 0);

/** Stores what it is given without copying. Evicts the least recently used entry. */
export class EmbeddingCache {
  readonly #limits: CacheLimits;
  readonly #entries = new Map<string, EmbeddedText>();
  #bytes = 0;

  constructor(limits: CacheLimits = CACHE_LIMITS) {
    this.#limits = limits;
  }

  get(key: string): EmbeddedText | undefined {
    const found = this.#entries.get(key);
    if (!found) return undefined;
    this.#entries.delete(key); // a Map preserves insertion order: the most recent use goes last
    this.#entries.set(key, found);
    return found;
  }

  set(key: string, value: EmbeddedText): void {
    this.#drop(key);
    this.#entries.set(key, value);
    this.#bytes += bytesOf(value);
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#limits.entries && this.#bytes <= this.#limits.bytes) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    const found = this.#entries.get(key);
    if (!found) return;
    this.#bytes -= bytesOf(found);
    this.#entries.delete(key);
  }
}

/** What is cached of the scopes in use, in order of use; at the cap, the least recently used are evicted. */
export class RecentScopes<T> {
  readonly #capBytes: number;
  readonly #bytesOf: (cached: T) => number;
  readonly #scopes = new Map<string, T>();
  #bytes = 0;

  constructor(capBytes: number, bytesOf: (cached: T) => number) {
    this.#capBytes = capBytes;
    this.#bytesOf = bytesOf;
  }

  get bytes(): number {
    return this.#bytes;
  }
  has(name: string): boolean {
    return this.#scopes.has(name);
  }

  /** Takes it out: the size of a scope must not change while it is inside. */
  take(name: string): T | undefined {
    const cached = this.#scopes.get(name);
    if (cached !== undefined) {
      this.#scopes.delete(name);
      this.#bytes -= this.#bytesOf(cached);
    }
    return cached;
  }

  /** Puts it in as the scope in use, which is kept, however large it is. */
  put(name: string, cached: T): void {
    this.#scopes.set(name, cached);
    this.#bytes += this.#bytesOf(cached);
    for (const least of this.#scopes.keys()) {
      if (this.#bytes <= this.#capBytes || this.#scopes.size === 1) return;
      this.take(least);
    }
  }
}

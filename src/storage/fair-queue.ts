interface Queued {
  readonly keyId: string | null;
}
interface Line<T> {
  calls: T[];
  /** Database time the key has used, on the same scale as the other keys; the key with the least goes next. */
  had: number;
}

/** Milliseconds charged for a call until its duration is known, so that a key that sends many quick calls still shares with others. */
const GUESS_MS = 1;
/** Number of keys without a call whose used time is remembered; above it, those that are level with the others are dropped. */
const REMEMBERED = 1_000;

/** Calls in the order they are served: those without a key (the service's own) first, then those of the key that has used the least time. */
export class FairQueue<T extends Queued> {
  readonly #lines = new Map<string, Line<T>>();
  readonly #own: T[] = [];
  /** Time used by keys that have no call here now, if it is more than `#time`. */
  readonly #ahead = new Map<string, number>();
  /** Time used by the key that was served last: new keys start here, so that nobody saves up turns. */
  #time = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }
  of(keyId: string | null): number {
    return keyId === null ? this.#own.length : (this.#lines.get(keyId)?.calls.length ?? 0);
  }

  push(call: T): void {
    this.#line(call).push(call);
    this.#size++;
  }
  /** Returns a call to the head of its line: it was taken but not run. */
  putBack(call: T): void {
    this.#line(call).unshift(call);
    this.#size++;
  }

  #line({ keyId }: T): T[] {
    if (keyId === null) return this.#own;
    let line = this.#lines.get(keyId);
    if (!line) {
      line = { calls: [], had: Math.max(this.#time, this.#ahead.get(keyId) ?? 0) };
      this.#ahead.delete(keyId);
      this.#lines.set(keyId, line);
    }
    return line.calls;
  }

  /** Takes the next call among the keys that `mayHave` admits. */
  take(mayHave: (keyId: string, first: T) => boolean = () => true): T | undefined {
    const own = this.#own.shift();
    if (own) {
      this.#size--;
      return own;
    }
    let least: [string, Line<T>] | undefined;
    for (const entry of this.#lines) {
      if ((!least || entry[1].had < least[1].had) && mayHave(entry[0], entry[1].calls[0] as T)) least = entry;
    }
    if (!least) return undefined;
    const [keyId, line] = least;
    const call = line.calls.shift() as T;
    this.#size--;
    this.#time = line.had;
    this.#charge(keyId, GUESS_MS);
    if (line.calls.length === 0) this.#leave(keyId, line);
    return call;
  }

  remove(call: T): boolean {
    const calls = call.keyId === null ? this.#own : this.#lines.get(call.keyId)?.calls;
    const at = calls?.indexOf(call) ?? -1;
    if (!calls || at < 0) return false;
    calls.splice(at, 1);
    this.#size--;
    if (call.keyId !== null && calls.length === 0) this.#leave(call.keyId, this.#lines.get(call.keyId) as Line<T>);
    return true;
  }

  /** Corrects the charge for a call that was taken to the time it really took. */
  took(keyId: string | null, ms: number): void {
    if (keyId !== null) this.#charge(keyId, ms - GUESS_MS);
  }

  #charge(keyId: string, ms: number): void {
    const line = this.#lines.get(keyId);
    if (line) line.had += ms;
    else this.#ahead.set(keyId, (this.#ahead.get(keyId) ?? this.#time) + ms);
  }

  #leave(keyId: string, line: Line<T>): void {
    this.#lines.delete(keyId);
    this.#ahead.set(keyId, line.had);
    if (this.#ahead.size <= REMEMBERED) return;
    for (const [known, had] of this.#ahead) if (had <= this.#time) this.#ahead.delete(known);
  }

  /** Removes and returns all calls, in no particular order. */
  clear(): T[] {
    const all = [...this.#own, ...[...this.#lines.values()].flatMap((line) => line.calls)];
    this.#own.length = 0;
    this.#lines.clear();
    this.#size = 0;
    return all;
  }
}

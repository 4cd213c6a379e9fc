/** The journal in one snapshot. */
export interface Sight {
  /** The highest number that is visible. */
  last: number;
  /** Up to here lines may have been trimmed. */
  floor: number;
  /** The oldest transaction that was still open, and the number that the next new one gets. Both 0 where nothing comes late. */
  oldest: number;
  next: number;
}

/**
 * Up to where the journal is complete. PostgreSQL gives numbers out before the commit, so a line may appear below one that is already
 * visible. But it belongs to a transaction that was open when that one was seen: once all of those have ended, whatever
 * lies below has come or never will.
 */
export class Horizon {
  #settled = 0;
  /** Sights whose open transactions are not known to have ended yet, in order. */
  #unsettled: { last: number; next: number }[] = [];

  get settled(): number {
    return this.#settled;
  }
  /** False while something that was seen waits for transactions to end. */
  get complete(): boolean {
    return this.#unsettled.length === 0;
  }

  see({ last, oldest, next }: Sight): number {
    const known = this.#unsettled.at(-1)?.last ?? this.#settled;
    if (last > known) this.#unsettled.push({ last, next });
    const done = this.#unsettled.filter((sight) => sight.next <= oldest);
    if (done.length) {
      this.#settled = Math.max(this.#settled, done.at(-1)?.last ?? 0);
      this.#unsettled = this.#unsettled.slice(done.length);
    }
    return this.#settled;
  }
}

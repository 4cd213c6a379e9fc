/** One snapshot of the journal. */
export interface Sight {
  /** The highest visible number. */
  last: number;
  /** Lines up to here may have been trimmed. */
  floor: number;
  /** The oldest transaction that was still open, and the number that the next new one gets. Both are 0 if no line can appear late. */
  oldest: number;
  next: number;
  /** Transactions that a worker of a cluster holds prepared: they may have ended on the coordinator, but their writes are not visible yet. */
  prepared: readonly string[];
}

interface Unsettled {
  last: number;
  next: number;
  /**
   * The transactions that were prepared when all those below `next` had ended on the coordinator and still are; null: not all have ended there yet.
   */
  waits: readonly string[] | null;
}

/**
 * Up to where the journal is complete. PostgreSQL assigns numbers before the commit, so a line may appear below one that is already visible. But it
 * belongs to a transaction that was open when the visible one was seen: once all of those have ended, every line below has appeared or never will.
 *
 * On a cluster the coordinator assigns all numbers, to transactions that are open there; only its transactions are compared. A transaction that wrote
 * to several machines ends there first and on the workers a moment later, where it is prepared until then: the horizon waits for those too.
 */
export class Horizon {
  #settled = 0;
  /** Snapshots whose open transactions are not known to have ended yet, in order. */
  #unsettled: Unsettled[] = [];

  get settled(): number {
    return this.#settled;
  }
  /** False while a snapshot waits for transactions to end. */
  get complete(): boolean {
    return this.#unsettled.length === 0;
  }

  see({ last, oldest, next, prepared }: Sight): number {
    const known = this.#unsettled.at(-1)?.last ?? this.#settled;
    if (last > known) this.#unsettled.push({ last, next, waits: null });
    for (const sight of this.#unsettled) {
      if (sight.waits) sight.waits = sight.waits.filter((name) => prepared.includes(name));
      else if (sight.next <= oldest) sight.waits = prepared;
    }
    const open = this.#unsettled.findIndex(({ waits }) => waits?.length !== 0);
    const done = this.#unsettled.splice(0, open < 0 ? this.#unsettled.length : open);
    this.#settled = Math.max(this.#settled, done.at(-1)?.last ?? 0);
    return this.#settled;
  }
}

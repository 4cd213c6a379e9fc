/** What a run costs in addition to the characters that it reads. */
const RUN_COST = 100;
/** Approximate time that a model needs for a piece of text, in characters. */
export const costOf = (text: string | readonly string[]) =>
  (typeof text === 'string' ? text.length : (text[0]?.length ?? 0) + (text[1]?.length ?? 0)) + RUN_COST;

/** Decides which waiting key goes next: the one that has used least. A key that has sent a lot waits behind its own work; nobody else does. */
export class FairTurns {
  readonly #used = new Map<string, number>();
  /** What the last key to have its turn had used before that turn. */
  #reached = 0;

  /** Idle time earns no credit: a key starts where the others are. */
  enter(key: string): void {
    if (!this.#used.has(key)) this.#used.set(key, this.#reached);
  }

  leave(key: string): void {
    this.#used.delete(key);
  }

  next(may: (key: string) => boolean = () => true): string | undefined {
    let least: string | undefined;
    let leastUsed = Number.POSITIVE_INFINITY;
    for (const [key, used] of this.#used) {
      if (used >= leastUsed || !may(key)) continue;
      least = key;
      leastUsed = used;
    }
    return least;
  }

  charge(key: string, cost: number): void {
    const used = this.#used.get(key) ?? this.#reached;
    this.#reached = Math.max(this.#reached, used);
    if (this.#used.has(key)) this.#used.set(key, used + cost);
  }
}

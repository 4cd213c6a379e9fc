/** One retrieval: when, and the ids that were returned, best first. */
export interface Use {
  at: number;
  ids: readonly string[];
}

/** A stored memory: something new is often needed soon. */
export interface Stored {
  at: number;
  id: string;
}

/** Ids of one retrieval that count as belonging together: further down it is mostly chance. */
const ASSOCIATED = 5;

/** How much each place in one retrieval weighs: by the inverse square of the place, so mostly the best; adds up to 1. */
export function rankWeights(count: number): number[] {
  const weights = Array.from({ length: count }, (_, rank) => (rank + 1) ** -2);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

type Counts = Map<number, Map<number, number>>;

/**
 * Retrievals as flat lists, oldest first, with ids as numbers: a prediction walks all of them for every part of its result. What follows what is
 * learned as retrievals are added one by one, so that the log can be replayed.
 */
export class RetrievalLog {
  readonly ids: string[] = [];
  /** For each returned id: its number, when, and its weight within the retrieval. */
  readonly id: number[] = [];
  readonly at: number[] = [];
  readonly weight: number[] = [];
  /** For each: whether its retrieval opened a session. */
  readonly opens: boolean[] = [];
  /** When memories were stored, by number, oldest first; absent if unknown. */
  readonly storedAt = new Map<number, number>();
  /** The best numbers of the last retrievals, newest first. */
  readonly last: { at: number; ids: number[] }[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #after: Counts = new Map();
  readonly #beside: Counts = new Map();
  readonly #sessionMs: number;
  readonly #lookBack: number;

  /** Two retrievals more than `sessionMs` apart are unrelated; the last `lookBack` retrievals are remembered. */
  constructor(sessionMs: number, lookBack: number) {
    this.#sessionMs = sessionMs;
    this.#lookBack = lookBack;
  }

  numberOf(id: string): number | undefined {
    return this.#numbers.get(id);
  }

  /** Whether a retrieval at `now` would continue the current session. */
  isOngoing(now: number): boolean {
    const newest = this.last[0];
    return newest !== undefined && now - newest.at <= this.#sessionMs;
  }

  /** How often each number followed the given one within a session, and how often each was returned beside it; better ranks count more. */
  following = (number: number) => this.#after.get(number) ?? NONE;
  besides = (number: number) => this.#beside.get(number) ?? NONE;

  add({ at, ids }: Use): void {
    const weights = rankWeights(ids.length);
    const numbers = ids.map((id) => this.#register(id));
    const best = numbers.slice(0, ASSOCIATED);
    const opens = !this.isOngoing(at);
    const before = !opens ? (this.last[0]?.ids ?? []) : [];
    for (const [rank, next] of best.entries()) {
      for (const earlier of before) bump(this.#after, earlier, next, rank);
      for (const other of best) if (other !== next) bump(this.#beside, other, next, rank);
    }
    numbers.forEach((number, rank) => {
      this.id.push(number);
      this.at.push(at);
      this.opens.push(opens);
      this.weight.push(weights[rank] as number);
    });
    this.last.unshift({ at, ids: best });
    if (this.last.length > this.#lookBack) this.last.pop();
  }

  addStored({ id, at }: Stored): void {
    this.storedAt.set(this.#register(id), at);
  }

  #register(id: string): number {
    const known = this.#numbers.get(id);
    if (known !== undefined) return known;
    this.#numbers.set(id, this.ids.length);
    return this.ids.push(id) - 1;
  }
}

const NONE: ReadonlyMap<number, number> = new Map();

function bump(counts: Counts, from: number, to: number, rank: number): void {
  const row = counts.get(from) ?? new Map<number, number>();
  counts.set(from, row);
  row.set(to, (row.get(to) ?? 0) + 1 / (rank + 1));
}

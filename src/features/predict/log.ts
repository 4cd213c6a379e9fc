/** One retrieval: when, and the ids that were handed out, best first. */
export interface Use {
  at: number;
  ids: readonly string[];
}

/** A memory that was stored: something new is often needed soon. */
export interface Stored {
  at: number;
  id: string;
}

/** Ids of one retrieval that count as belonging together: further down it is mostly chance. */
const ASSOCIATED = 5;

/** What weighs how much in one retrieval: by the square of its place, so mostly the best; together 1. */
export function rankWeights(count: number): number[] {
  const weights = Array.from({ length: count }, (_, rank) => (rank + 1) ** -2);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

type Counts = Map<number, Map<number, number>>;

/**
 * Retrievals as flat lists, oldest first, with ids as numbers: a prediction walks all of them for every part of its answer. What follows
 * what is learnt while retrievals are taken in one by one, so that the log can be replayed.
 */
export class RetrievalLog {
  readonly ids: string[] = [];
  /** Of each handed-out id: its number, when, and its weight within the retrieval. */
  readonly id: number[] = [];
  readonly at: number[] = [];
  readonly weight: number[] = [];
  /** Of each: whether its retrieval opened a session. */
  readonly opens: boolean[] = [];
  /** When memories were stored, by number, the oldest first; absent where it is not known. */
  readonly storedAt = new Map<number, number>();
  /** The best numbers of the last retrievals, the newest first. */
  readonly last: { at: number; ids: number[] }[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #after: Counts = new Map();
  readonly #beside: Counts = new Map();
  readonly #sessionMs: number;
  readonly #lookBack: number;

  /** `sessionMs` apart, two retrievals have nothing to do with each other; `lookBack` retrievals before are remembered. */
  constructor(sessionMs: number, lookBack: number) {
    this.#sessionMs = sessionMs;
    this.#lookBack = lookBack;
  }

  numberOf(id: string): number | undefined {
    return this.#numbers.get(id);
  }

  /** Whether the next retrieval at `now` would continue what was going on. */
  isOngoing(now: number): boolean {
    const newest = this.last[0];
    return newest !== undefined && now - newest.at <= this.#sessionMs;
  }

  /** How often each followed a number within one session, and how often each was handed out beside it, the better the more. */
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

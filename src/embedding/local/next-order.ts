import type { EmbedPurpose } from '../embedder.js';
import { costOf } from '../fair-turns.js';
import type { Input } from './messages.js';

export interface Order {
  key: string;
  purpose: EmbedPurpose;
  text: Input;
}

/** How many times the cost of a waiting passage of another key may be spent on queries in a row. */
const QUERIES_SHARE = 2;

/**
 * Picks what a worker does next among the pieces it holds: queries first, and among them, or else among all, one of another key than the last. When
 * consecutive queries have cost twice as much as a passage of another key, it is that passage's turn: a caller that only queries does not keep others
 * from storing, and a search does not wait for a long text behind every short one that it reads.
 */
export class NextOrder {
  #last: string | undefined;
  /** Cost of the queries since the last passage. */
  #inARow = 0;

  /** Returns its index; -1 if nothing waits. */
  take(waiting: readonly Order[]): number {
    const places = [...waiting.keys()];
    const of = (purpose: EmbedPurpose) => places.filter((at) => waiting[at]?.purpose === purpose);
    const isOther = (at: number) => waiting[at]?.key !== this.#last;
    const queries = of('query');
    const among = queries.length > 0 ? queries : places;
    const isDue = (at: number) => this.#inARow >= QUERIES_SHARE * costOf((waiting[at] as Order).text);
    const due = of('passage').find((at) => isOther(at) && isDue(at));
    const next = due ?? among.find(isOther) ?? among[0] ?? -1;
    const taken = waiting[next];
    this.#last = taken?.key ?? this.#last;
    this.#inARow = taken?.purpose === 'query' ? this.#inARow + costOf(taken.text) : 0;
    return next;
  }
}

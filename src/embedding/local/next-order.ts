import type { EmbedPurpose } from '../embedder.js';
import { costOf } from '../fair-turns.js';
import type { Input } from './messages.js';

export interface Order {
  key: string;
  purpose: EmbedPurpose;
  text: Input;
}

/** How much more may be spent on queries in a row than on the passage of another key that waits behind them. */
const QUERIES_SHARE = 2;

/**
 * What a worker does next of what it has in its hands: queries first, and of them or else of all one of another key than the last. When the
 * queries in a row have cost twice what a passage of another key would, it is that passage's turn: somebody who only asks does not keep others
 * from storing, and a search does not wait for a long text behind every short one that it reads.
 */
export class NextOrder {
  #last: string | undefined;
  /** Cost of the queries since the last passage. */
  #inARow = 0;

  /** Its place; -1 where nothing waits. */
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

import type { EmbedPurpose } from '../embedder.js';

export interface Order {
  key: string;
  purpose: EmbedPurpose;
}

/** Queries that go before a passage of another key. */
const QUERIES_IN_A_ROW = 2;

/**
 * What a worker does next of what it has in its hands: queries first, and of them or else of all one of another key than the last. After two
 * queries in a row it is the turn of a passage of another key than the last one: somebody who only asks does not keep others from storing.
 */
export class NextOrder {
  #last: string | undefined;
  #inARow = 0;

  /** Its place; -1 where nothing waits. */
  take(waiting: readonly Order[]): number {
    const places = [...waiting.keys()];
    const of = (purpose: EmbedPurpose) => places.filter((at) => waiting[at]?.purpose === purpose);
    const isOther = (at: number) => waiting[at]?.key !== this.#last;
    const queries = of('query');
    const among = queries.length > 0 ? queries : places;
    const due = this.#inARow >= QUERIES_IN_A_ROW ? of('passage').find(isOther) : undefined;
    const next = due ?? among.find(isOther) ?? among[0] ?? -1;
    const taken = waiting[next];
    this.#last = taken?.key ?? this.#last;
    this.#inARow = taken?.purpose === 'query' ? this.#inARow + 1 : 0;
    return next;
  }
}

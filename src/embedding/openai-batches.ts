import { currentSpan, inside } from '../kernel/trace.js';
import { EmbeddingUnavailable, type PieceVector } from './embedder.js';
import { FairInputs, type Item, type Whose } from './openai-inputs.js';
import type { ApiResponse } from './openai-response.js';
import { passageTokens } from './units.js';

const INPUTS_PER_CALL = 64;
const CALLS_AT_ONCE = 4;
const PASSAGE_CALLS_AT_ONCE = 3; // one slot stays free for a query that somebody waits for
/** One key leaves a slot free for the others: its next inputs wait until one of its calls has returned. */
const LEFT_TO_OTHERS = 1;

/** Batches the inputs of concurrent callers into few calls, with keys taking turns. Queries and passages do not share a call. */
export class Batches {
  readonly #call: (input: readonly string[]) => Promise<ApiResponse>;
  readonly #lines = { query: new FairInputs(), passage: new FairInputs() };
  readonly #callsOf = new Map<string, number>();
  #calls = 0;
  #inFlight = 0;
  #scheduled = false;
  #inputsPerCall = INPUTS_PER_CALL;

  constructor(call: (input: readonly string[]) => Promise<ApiResponse>) {
    this.#call = call;
  }

  get pending(): number {
    return this.#lines.query.length + this.#lines.passage.length + this.#inFlight;
  }

  waitingOf(key: string): number {
    return this.#lines.query.waitingOf(key) + this.#lines.passage.waitingOf(key);
  }

  add(text: string, whose: Whose): Promise<PieceVector> {
    return new Promise((resolve, reject) => {
      this.#lines[whose.purpose].add({ ...whose, text, span: currentSpan(), resolve, reject });
      if (this.#scheduled) return;
      this.#scheduled = true;
      setImmediate(() => this.#pump()); // callers in the same tick share a call
    });
  }

  close(): void {
    const closed = new EmbeddingUnavailable('The embedder is closed');
    for (const line of Object.values(this.#lines)) for (const item of line.clear()) item.reject(closed);
  }

  #pump(): void {
    this.#scheduled = false;
    for (const purpose of ['query', 'passage'] as const) {
      const limit = purpose === 'query' ? CALLS_AT_ONCE : PASSAGE_CALLS_AT_ONCE;
      const may = (key: string) => (this.#callsOf.get(key) ?? 0) < limit - LEFT_TO_OTHERS;
      while (this.#calls < limit) {
        const items = this.#lines[purpose].take(this.#inputsPerCall, may);
        if (items.length === 0) break;
        void this.#send(items);
      }
    }
  }

  async #send(items: Item[]): Promise<void> {
    const keys = new Set(items.map(({ key }) => key));
    this.#count(keys, 1);
    this.#inFlight += items.length;
    await this.#embed(items);
    this.#count(keys, -1);
    this.#inFlight -= items.length;
    this.#pump();
  }

  #count(keys: ReadonlySet<string>, more: 1 | -1): void {
    this.#calls += more;
    for (const key of keys) {
      const calls = (this.#callsOf.get(key) ?? 0) + more;
      if (calls > 0) this.#callsOf.set(key, calls);
      else this.#callsOf.delete(key);
    }
  }

  /** Returns true if all succeeded. A rejected call is halved, so that one bad text fails alone. */
  async #embed(items: Item[]): Promise<boolean> {
    try {
      // It can be part of one trace only: that of the first caller that has one.
      const span = items.find((item) => item.span && !item.span.isOver)?.span;
      const response = await inside(span, () => this.#call(items.map(({ text }) => text)));
      share(items, response);
      return true;
    } catch (error) {
      const refused = error instanceof EmbeddingUnavailable && error.textRefused;
      if (refused && items.length > 1) {
        const half = Math.ceil(items.length / 2);
        const first = await this.#embed(items.slice(0, half));
        const second = await this.#embed(items.slice(half));
        if (first && second) this.#inputsPerCall = Math.min(this.#inputsPerCall, half); // the server accepts fewer at once
        return first && second;
      }
      for (const item of items) item.reject(error);
      return false;
    }
  }
}

function share(items: readonly Item[], { vectors, tokens }: ApiResponse): void {
  const estimates = items.map(({ text }) => Math.max(1, passageTokens(text)));
  const sum = estimates.reduce((total, one) => total + one, 0);
  items.forEach((item, index) => {
    const estimate = estimates[index] as number;
    const own = tokens === null ? estimate : Math.max(1, Math.round((tokens * estimate) / sum));
    item.resolve({ vector: vectors[index] as Float32Array, tokens: own });
  });
}

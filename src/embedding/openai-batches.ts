import { EmbeddingUnavailable, type EmbedPurpose } from './embedder.js';
import type { ApiAnswer } from './openai-answer.js';
import { estimateTokens } from './units.js';

export interface RemoteVector {
  vector: Float32Array;
  tokens: number;
}

interface Item {
  text: string;
  /** Undefined once nobody waits. */
  signal?: AbortSignal;
  resolve(result: RemoteVector): void;
  reject(error: unknown): void;
}

const INPUTS_PER_CALL = 64;
const CALLS_AT_ONCE = 4;
const PASSAGE_CALLS_AT_ONCE = 3; // one line stays free for the query somebody waits for

/** Gathers the inputs of concurrent callers into few calls. Queries and passages do not share a call. */
export class Batches {
  readonly #call: (input: readonly string[]) => Promise<ApiAnswer>;
  readonly #lines: Record<EmbedPurpose, Item[]> = { query: [], passage: [] };
  #calls = 0;
  #inWork = 0;
  #scheduled = false;
  #inputsPerCall = INPUTS_PER_CALL;

  constructor(call: (input: readonly string[]) => Promise<ApiAnswer>) {
    this.#call = call;
  }

  get pending(): number {
    return this.#lines.query.length + this.#lines.passage.length + this.#inWork;
  }

  add(text: string, purpose: EmbedPurpose, signal?: AbortSignal): Promise<RemoteVector> {
    return new Promise((resolve, reject) => {
      this.#lines[purpose].push({ text, resolve, reject, ...(signal ? { signal } : {}) });
      if (this.#scheduled) return;
      this.#scheduled = true;
      setImmediate(() => this.#pump()); // callers of the same moment share a call
    });
  }

  close(): void {
    const closed = new EmbeddingUnavailable('The embedder is closed');
    for (const line of Object.values(this.#lines)) for (const item of line.splice(0)) item.reject(closed);
  }

  #pump(): void {
    this.#scheduled = false;
    for (const purpose of ['query', 'passage'] as const) {
      const limit = purpose === 'query' ? CALLS_AT_ONCE : PASSAGE_CALLS_AT_ONCE;
      while (this.#calls < limit && this.#lines[purpose].length > 0) {
        const items = this.#lines[purpose].splice(0, this.#inputsPerCall).filter((item) => !item.signal?.aborted);
        if (items.length > 0) void this.#send(items);
      }
    }
  }

  async #send(items: Item[]): Promise<void> {
    this.#calls++;
    this.#inWork += items.length;
    await this.#answer(items);
    this.#calls--;
    this.#inWork -= items.length;
    this.#pump();
  }

  /** True when all were answered. A refused call is halved, so that one bad text fails alone. */
  async #answer(items: Item[]): Promise<boolean> {
    try {
      const answer = await this.#call(items.map(({ text }) => text));
      share(items, answer);
      return true;
    } catch (error) {
      const refused = error instanceof EmbeddingUnavailable && error.textRefused;
      if (refused && items.length > 1) {
        const half = Math.ceil(items.length / 2);
        const first = await this.#answer(items.slice(0, half));
        const second = await this.#answer(items.slice(half));
        if (first && second) this.#inputsPerCall = Math.min(this.#inputsPerCall, half); // the server takes fewer at once
        return first && second;
      }
      for (const item of items) item.reject(error);
      return false;
    }
  }
}

function share(items: readonly Item[], { vectors, tokens }: ApiAnswer): void {
  const estimates = items.map(({ text }) => Math.max(1, estimateTokens(text)));
  const sum = estimates.reduce((total, one) => total + one, 0);
  items.forEach((item, index) => {
    const estimate = estimates[index] as number;
    const own = tokens === null ? estimate : Math.max(1, Math.round((tokens * estimate) / sum));
    item.resolve({ vector: vectors[index] as Float32Array, tokens: own });
  });
}

/** Options of one call besides its input. */
export interface CallOptions {
  signal?: AbortSignal;
  /** Milliseconds per attempt; the client's setting unless given. */
  timeoutMs?: number;
  /** How often a failed attempt is repeated; the client's setting unless given. */
  retries?: number;
  /** Makes a POST safe to repeat. Generated per call unless given. */
  idempotencyKey?: string;
}

export type Call<Input, Output> = (input: Input, options?: CallOptions) => Promise<Output>;

/** A call whose response is one page of many. */
export interface PagedCall<Input, Output, Item> extends Call<Input, Output> {
  /** Every page from here on: `for await (const page of client.memory.list.pages({…}))`. */
  pages(input: Input, options?: CallOptions): AsyncIterableIterator<Output>;
  /** Every item of every page. */
  items(input: Input, options?: CallOptions): AsyncIterableIterator<Item>;
}

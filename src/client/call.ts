/** What one call may ask for besides its input. */
export interface CallOptions {
  signal?: AbortSignal;
  /** Milliseconds for one try; the client's own unless given. */
  timeoutMs?: number;
  /** How often a failed try is repeated; the client's own unless given. */
  retries?: number;
  /** Makes a POST safe to repeat. One is made for each call unless given. */
  idempotencyKey?: string;
}

export type Call<Input, Answer> = (input: Input, options?: CallOptions) => Promise<Answer>;

/** A call whose answer is one page of many. */
export interface PagedCall<Input, Answer, Item> extends Call<Input, Answer> {
  /** Every page from here on: `for await (const page of client.memory.list.pages({…}))`. */
  pages(input: Input, options?: CallOptions): AsyncIterableIterator<Answer>;
  /** Every item of every page. */
  items(input: Input, options?: CallOptions): AsyncIterableIterator<Item>;
}

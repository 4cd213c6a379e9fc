/** Identifies the model of a vector: two texts can be compared only if both were embedded by the same model. */
export interface EmbeddingModel {
  /** Stored with every vector, e.g. `bge-small-en-v1.5` or `openai:text-embedding-3-small`. */
  readonly id: string;
  /** Null until a remote model has responded once. */
  readonly dimensions: number | null;
}

/** `query` goes before `passage` in the queue: somebody is waiting for the result. */
export type EmbedPurpose = 'query' | 'passage';

export interface EmbeddedText {
  /** One unit-length vector per passage of the text; a query is always one. */
  vectors: Float32Array[];
  /** Tokens the model read. */
  tokens: number;
}

/** The vector of one passage. */
export interface PieceVector {
  vector: Float32Array;
  tokens: number;
}

export interface EmbedderState {
  /** A report, not a gate: while `down`, `embed` fails fast, and only a call can find out that the model has recovered. */
  status: 'ready' | 'starting' | 'down' | 'off';
  model: string;
  /** Of its latest vectors; a remote model may begin to return others than those of `model`. */
  dimensions: number | null;
  /** Texts waiting or in flight. */
  pending: number;
  detail?: string;
}

/** The port. Rejects with `EmbeddingUnavailable` if no vector is available now; every other error is a bug. */
export interface Embedder {
  readonly model: EmbeddingModel;
  /**
   * Returns vectors in the order of `texts`. Aborting `signal` stops waiting; work that has not begun is dropped. `key` is the key the work is for:
   * keys take turns. The service's own work has none.
   */
  embed(texts: readonly string[], purpose: EmbedPurpose, signal?: AbortSignal, key?: string): Promise<EmbeddedText[]>;
  state(): EmbedderState;
  close(): Promise<void>;
  /** Present if the model may change: returns the current embedder. */
  current?(): Embedder;
}

/** An embedder that may take a while to start. */
export interface ManagedEmbedder extends Embedder {
  /** Resolves, never rejects, once the first start has succeeded or failed: `state()` reports which. */
  ready(): Promise<void>;
}

/** For work whose vectors must all come from one model. */
export const currentOf = (embedder: Embedder): Embedder => embedder.current?.() ?? embedder;

export class EmbeddingUnavailable extends Error {
  override readonly name = 'EmbeddingUnavailable';
  /** The model is healthy but rejects this text: it would reject the same text again later. */
  readonly textRefused: boolean;
  /** The model is healthy but this key has reached its limit of waiting texts. */
  readonly tooMuchWaiting: boolean;
  /** An endpoint responded, and the form of the request may be why its response is an error or unusable. */
  readonly hasResponded: boolean;

  constructor(
    message: string,
    options: { cause?: unknown; textRefused?: boolean; tooMuchWaiting?: boolean; hasResponded?: boolean } = {},
  ) {
    super(message, { cause: options.cause });
    this.textRefused = options.textRefused ?? false;
    this.tooMuchWaiting = options.tooMuchWaiting ?? false;
    this.hasResponded = options.hasResponded ?? false;
  }
}

/** Whether an embedding failed for a reason that happens in normal operation. */
export const isExpected = (error: unknown) =>
  error instanceof EmbeddingUnavailable || (error instanceof Error && /^(Abort|Timeout)Error$/.test(error.name));

/** Pieces of text that one key may have waiting: some 20 s of work on two cores. The rest is left to the backlog. */
const MAX_WAITING_PER_KEY = 4_000;

/** A first text is accepted whatever its length: it would not be shorter later. */
export function checkWaiting(waiting: number, more: number): void {
  if (waiting === 0 || waiting + more <= MAX_WAITING_PER_KEY) return;
  throw new EmbeddingUnavailable('Too many texts are waiting for this key', { tooMuchWaiting: true });
}

export const waitAbortedError = (signal: AbortSignal) =>
  new EmbeddingUnavailable('The caller stopped waiting for the embedding', { cause: signal.reason });

/** The result of `work`, unless the caller stops waiting for it before. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(waitAbortedError(signal));
    const stop = () => signal.removeEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort);
    work.then(resolve, reject).finally(stop);
  });
}

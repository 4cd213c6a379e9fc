/** Which vectors these are: two texts can be compared only when both were embedded by the same model. */
export interface EmbeddingModel {
  /** Stored beside every vector, e.g. `bge-small-en-v1.5` or `openai:text-embedding-3-small`. */
  readonly id: string;
  /** Null until a remote model has answered once. */
  readonly dimensions: number | null;
}

/** `query` goes before `passage` in the queue: somebody is waiting to read. */
export type EmbedPurpose = 'query' | 'passage';

export interface EmbeddedText {
  /** One unit-length vector per passage of the text; a query is always one. */
  vectors: Float32Array[];
  /** Tokens the model read. */
  tokens: number;
}

export interface EmbedderState {
  /** A report, not a gate: while `down`, `embed` fails fast, and only calling it finds out that the trouble is over. */
  status: 'ready' | 'starting' | 'down' | 'off';
  model: string;
  dimensions: number | null;
  /** Texts waiting or in work. */
  pending: number;
  detail?: string;
}

/** The port. Rejects with `EmbeddingUnavailable` when no vector can be had now; every other error is a bug. */
export interface Embedder {
  readonly model: EmbeddingModel;
  /**
   * Returns vectors in the order of `texts`. `signal` gives up waiting; work not yet begun is dropped. `key` is whose work it is: keys take
   * turns. The service's own work has none.
   */
  embed(texts: readonly string[], purpose: EmbedPurpose, signal?: AbortSignal, key?: string): Promise<EmbeddedText[]>;
  state(): EmbedderState;
  close(): Promise<void>;
  /** There when the model may change: the embedder of this moment. */
  current?(): Embedder;
}

/** An embedder that may take a while to start. */
export interface ManagedEmbedder extends Embedder {
  /** Resolves, never rejects, once the first start has succeeded or failed: `state()` says which. */
  ready(): Promise<void>;
}

/** For work whose vectors must all be of one model. */
export const currentOf = (embedder: Embedder): Embedder => embedder.current?.() ?? embedder;

export class EmbeddingUnavailable extends Error {
  override readonly name = 'EmbeddingUnavailable';
  /** The model is well but will not take this text: the same text is refused again later. */
  readonly textRefused: boolean;
  /** The model is well but this key has as much waiting as it may. */
  readonly tooMuchWaiting: boolean;

  constructor(message: string, options: { cause?: unknown; textRefused?: boolean; tooMuchWaiting?: boolean } = {}) {
    super(message, { cause: options.cause });
    this.textRefused = options.textRefused ?? false;
    this.tooMuchWaiting = options.tooMuchWaiting ?? false;
  }
}

/** Pieces of text that one key may have waiting: some 20 s of work on two cores. More is left to the backlog. */
const MAX_WAITING_PER_KEY = 4_000;

/** A first text is taken whatever its length: it would not be shorter later. */
export function checkWaiting(waiting: number, more: number): void {
  if (waiting === 0 || waiting + more <= MAX_WAITING_PER_KEY) return;
  throw new EmbeddingUnavailable('Too many texts of this key are waiting', { tooMuchWaiting: true });
}

export const gaveUpWaiting = (signal: AbortSignal) =>
  new EmbeddingUnavailable('Waiting for the embedding was given up', { cause: signal.reason });

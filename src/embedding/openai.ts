import { type Endpoint, EndpointFailure, postTo } from '../kernel/endpoint.js';
import type { EmbedderState, EmbeddingModel, EmbedPurpose, ManagedEmbedder } from './embedder.js';
import { checkWaiting, EmbeddingUnavailable, unlessAborted, waitAbortedError } from './embedder.js';
import { Batches } from './openai-batches.js';
import { type ApiResponse, readResponse, unusable } from './openai-response.js';
import { splitPassages } from './passages.js';

interface EmbeddingEndpoint extends Endpoint {
  apiModel: string;
}

export interface EndpointModel {
  /** The id of its vectors, if it is not only the name. */
  id?: string;
  /** Of the vectors that are already stored: others are refused. */
  dimensions?: number;
}

export interface OpenAiOptions extends Omit<EmbeddingEndpoint, 'timeout' | 'name' | 'maxResponseBytes'>, EndpointModel {
  /** Milliseconds per call; default 10,000. */
  timeout?: number;
}

const CALL_TIMEOUT = 10_000;
// Bytes: 64 vectors of 4,096 dimensions, each number in up to 24 characters, several times over.
const MAX_RESPONSE_BYTES = 32 * 1024 * 1024;
// A query with more estimated tokens is cut: the smallest models in use read 512.
const QUERY_UNITS = 480;

/** Any endpoint that speaks OpenAI's `POST /embeddings`: OpenAI, Ollama, TEI, vLLM and others. */
export class OpenAiEmbedder implements ManagedEmbedder {
  readonly #id: string;
  readonly #endpoint: EmbeddingEndpoint;
  readonly #batches: Batches;
  #dimensions: number | null;
  /** Of the latest response. */
  #returned: number | null = null;
  /**
   * Vectors as base64 take a quarter of the bytes, and far less time to read. A server may ignore the field, refuse it, or return something
   * unusable. Null until a call has shown which.
   */
  #takesBase64: boolean | null = null;
  #closed = false;

  constructor(options: OpenAiOptions) {
    this.#id = options.id ?? `openai:${options.apiModel}`;
    this.#dimensions = options.dimensions ?? null;
    const timeout = options.timeout ?? CALL_TIMEOUT;
    this.#endpoint = { ...options, timeout, name: 'embedding endpoint', maxResponseBytes: MAX_RESPONSE_BYTES };
    this.#batches = new Batches((input) => this.#call(input));
  }

  get model(): EmbeddingModel {
    return { id: this.#id, dimensions: this.#dimensions };
  }

  async embed(texts: readonly string[], purpose: EmbedPurpose, signal?: AbortSignal, key = '') {
    if (this.#closed) throw new EmbeddingUnavailable('The embedder is closed');
    if (signal?.aborted) throw waitAbortedError(signal);
    const cut = texts.map((text) => (purpose === 'query' ? [firstPiece(text)] : splitPassages(text)));
    checkWaiting(this.#batches.waitingOf(key), cut.flat().length);
    let isWanted = true;
    const whose = { key, purpose, isWanted: () => isWanted };
    const work = Promise.all(
      cut.map(async (pieces) => {
        const results = await Promise.all(pieces.map((piece) => this.#batches.add(piece, whose)));
        return {
          vectors: results.map(({ vector }) => vector),
          tokens: results.reduce((sum, { tokens }) => sum + tokens, 0),
        };
      }),
    );
    try {
      return await unlessAborted(work, signal);
    } finally {
      isWanted = false; // also if one piece fails: the others of this call are then useless
    }
  }

  state(): EmbedderState {
    const dimensions = this.#returned ?? this.#dimensions;
    return { status: 'ready', model: this.#id, dimensions, pending: this.#batches.pending };
  }

  async ready(): Promise<void> {}

  async close(): Promise<void> {
    this.#closed = true;
    this.#batches.close();
  }

  /** A call that fails with the field and succeeds without it is the last to carry it. */
  async #call(input: readonly string[]): Promise<ApiResponse> {
    if (this.#takesBase64 === false) return this.#ask({ input });
    try {
      const response = await this.#ask({ input, encoding_format: 'base64' });
      this.#takesBase64 = true;
      return response;
    } catch (error) {
      if (!(error instanceof EmbeddingUnavailable)) throw error;
      if (this.#takesBase64 ? !error.textRefused : !error.hasResponded) throw error;
      const response = await this.#ask({ input });
      this.#takesBase64 = false;
      return response;
    }
  }

  async #ask(inputs: Inputs): Promise<ApiResponse> {
    const response = await callEndpoint(this.#endpoint, inputs);
    const found = response.vectors[0]?.length ?? 0;
    this.#returned = found;
    this.#dimensions ??= found;
    if (found === this.#dimensions) return response;
    throw unusable(`${found} dimensions instead of ${this.#dimensions}`);
  }
}

interface Inputs {
  input: readonly string[];
  encoding_format?: 'base64';
}

const firstPiece = (text: string) =>
  splitPassages(text, { aimUnits: QUERY_UNITS, maxUnits: QUERY_UNITS, overlapUnits: 0 })[0] as string;

/** One call with one retry, both within the timeout. */
async function callEndpoint(endpoint: EmbeddingEndpoint, inputs: Inputs): Promise<ApiResponse> {
  let body: unknown;
  try {
    body = await postTo(endpoint, '/embeddings', { model: endpoint.apiModel, ...inputs });
  } catch (error) {
    if (!(error instanceof EndpointFailure)) throw error;
    const { cause, refused: textRefused, hasResponded } = error;
    throw new EmbeddingUnavailable(error.message, { cause, textRefused, hasResponded });
  }
  return readResponse(body, inputs.input.length);
}

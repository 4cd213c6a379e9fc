import { defaultThreads } from '../embedding/local/embedder.js';
import { type PoolOptions, WorkerPool } from '../embedding/local/pool.js';
import { BUNDLED_FOLDER } from '../embedding/models/bundled.js';
import { inModel } from '../embedding/traced.js';

/** How two statements relate; the first was said earlier. The probabilities add up to 1. */
export interface Relation {
  /** All of the first no longer holds. */
  conflict: number;
  /** Part of the first no longer holds. */
  partial: number;
  same: number;
  /** They look similar, and both hold. */
  compatible: number;
  /** About something else. */
  different: number;
}
export const RELATIONS = ['conflict', 'partial', 'same', 'compatible', 'different'] as const;

/** How a memory fits a question, as logits. */
export interface Fit {
  /** That the text answers the question. */
  relevance: number;
  /** That acting without knowing the text would go wrong. */
  needed: number;
}

export interface ReadOptions {
  /** A `search` takes precedence over everything; a `call` is longer work that a caller waits for; default `background`. */
  priority?: 'search' | 'call' | 'background';
  signal?: AbortSignal | undefined;
  /** The key that the work is for: keys take turns. */
  key?: string;
}

/** Reads two texts together. Rejects with `EmbeddingUnavailable` when it is unavailable. */
export interface Reader {
  relations(pairs: readonly (readonly [earlier: string, later: string])[], options?: ReadOptions): Promise<Relation[]>;
  /** How each text fits a question or a task. */
  fit(question: string, texts: readonly string[], options?: ReadOptions): Promise<Fit[]>;
  /**
   * For each word of the earlier statements, words being what spaces separate: that the later one replaces it, as a logit. The last words of a long
   * statement get none.
   */
  gone(pairs: readonly (readonly [earlier: string, later: string])[], options?: ReadOptions): Promise<Float32Array[]>;
  /** Whether a summary needs a sentence, as a logit, given what was said next. */
  keep(sentences: readonly (readonly [sentence: string, next: string])[], options?: ReadOptions): Promise<number[]>;
  close(): Promise<void>;
}

const RELEVANCE = RELATIONS.length;
const KEEP = RELEVANCE + 1;
const NEEDED = KEEP + 1;

export interface LocalReaderOptions {
  folder?: string;
  threads?: number;
  workerUrl?: URL;
  onTrouble?: (reason: string) => void;
}

/** The bundled reader, in worker threads that start when it is first needed. */
export class LocalReader implements Reader {
  readonly #options: PoolOptions;
  #pool: WorkerPool | undefined;
  #closed = false;

  constructor({ folder = BUNDLED_FOLDER, threads = defaultThreads(), ...rest }: LocalReaderOptions = {}) {
    this.#options = { workers: threads, setup: { folder, model: null }, ...rest };
  }

  async relations(pairs: readonly (readonly [string, string])[], options: ReadOptions = {}): Promise<Relation[]> {
    return (await this.#read(pairs, options)).map((logits) => {
      const shares = softmax(logits.subarray(0, RELATIONS.length));
      return Object.fromEntries(RELATIONS.map((name, i) => [name, shares[i]])) as unknown as Relation;
    });
  }

  async fit(question: string, texts: readonly string[], options: ReadOptions = {}): Promise<Fit[]> {
    const pairs = texts.map((text) => [question, text] as const);
    return (await this.#read(pairs, options)).map((logits) => ({
      relevance: logits[RELEVANCE] as number,
      needed: logits[NEEDED] as number,
    }));
  }

  async gone(pairs: readonly (readonly [string, string])[], options: ReadOptions = {}): Promise<Float32Array[]> {
    return this.#read(
      pairs.map(([earlier, later]) => [earlier, later, 'gone'] as const),
      options,
    );
  }

  async keep(sentences: readonly (readonly [string, string])[], options: ReadOptions = {}): Promise<number[]> {
    return (await this.#read(sentences, options)).map((logits) => logits[KEEP] as number);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#pool?.close();
  }

  async #read(pairs: readonly (readonly string[])[], { priority = 'background', signal, key }: ReadOptions) {
    if (pairs.length === 0) return [];
    if (!this.#pool && !this.#closed) this.#pool = new WorkerPool(this.#options);
    if (!this.#pool) throw new Error('the reader is closed');
    await this.#pool.started();
    const purpose = priority === 'search' ? 'query' : 'passage';
    const read = await this.#pool.run(pairs, purpose, signal, key, priority !== 'background');
    return read.map(({ vector }) => vector);
  }
}

function softmax(logits: Float32Array): number[] {
  const highest = Math.max(...logits);
  const powers = Array.from(logits, (logit) => Math.exp(logit - highest));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

/** Wraps a reader so that every call that is part of a trace gets a span. */
export const traceReader = (reader: Reader): Reader => ({
  relations: (pairs, options) => inModel('read relations', pairs.length, '', () => reader.relations(pairs, options)),
  fit: (question, texts, options) => inModel('read fit', texts.length, '', () => reader.fit(question, texts, options)),
  gone: (pairs, options) => inModel('read gone', pairs.length, '', () => reader.gone(pairs, options)),
  keep: (sentences, options) => inModel('read keep', sentences.length, '', () => reader.keep(sentences, options)),
  close: () => reader.close(),
});

import { hash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { messageOf } from '../../kernel/errors.js';
import { FIRST_PAUSE, type Later, later, nextPause } from '../../kernel/timer.js';
import { BulkTurns } from '../../kernel/turns/bulk-turns.js';
import type { EmbedderState, EmbeddingModel, EmbedPurpose, ManagedEmbedder, PieceVector } from '../embedder.js';
import { EmbeddingUnavailable, unlessAborted } from '../embedder.js';
import type { LocalModel } from '../models/manifest.js';
import { splitPassages } from '../passages.js';
import { type PoolOptions, WorkerPool } from './pool.js';

// Each worker holds the model in memory, so a large machine does not pay for all of its cores.
const MAX_WORKERS = 4;
// Texts with more characters are split in turns: 100,000 take 10 ms, and a batch has a hundred of them.
const LONG = 8_000;
// Characters of a query that are read; 512 tokens of ordinary text are some 2,500.
const QUERY_CHARACTERS = 8_192;

// Passages of abandoned calls that are kept for the next attempt; 6 MB.
const MAX_KEPT = 4_000;

export const defaultThreads = () => Math.max(1, Math.min(availableParallelism(), MAX_WORKERS));

interface LocalOptions {
  model: LocalModel;
  /** Finds or downloads the model's files. `onDownload` is called once a download has begun. */
  install: (signal: AbortSignal, onDownload: () => void) => Promise<string>;
  /** Worker threads, one core each. */
  threads?: number;
  workerUrl?: URL;
  later?: Later;
  onTrouble?: (reason: string) => void;
}

/** Embeds in this process. Starts by itself; if that fails it reports so in `state()` and retries. */
export class LocalEmbedder implements ManagedEmbedder {
  readonly model: EmbeddingModel;
  readonly #options: LocalOptions;
  readonly #closing = new AbortController();
  readonly #turns = new BulkTurns();
  /** What abandoned calls had finished: a long text on a busy machine is completed over several attempts. */
  readonly #kept = new Map<string, PieceVector>();
  #pool: WorkerPool | undefined;
  #starting: Promise<void>;
  #downloading = false;
  #trouble: string | undefined;
  #pause = FIRST_PAUSE;
  #cancelRetry = () => {};

  constructor(options: LocalOptions) {
    this.#options = options;
    this.model = { id: options.model.name, dimensions: options.model.dimensions };
    this.#starting = this.#start();
  }

  ready(): Promise<void> {
    return this.#starting;
  }

  async embed(texts: readonly string[], purpose: EmbedPurpose, signal?: AbortSignal, key = '') {
    const pool = await this.#poolFor(signal);
    const pieces: string[][] = [];
    for (const text of texts) {
      if (purpose === 'query') pieces.push([text.slice(0, QUERY_CHARACTERS)]);
      else if (text.length < LONG) pieces.push(splitPassages(text));
      else pieces.push(await this.#turns.run(key, () => splitPassages(text)));
    }
    const results = (await this.#run(pool, pieces.flat(), purpose, signal, key)).values();
    return pieces.map((own) => {
      const mine = own.map(() => results.next().value as PieceVector);
      return { vectors: mine.map(({ vector }) => vector), tokens: mine.reduce((sum, { tokens }) => sum + tokens, 0) };
    });
  }

  async #run(pool: WorkerPool, pieces: string[], purpose: EmbedPurpose, signal: AbortSignal | undefined, key: string) {
    if (purpose === 'query' || pieces.length === 1) return pool.run(pieces, purpose, signal, key);
    const names = this.#kept.size === 0 ? [] : pieces.map((piece) => nameOf(key, piece));
    const results = names.map((name) => this.#kept.get(name));
    try {
      const whole = await pool.run(pieces, purpose, signal, key, true, results);
      for (const name of names) this.#kept.delete(name);
      return whole;
    } catch (error) {
      for (const [at, result] of results.entries())
        if (result) this.#kept.set(names[at] ?? nameOf(key, pieces[at] as string), result);
      const surplus = this.#kept.size - MAX_KEPT;
      for (const [at, name] of [...this.#kept.keys()].entries()) if (at < surplus) this.#kept.delete(name);
      throw error;
    }
  }

  state(): EmbedderState {
    const { id, dimensions } = this.model;
    const pending = this.#pool?.pending ?? 0;
    const status = this.#pool?.status ?? (this.#trouble ? 'down' : 'starting');
    const detail =
      this.#pool?.trouble ?? this.#trouble ?? (this.#downloading ? 'The model is being downloaded' : undefined);
    return { status, model: id, dimensions, pending, ...(detail === undefined ? {} : { detail }) };
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('the embedder is closed'));
    this.#cancelRetry();
    await this.#starting;
    await this.#pool?.close();
  }

  /** Loading takes less than a second, so calls wait for it; they do not wait for a download. */
  async #poolFor(signal?: AbortSignal): Promise<WorkerPool> {
    if (this.#closing.signal.aborted) throw new EmbeddingUnavailable('The embedder is closed');
    if (!this.#pool && !this.#trouble && !this.#downloading) await unlessAborted(this.#starting, signal);
    if (this.#pool) return this.#pool;
    throw new EmbeddingUnavailable(this.#trouble ?? 'The embedding model is being downloaded');
  }

  async #start(): Promise<void> {
    const { model, install, threads = defaultThreads(), ...rest } = this.#options;
    try {
      const folder = await install(this.#closing.signal, () => {
        this.#downloading = true;
      });
      if (this.#closing.signal.aborted) return;
      const options: PoolOptions = { workers: Math.max(1, threads), setup: { folder, model }, ...rest };
      this.#pool = new WorkerPool(options);
      this.#trouble = undefined;
      await this.#pool.started();
    } catch (error) {
      if (this.#closing.signal.aborted) return;
      this.#trouble = messageOf(error);
      this.#options.onTrouble?.(this.#trouble);
      this.#cancelRetry = (this.#options.later ?? later)(this.#pause, () => {
        this.#starting = this.#start();
      });
      this.#pause = nextPause(this.#pause);
    } finally {
      this.#downloading = false;
    }
  }
}

const nameOf = (key: string, piece: string) => hash('sha256', `${key}\n${piece}`, 'base64');

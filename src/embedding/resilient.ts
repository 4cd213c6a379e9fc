import { hash } from 'node:crypto';
import { CircuitBreaker } from '../kernel/breaker.js';
import { type Clock, systemClock } from '../kernel/clock.js';
import { type Later, later } from '../kernel/timer.js';
import { type CacheLimits, EmbeddingCache } from './cache.js';
import type {
  EmbeddedText,
  Embedder,
  EmbedderState,
  EmbeddingModel,
  EmbedPurpose,
  ManagedEmbedder,
} from './embedder.js';
import { EmbeddingUnavailable, waitAbortedError } from './embedder.js';
import { SharedCall } from './shared-call.js';

export interface ResilientOptions {
  clock?: Clock;
  cache?: CacheLimits;
  /** Milliseconds that a call may take. */
  deadline?: Record<EmbedPurpose, number>;
  later?: Later;
}

// Texts that are likely to recur are queries and one-line memories; long ones would only evict those. In characters.
const LONGEST_CACHED_TEXT = 2_000;
// Somebody waits for a query; a store may bring a long document, some five seconds of work on a small machine.
const DEADLINE: Record<EmbedPurpose, number> = { query: 5_000, passage: 30_000 };

const keyOf = (text: string, purpose: EmbedPurpose) => `${purpose}:${hash('sha256', text, 'base64')}`;

/** A caller may transfer or change the result, so vectors are never shared. */
const ownCopy = ({ vectors, tokens }: EmbeddedText) => ({ vectors: vectors.map((one) => one.slice()), tokens });

/** Any embedder, with a cache of its results, one call for concurrent identical requests, and a circuit breaker. */
export class ResilientEmbedder implements ManagedEmbedder {
  readonly #inner: Embedder | ManagedEmbedder;
  readonly #breaker: CircuitBreaker;
  readonly #cache: EmbeddingCache;
  readonly #deadline: Record<EmbedPurpose, number>;
  readonly #later: Later;
  /** Keyed by tenant too: nobody waits in another tenant's queue because both sent the same text. */
  readonly #underWay = new Map<string, { call: SharedCall; index: number }>();
  #succeeded = 0;

  constructor(inner: Embedder | ManagedEmbedder, options: ResilientOptions = {}) {
    this.#inner = inner;
    this.#breaker = new CircuitBreaker(options.clock ?? systemClock);
    this.#cache = new EmbeddingCache(options.cache);
    this.#deadline = options.deadline ?? DEADLINE;
    this.#later = options.later ?? later;
  }

  get model(): EmbeddingModel {
    return this.#inner.model;
  }

  async embed(
    texts: readonly string[],
    purpose: EmbedPurpose,
    signal?: AbortSignal,
    tenant = '',
  ): Promise<EmbeddedText[]> {
    if (signal?.aborted) throw waitAbortedError(signal);
    const keys = texts.map((text) => keyOf(text, purpose));
    const embedded = new Map<string, EmbeddedText>();
    const missing = new Map<string, string>();
    const joined = new Map<SharedCall, Map<string, number>>();
    keys.forEach((key, index) => {
      if (embedded.has(key)) return;
      const cached = this.#cache.get(key);
      const underWay = this.#underWay.get(tenant + key);
      if (cached) embedded.set(key, cached);
      else if (underWay && !underWay.call.over)
        joined.set(underWay.call, (joined.get(underWay.call) ?? new Map()).set(key, underWay.index));
      else missing.set(key, texts[index] as string);
    });
    if (missing.size > 0) {
      const call = this.#begin(missing, purpose, tenant);
      joined.set(call, new Map([...missing.keys()].map((key, index) => [key, index])));
    }
    const waits = [...joined].map(async ([call, wanted]) => {
      const results = await call.wait(signal);
      for (const [key, index] of wanted) embedded.set(key, results[index] as EmbeddedText);
    });
    await Promise.all(waits);
    return keys.map((key) => ownCopy(embedded.get(key) as EmbeddedText));
  }

  state(): EmbedderState {
    const state = this.#inner.state();
    const reason = this.#breaker.open;
    return reason === undefined || state.status === 'off' ? state : { ...state, status: 'down', detail: reason };
  }

  async ready(): Promise<void> {
    if ('ready' in this.#inner) await this.#inner.ready();
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  #begin(missing: Map<string, string>, purpose: EmbedPurpose, tenant: string): SharedCall {
    if (!this.#breaker.enter()) throw new EmbeddingUnavailable(`Embedding is unavailable: ${this.#breaker.open}`);
    const texts = [...missing.values()];
    const deadline = { ms: this.#deadline[purpose], later: this.#later };
    const succeededBefore = this.#succeeded;
    const call = new SharedCall((signal) => this.#inner.embed(texts, purpose, signal, tenant), deadline);
    const places = [...missing.keys()].map((key) => tenant + key);
    places.forEach((place, index) => {
      this.#underWay.set(place, { call, index });
    });
    call.done
      .then(
        (results) => this.#remember(missing, results),
        (error) => this.#recordFailure(error, call, this.#succeeded > succeededBefore),
      )
      .finally(() => {
        for (const place of places) if (this.#underWay.get(place)?.call === call) this.#underWay.delete(place);
      });
    return call;
  }

  #remember(missing: Map<string, string>, results: EmbeddedText[]): void {
    this.#breaker.succeeded();
    this.#succeeded++;
    [...missing].forEach(([key, text], index) => {
      if (text.length <= LONGEST_CACHED_TEXT) this.#cache.set(key, results[index] as EmbeddedText);
    });
  }

  /**
   * A rejected text, a key that sent too much, callers that left and a model that is still loading say nothing about the model's health. Neither does
   * a call that ran out of time while others succeeded: the model is busy, and queries, which go first, must not be rejected for that.
   */
  #recordFailure(error: unknown, call: SharedCall, othersSucceeded: boolean): void {
    const unavailable = error instanceof EmbeddingUnavailable;
    const starting = this.#inner.state().status === 'starting';
    const busy = call.outOfTime && othersSucceeded;
    const ofCaller = unavailable && (error.textRefused || error.tooMuchWaiting);
    if (!unavailable || ofCaller || call.abandoned || starting || busy) this.#breaker.ended();
    else this.#breaker.failed(error.message);
  }
}

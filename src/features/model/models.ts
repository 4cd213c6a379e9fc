import {
  type Embedder,
  type EmbedderState,
  type EmbeddingModel,
  EmbeddingUnavailable,
  type EmbedPurpose,
  type ManagedEmbedder,
} from '../../embedding/embedder.js';
import { noEmbedder } from '../../embedding/none.js';
import { MINUTE } from '../../kernel/clock.js';
import { conflict } from '../../kernel/errors.js';
import { EmbeddersByModel, type EmbeddersParts } from './embedders-by-model.js';
import { idOf, type ModelSource } from './source.js';
import { modelState, recordDimensions, switchModel, wantModel } from './sql/state.js';
import type { ModelState } from './state.js';

/** What the settings request. */
export interface ConfiguredModel {
  /** Null: search by meaning is switched off. */
  source: ModelSource | null;
  /** The setting that names the model; null if it was left open and `recollect model use` decides. */
  fixedBy: string | null;
}

interface ModelChange {
  from: string;
  to: string;
  done: number;
  total: number;
  /** Why it is not progressing. */
  detail?: string;
}

/** Milliseconds between two checks of what the other nodes have decided. */
const REFRESH_MS = 1_000;
/** Vectors of other dimensions for this long are another model; for a shorter time, something stood in for the endpoint. */
const STEADY_MS = 5 * MINUTE;
const RESIZED =
  'the embedding endpoint returns vectors of other dimensions than those stored: if this lasts five minutes, all memories are embedded again';

/** The embedder of the model in force, whichever that is, and the one being prepared. All nodes follow the store. */
export class EmbeddingModels implements ManagedEmbedder {
  readonly #parts: EmbeddersParts;
  readonly #configured: ConfiguredModel;
  readonly #held: EmbeddersByModel;
  #active = noEmbedder();
  #state: ModelState | null = null;
  #refreshing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  /** The endpoint returns vectors of other dimensions than those stored, since this time. */
  #resized: { id: string; dimensions: number; since: number } | null = null;

  constructor(parts: EmbeddersParts, configured: ConfiguredModel) {
    this.#parts = parts;
    this.#configured = configured;
    this.#held = new EmbeddersByModel(parts);
  }

  /** One model for a piece of work: between two calls on `this` the model may change. */
  current(): Embedder {
    return this.#active;
  }

  get model(): EmbeddingModel {
    return this.#active.model;
  }

  embed(texts: readonly string[], purpose: EmbedPurpose, signal?: AbortSignal, key?: string) {
    return this.#active.embed(texts, purpose, signal, key);
  }

  state(): EmbedderState {
    return this.#active.state();
  }

  ready(): Promise<void> {
    return this.#active.ready();
  }

  /** Records in the store which model is wanted, and reads which one is in force. */
  async start(): Promise<void> {
    const { source, fixedBy } = this.#configured;
    if (!source) return;
    const { database, clock, log } = this.#parts;
    const { choice } = await database.system(modelState, null);
    const chosen: ModelSource = choice !== null && fixedBy === null ? { kind: 'local', model: choice } : source;
    await this.#apply(await database.system(wantModel, { source: chosen, now: clock.now() }));
    const { active, wanted } = this.#state ?? {};
    if (active && wanted) {
      const names = { from: idOf(active), to: idOf(wanted) };
      log.warn(
        names,
        'the embedding model is changing: memories are being embedded again, and the old vectors are used until then',
      );
      if (this.#held.failedToLoad(active)) await this.leave(active, 'it can no longer be loaded');
    }
    const refresh = () => void this.refresh().catch((err) => log.debug({ err }, 'the active model is unknown'));
    this.#timer = setInterval(refresh, REFRESH_MS).unref();
  }

  /** Applies what was decided elsewhere: by another node, or by this node's job. */
  refresh(): Promise<void> {
    const refreshed = this.#refreshing.then(async () => {
      if (!this.#state) return;
      await this.#recordDimensions(this.#state);
      await this.#apply(await this.#parts.database.system(modelState, null));
    });
    this.#refreshing = refreshed.catch(() => {});
    return refreshed;
  }

  async #recordDimensions({ active, wanted }: ModelState): Promise<void> {
    const source = wanted ?? active;
    if (source?.kind !== 'openai') return;
    const { database, clock, log } = this.#parts;
    const embedder = await this.#held.get(source);
    const { dimensions } = embedder.state();
    if (dimensions === null || dimensions === source.dimensions) {
      this.#resized = null;
      return;
    }
    const [now, id] = [clock.now(), idOf(source)];
    if (source.dimensions !== undefined) {
      if (this.#resized?.id !== id || this.#resized.dimensions !== dimensions) {
        this.#resized = { id, dimensions, since: now };
        log.warn({ model: id, before: source.dimensions, now: dimensions }, RESIZED);
      }
      if (now - this.#resized.since < STEADY_MS) return;
      // Its latest vector may be from that time.
      const hasResponded = await embedder.embed([`How many dimensions at ${now}?`], 'query').then(
        () => true,
        (error: unknown) => error instanceof EmbeddingUnavailable && error.hasResponded,
      );
      if (!hasResponded) return;
      if (embedder.state().dimensions !== dimensions) {
        this.#resized = null;
        return;
      }
    }
    await database.system(recordDimensions, { id, dimensions, now });
  }

  async #apply(state: ModelState): Promise<void> {
    const before = this.#state?.active;
    if (state.wanted) await this.#held.get(state.wanted);
    if (state.active) this.#active = await this.#held.get(state.active);
    this.#state = state;
    if (before && state.active && idOf(before) !== idOf(state.active))
      this.#parts.log.info({ before: idOf(before), now: idOf(state.active) }, 'the embedding model has changed');
    await this.#held.closeAllBut([state.active, state.wanted]);
  }

  /** Gives up the model in force: the wanted one takes over with the vectors it has so far. */
  async leave(active: ModelSource, reason: string): Promise<void> {
    const wanted = this.#state?.wanted;
    if (!wanted) return;
    const { database, clock, log } = this.#parts;
    const names = { from: idOf(active), to: idOf(wanted) };
    log.warn(
      { ...names, reason },
      'the old embedding model is no longer used: memories that are not embedded again yet are found by words only',
    );
    await database.system(switchModel, { ...names, seq: null, refused: [], now: clock.now() });
    await this.refresh();
  }

  /** Makes a local model the wanted one, for this start and later ones. */
  async use(name: string): Promise<ModelState> {
    const { source, fixedBy } = this.#configured;
    if (!source) throw conflict('Search by meaning is switched off in the settings of the service.');
    if (fixedBy !== null)
      throw conflict(`The model is set by ${fixedBy}, which takes precedence: change it there and restart.`);
    const wanted = { source: { kind: 'local', model: name } as const, choice: name, now: this.#parts.clock.now() };
    const state = await this.#parts.database.system(wantModel, wanted);
    await this.refresh();
    return state;
  }

  get known(): ModelState | null {
    return this.#state;
  }

  /** The embedder of the wanted model, while a change is in progress. */
  async wanted(): Promise<ManagedEmbedder | null> {
    return this.#state?.wanted ? this.#held.get(this.#state.wanted) : null;
  }

  changing(): ModelChange | null {
    if (!this.#state?.active || !this.#state.wanted) return null;
    const { active, wanted, progress } = this.#state;
    const { done, total } = progress;
    const detail = this.#held.problemOf(wanted);
    return { from: idOf(active), to: idOf(wanted), done, total, ...(detail ? { detail } : {}) };
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#refreshing;
    await this.#held.closeAll();
  }
}

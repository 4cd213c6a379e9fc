import { EmbeddingUnavailable, type ManagedEmbedder } from '../../embedding/embedder.js';
import { type Clock, SECOND } from '../../kernel/clock.js';
import type { Log } from '../../kernel/log.js';
import type { Database } from '../../storage/database.js';
import { idOf, type ModelSource } from './source.js';

export interface EmbeddersParts {
  database: Database;
  clock: Clock;
  log: Log;
  /** Null: it cannot be made. */
  make(source: ModelSource): Promise<ManagedEmbedder | null>;
}

/** After this, an embedder that is no longer needed is closed: calls that began with it have ended by then. */
const RETIRE_MS = 30 * SECOND;

interface Entry {
  embedder: ManagedEmbedder;
  made: boolean;
  idleSince: number | null;
}

/** The embedders that this process has made, one per model. */
export class EmbeddersByModel {
  readonly #parts: EmbeddersParts;
  readonly #entries = new Map<string, Promise<Entry>>();
  readonly #made = new Map<string, Entry>();

  constructor(parts: EmbeddersParts) {
    this.#parts = parts;
  }

  async get(source: ModelSource): Promise<ManagedEmbedder> {
    const id = idOf(source);
    const making = this.#entries.get(id) ?? this.#make(source);
    this.#entries.set(id, making);
    return (await making).embedder;
  }

  async #make(source: ModelSource): Promise<Entry> {
    const id = idOf(source);
    let embedder: ManagedEmbedder | null = null;
    try {
      embedder = await this.#parts.make(source);
    } catch (error) {
      this.#parts.log.error({ err: error, model: id }, 'the embedder of a model could not be created');
    }
    const held = { embedder: embedder ?? missing(id), made: embedder !== null, idleSince: null };
    this.#made.set(id, held);
    return held;
  }

  failedToLoad(source: ModelSource): boolean {
    return this.#made.get(idOf(source))?.made === false;
  }

  problemOf(source: ModelSource): string | undefined {
    const state = this.#made.get(idOf(source))?.embedder.state();
    return state?.status === 'ready' ? undefined : state?.detail;
  }

  async closeAllBut(needed: (ModelSource | null)[]): Promise<void> {
    const ids = new Set(needed.map((source) => source && idOf(source)));
    const now = this.#parts.clock.now();
    for (const [id, held] of this.#made) {
      held.idleSince = ids.has(id) ? null : (held.idleSince ?? now);
      if (held.idleSince === null || now - held.idleSince < RETIRE_MS) continue;
      this.#forget(id);
      await held.embedder.close();
    }
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.#entries.values()].map(async (held) => (await held).embedder.close()));
  }

  #forget(id: string): void {
    this.#entries.delete(id);
    this.#made.delete(id);
  }
}

/** Placeholder for a model that this process cannot load. */
function missing(id: string): ManagedEmbedder {
  const detail = `This process cannot load the model ${id}`;
  return {
    model: { id, dimensions: null },
    embed: async () => {
      throw new EmbeddingUnavailable(detail);
    },
    state: () => ({ status: 'down', model: id, dimensions: null, pending: 0, detail }),
    ready: async () => {},
    close: async () => {},
  };
}

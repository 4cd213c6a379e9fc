import type { Embedder } from '../../../embedding/embedder.js';
import type { Log } from '../../../kernel/log.js';
import type { Database } from '../../../storage/database.js';
import { lastRetrievedFor, loadScope } from '../sql/warm.js';

/** Scopes that are loaded at most. */
const MAX_SCOPES = 100;
/** Of the memory for vectors and words; the rest is left to other scopes. */
const SHARE = 0.5;

interface Parts {
  database: Database;
  embedder: Pick<Embedder, 'model'>;
  log: Log;
}

/** After a start, loads the memories of the users who were searched last, so that their first search does not have to. */
export class WarmUp {
  readonly #parts: Parts;
  readonly #stopped = new AbortController();
  #work = Promise.resolve();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  start(): void {
    this.#work = this.#run().catch((err) => {
      if (!this.#stopped.signal.aborted) this.#parts.log.warn({ err }, 'memories could not be loaded in advance');
    });
  }

  /** Resolves when it has loaded what it will. */
  done(): Promise<void> {
    return this.#work;
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#work;
  }

  async #run(): Promise<void> {
    const { database, embedder } = this.#parts;
    const { signal } = this.#stopped;
    if ((await database.figures()).vectorCache === null) return;
    for (const { keyId, userId } of await database.system(lastRetrievedFor, { limit: MAX_SCOPES })) {
      const { vectorCache: cache } = await database.figures();
      if (signal.aborted || !cache || cache.bytes > cache.capBytes * SHARE) return;
      const { id: model, dimensions } = embedder.model;
      await database.tenant(keyId, { signal }).run(loadScope, { userId, model, dimensions });
    }
  }
}

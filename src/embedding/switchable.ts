import type { Embedder, EmbedderState, EmbeddingModel, EmbedPurpose, ManagedEmbedder } from './embedder.js';
import { noEmbedder } from './none.js';

/** Delegates to the embedder currently in use. */
export abstract class SwitchableEmbedder implements ManagedEmbedder {
  protected active: ManagedEmbedder = noEmbedder();

  /** One model for a piece of work: between two calls on `this` the model may change. */
  current(): Embedder {
    return this.active;
  }

  get model(): EmbeddingModel {
    return this.active.model;
  }

  embed(texts: readonly string[], purpose: EmbedPurpose, signal?: AbortSignal, key?: string) {
    return this.active.embed(texts, purpose, signal, key);
  }

  state(): EmbedderState {
    return this.active.state();
  }

  ready(): Promise<void> {
    return this.active.ready();
  }

  abstract close(): Promise<void>;
}

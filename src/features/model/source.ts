import { MODELS } from '../../embedding/models/manifest.js';

/**
 * How to make the embedder of a model, without any credentials. Kept in the store: after a restart with other settings, the model that the vectors
 * belong to must still be able to embed questions.
 */
export type ModelSource =
  | { kind: 'local'; model: string }
  | { kind: 'openai'; model: string; url: string }
  /** Passed in by the code that composed the service; it cannot be made again from here. */
  | { kind: 'given'; model: string };

/** The id stored with every vector. */
export const idOf = (source: ModelSource): string =>
  source.kind === 'openai' ? `openai:${source.model}` : source.model;

/** A store from an earlier release knows only the id. */
export const sourceOfId = (id: string): ModelSource => ({
  kind: MODELS.some((model) => model.name === id) ? 'local' : 'given',
  model: id,
});

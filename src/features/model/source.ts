import { MODELS } from '../../embedding/models/manifest.js';

/**
 * How the embedder of a model is made, without any credential. Kept in the store: after a restart with other settings the model
 * that the vectors are of must still be able to read questions.
 */
export type ModelSource =
  | { kind: 'local'; model: string }
  | { kind: 'openai'; model: string; url: string }
  /** Put in by whoever composed the service; it cannot be made again from here. */
  | { kind: 'given'; model: string };

/** The id that stands beside every vector. */
export const idOf = (source: ModelSource): string =>
  source.kind === 'openai' ? `openai:${source.model}` : source.model;

/** A store of an earlier release knows the id alone. */
export const sourceOfId = (id: string): ModelSource => ({
  kind: MODELS.some((model) => model.name === id) ? 'local' : 'given',
  model: id,
});

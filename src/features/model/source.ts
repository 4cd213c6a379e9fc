import { MODELS } from '../../embedding/models/manifest.js';

export interface EndpointSource {
  kind: 'openai';
  model: string;
  url: string;
  /** Of its vectors; unknown until the endpoint has returned one. */
  dimensions?: number;
  /** The endpoint returned vectors of other dimensions under this name before. */
  resized?: boolean;
}

/**
 * How to make the embedder of a model, without any credentials. Kept in the store: after a restart with other settings, the model that the vectors
 * belong to must still be able to embed questions.
 */
export type ModelSource =
  | { kind: 'local'; model: string }
  | EndpointSource
  /** Passed in by the code that composed the service; it cannot be made again from here. */
  | { kind: 'given'; model: string };

/** The id stored with every vector. */
export function idOf(source: ModelSource): string {
  if (source.kind !== 'openai') return source.model;
  const id = `openai:${source.model}`;
  return source.resized ? `${id} (${source.dimensions} dimensions)` : id;
}

export const isSameEndpoint = (a: ModelSource | null, b: ModelSource): a is EndpointSource =>
  a?.kind === 'openai' && b.kind === 'openai' && a.model === b.model;

/** A store from an earlier release knows only the id. */
export const sourceOfId = (id: string): ModelSource => ({
  kind: MODELS.some((model) => model.name === id) ? 'local' : 'given',
  model: id,
});

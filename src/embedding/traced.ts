import { SPAN_KIND, spanned } from '../kernel/trace.js';
import type { EmbedPurpose, ManagedEmbedder } from './embedder.js';

/** Runs work of a model within a span. */
export const inModel = <T>(name: string, texts: number, model: string, work: () => Promise<T>): Promise<T> =>
  spanned(
    {
      ...{ name, kind: SPAN_KIND.internal },
      attributes: { 'recollect.texts': texts, ...(model ? { 'gen_ai.request.model': model } : {}) },
    },
    work,
  );

/** The same embedder, with a span for every call that is part of a trace, including the time it waits for its turn. */
export const traceEmbedder = (embedder: ManagedEmbedder): ManagedEmbedder => ({
  get model() {
    return embedder.model;
  },
  embed: (texts: readonly string[], purpose: EmbedPurpose, signal?: AbortSignal, key?: string) =>
    inModel(`embed ${purpose}`, texts.length, embedder.model.id, () => embedder.embed(texts, purpose, signal, key)),
  state: () => embedder.state(),
  ready: () => embedder.ready(),
  close: () => embedder.close(),
});

import { type Embedder, EmbeddingUnavailable, type ManagedEmbedder } from './embedder.js';

/** Search by meaning is switched off: retrieval uses keywords only. */
export function noEmbedder(): ManagedEmbedder {
  const off: Embedder['state'] = () => ({ status: 'off', model: 'none', dimensions: null, pending: 0 });
  return {
    model: { id: 'none', dimensions: null },
    embed: async (texts) => {
      if (texts.length === 0) return [];
      throw new EmbeddingUnavailable('Embedding is switched off');
    },
    state: off,
    ready: async () => {},
    close: async () => {},
  };
}

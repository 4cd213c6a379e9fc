import { createHash } from 'node:crypto';
import {
  type EmbeddedText,
  type EmbedderState,
  EmbeddingUnavailable,
  type ManagedEmbedder,
} from '../../src/embedding/embedder.js';
import { splitPassages } from '../../src/embedding/passages.js';

/** Hashes words into a vector: texts that share words are near each other. Instant and reproducible, and it can be switched off. */
export class StubEmbedder implements ManagedEmbedder {
  readonly model: { id: string; dimensions: number };
  /** Set to make every call fail. */
  unavailable = false;
  calls = 0;

  constructor(dimensions = 64, id = `stub-${dimensions}`) {
    this.model = { id, dimensions };
  }

  async ready(): Promise<void> {}

  async embed(texts: readonly string[], purpose: 'query' | 'passage'): Promise<EmbeddedText[]> {
    this.calls++;
    if (this.unavailable) throw new EmbeddingUnavailable('The stub is switched off');
    return texts.map((text) => {
      const passages = purpose === 'query' ? [text] : splitPassages(text);
      return { vectors: passages.map((passage) => this.#vector(passage)), tokens: text.split(/\s+/).length };
    });
  }

  #vector(text: string): Float32Array {
    const vector = new Float32Array(this.model.dimensions);
    for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['']) {
      const hash = createHash('md5').update(word).digest();
      for (let i = 0; i < 4; i++) {
        const at = hash.readUInt16LE(i * 4) % vector.length;
        vector[at] = (vector[at] ?? 0) + ((hash[i * 4 + 2] ?? 0) & 1 ? 1 : -1);
      }
    }
    const norm = Math.hypot(...vector);
    if (norm === 0) vector[0] = 1;
    return norm === 0 ? vector : vector.map((value) => value / norm);
  }

  state(): EmbedderState {
    const { id, dimensions } = this.model;
    return { status: this.unavailable ? 'down' : 'ready', model: id, dimensions, pending: 0 };
  }

  async close(): Promise<void> {}
}

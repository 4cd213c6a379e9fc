import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { type Embedder, EmbeddingUnavailable } from '../../embedding/embedder.js';
import type { Clock } from '../../kernel/clock.js';
import type { Database } from '../../storage/database.js';
import { embedMemory } from '../memories/reading/embed-memory.js';
import { traitsIn } from '../memories/reading/traits.js';
import { packVectors } from '../memories/sql/vectors.js';
import type { Lacking } from './missing-vectors.js';
import { attachBeside, type MadeVectors } from './sql/work.js';

/** Texts per transaction; few, so that others get the processor between two batches. */
export const BATCH = 16;
const PAUSE_MS = 20;
/** Texts embedded concurrently: half of the cores stay free for questions, which the old model embeds in threads of its own. */
const LOCAL_WIDTH = Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)));
/** An endpoint has its own processors, and accepts many texts per call. */
const widthFor = (model: string) => (model.startsWith('openai:') ? BATCH : LOCAL_WIDTH);

interface Work {
  lacking: readonly Lacking[];
  embedder: Embedder;
  /** The model is the one in force: the memory counts as embedded. */
  inForce: boolean;
}

/** Embeds memories that lack vectors, and remembers whose text the model refuses. */
export class MissingVectorEmbedder {
  readonly #parts: { database: Database; clock: Clock };
  readonly #refused = new Set<string>();
  #model = '';

  constructor(parts: { database: Database; clock: Clock }) {
    this.#parts = parts;
  }

  refusedBy(model: string): string[] {
    return model === this.#model ? [...this.#refused] : [];
  }

  async embed({ lacking, embedder, inForce }: Work): Promise<void> {
    if (lacking.length === 0) return;
    if (embedder.model.id !== this.#model) this.#refused.clear();
    this.#model = embedder.model.id;
    const made: (MadeVectors & { keyId: string })[] = [];
    const queue = lacking.values();
    const work = async () => {
      for (const memory of queue) {
        const { key_id: keyId, id, version } = memory;
        const vectors = await vectorsOf(memory, embedder);
        if (vectors) made.push({ keyId, id, version, vectors, traits: traitsIn(vectors, memory) });
        else this.#refused.add(id);
      }
    };
    await Promise.all(Array.from({ length: widthFor(this.#model) }, work));
    for (const keyId of new Set(made.map((one) => one.keyId))) {
      const own = made.filter((one) => one.keyId === keyId);
      await this.#parts.database.tenant(keyId).run(attachBeside, { made: own, inForce, now: this.#parts.clock.now() });
    }
    await pause(PAUSE_MS);
  }
}

async function vectorsOf(memory: Lacking, embedder: Embedder) {
  try {
    const embedded = await embedMemory(embedder, memory, { key: memory.key_id });
    return packVectors(embedder.model.id, embedded?.vectors ?? []);
  } catch (error) {
    if (error instanceof EmbeddingUnavailable && error.textRefused) return null;
    throw error;
  }
}

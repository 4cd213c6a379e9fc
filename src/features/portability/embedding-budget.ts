import { embedContents } from '../memories/reading/embed.js';
import type { Embeddable } from '../memories/reading/embed-memory.js';
import type { PackedVectors } from '../memories/sql/vectors.js';
import type { Request } from '../request.js';

/** How long a whole import waits for vectors; the rest is embedded in the background. */
const BUDGET_MS = 20_000;
/** Texts per group: the time is checked between two groups. */
const GROUP = 32;

export class EmbeddingBudget {
  readonly #request: Request;
  #spentMs = 0;

  constructor(request: Request) {
    this.#request = request;
  }

  /** The vectors of each memory; null if there were none in time. */
  async embed(memories: readonly Embeddable[]): Promise<(PackedVectors | null)[]> {
    const vectors: (PackedVectors | null)[] = [];
    const isOff = this.#request.embedder.state().status === 'off';
    for (let i = 0; i < memories.length && !isOff && this.#spentMs < BUDGET_MS; i += GROUP) {
      const began = performance.now();
      const group = await embedContents(this.#request, memories.slice(i, i + GROUP));
      this.#spentMs += performance.now() - began;
      vectors.push(...group);
      if (group.every((one) => one === null)) break; // unavailable: the others would wait in vain
    }
    return memories.map((_, i) => vectors[i] ?? null);
  }
}

import { setMaxListeners } from 'node:events';
import { isExpected } from '../../../embedding/embedder.js';
import { inSlices } from '../../../kernel/turns/slices.js';
import type { Request } from '../../request.js';
import { type PackedVectors, packVectors } from '../sql/vectors.js';
import { type Embeddable, embedMemory } from './embed-memory.js';

/**
 * How long a request waits for vectors. What is not embedded by then is stored anyway and embedded by the backlog job: a batch of a hundred book
 * chapters must not block its caller for minutes.
 */
const EMBED_BUDGET_MS = 20_000;

/** Requests that arrive within this time share a signal: creating one costs more than anything else on the way to the embedder. */
const SHARED_MS = 50;
let shared: { signal: AbortSignal; until: number } | undefined;

function budget(): AbortSignal {
  const now = performance.now();
  if (!shared || now >= shared.until) {
    shared = { signal: AbortSignal.timeout(EMBED_BUDGET_MS), until: now + SHARED_MS };
    setMaxListeners(0, shared.signal); // one listener per text is intended, not a leak
  }
  return shared.signal;
}

/** What embedding needs from a request; background work has it too. */
export type Embedding = Pick<Request, 'embedder' | 'countTokens' | 'log' | 'id' | 'db'>;

/** The vectors of each memory, null if there are none in time. Never fails: the memory is stored without them. */
export async function embedContents(
  request: Embedding,
  memories: readonly Embeddable[],
): Promise<(PackedVectors | null)[]> {
  const signal = budget();
  // A long text is first cut into passages, which takes time.
  return inSlices(memories, async (memory) => {
    try {
      const embedded = await embedMemory(request.embedder, memory, { signal, key: request.db.keyId });
      if (!embedded) return null;
      request.countTokens(embedded.tokens);
      return packVectors(request.embedder.model.id, embedded.vectors);
    } catch (error) {
      logUnexpected(request, error);
      return null;
    }
  });
}

/** The vector of a question, null if none can be made now. */
export async function embedQuery(request: Request, query: string): Promise<Float32Array | null> {
  try {
    const [embedded] = await request.embedder.embed([query], 'query', budget(), request.db.keyId);
    request.countTokens(embedded?.tokens ?? 0);
    return embedded?.vectors[0] ?? null;
  } catch (error) {
    logUnexpected(request, error);
    return null;
  }
}

function logUnexpected(request: Embedding, error: unknown): void {
  if (!isExpected(error)) request.log.error({ err: error, requestId: request.id }, 'embedding failed');
}

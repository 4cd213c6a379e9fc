import { currentOf, type Embedder, EmbeddingUnavailable } from '../../embedding/embedder.js';
import type { Clock } from '../../kernel/clock.js';
import type { Log } from '../../kernel/log.js';
import type { Database } from '../../storage/database.js';
import { markRefused, type Waiting, waitingMemories } from './backlog-statements.js';
import { attachVectors } from './change-statements.js';
import { embedMemory } from './embed-memory.js';
import { packVectors } from './vectors.js';

const BATCH = 32;

interface BacklogParts {
  database: Database;
  embedder: Embedder;
  clock: Clock;
  log: Log;
}

/** Embeds what could not be embedded when it was stored. Throws as soon as the embedder is away again: the job comes back. */
export async function embedBacklog(parts: BacklogParts, signal?: AbortSignal): Promise<number> {
  if (parts.embedder.state().status === 'off') return 0;
  let done = 0;
  for (;;) {
    const waiting = await parts.database.system(waitingMemories, { limit: BATCH });
    const round = { ...parts, embedder: currentOf(parts.embedder) };
    const settled = await Promise.all(waiting.map((memory) => embedOne(round, memory)));
    const progress = settled.filter(Boolean).length;
    done += progress;
    // None left, or every one changed or went meanwhile: look again next time.
    if (progress === 0 || signal?.aborted) return done;
    parts.log.info({ embedded: progress }, 'embedded memories that were waiting');
  }
}

async function embedOne({ database, embedder, clock }: BacklogParts, memory: Waiting): Promise<boolean> {
  const tenant = database.tenant(memory.key_id);
  try {
    const embedded = await embedMemory(embedder, memory);
    const vectors = packVectors(embedder.model.id, embedded?.vectors ?? []);
    return await tenant.run(attachVectors, { id: memory.id, version: memory.version, vectors, now: clock.now() });
  } catch (error) {
    if (!(error instanceof EmbeddingUnavailable && error.textRefused)) throw error;
    return tenant.run(markRefused, { id: memory.id });
  }
}

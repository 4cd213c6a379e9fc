import { currentOf, type Embedder, EmbeddingUnavailable } from '../../../embedding/embedder.js';
import type { Clock } from '../../../kernel/clock.js';
import type { Log } from '../../../kernel/log.js';
import type { Database } from '../../../storage/database.js';
import { markRefused, type Waiting, waitingMemories } from '../sql/backlog.js';
import { attachVectors } from '../sql/change.js';
import { packVectors } from '../sql/vectors.js';
import { embedMemory } from './embed-memory.js';
import { quotedWords } from './quoted.js';
import { sourcesIn } from './sources.js';
import { traitsIn } from './traits.js';

/** Keys processed at once, each at its own pace: one with long texts does not keep the others waiting. */
const KEYS_AT_ONCE = 4;
/** Memories of one key at a time: their contents are held in memory, and they must be embedded within the deadline of a call. */
const BATCH = { limit: 32, characters: 50_000 };

interface BacklogParts {
  database: Database;
  embedder: Embedder;
  clock: Clock;
  log: Log;
}

/** Embeds what could not be embedded when it was stored, taking keys in turn. Throws if nothing can be embedded: the job runs again. */
export async function embedBacklog(parts: BacklogParts, signal?: AbortSignal): Promise<number> {
  if (parts.embedder.state().status === 'off') return 0;
  const inFlight = new Map<string, Promise<void>>();
  const skippedKeys = new Set<string>();
  let after = '';
  let done = 0;
  let failure: unknown;
  const work = async (key: string, memories: Waiting[]) => {
    const round = { ...parts, embedder: currentOf(parts.embedder) };
    const settled = await Promise.allSettled(memories.map((memory) => embedOne(round, memory, signal)));
    const progress = settled.filter((one) => one.status === 'fulfilled' && one.value).length;
    const failed = settled.find((one) => one.status === 'rejected')?.reason;
    done += progress;
    if (progress > 0) parts.log.info({ embedded: progress }, 'embedded memories that were waiting');
    // All of them changed or were forgotten meanwhile, or the key already has too much waiting: try again next time.
    if (progress === 0 || failed) skippedKeys.add(key);
    if (failed && !(failed instanceof EmbeddingUnavailable && failed.tooMuchWaiting)) failure ??= failed;
  };
  const isOver = () => signal?.aborted || (failure !== undefined && parts.embedder.state().status === 'down');
  for (;;) {
    while (inFlight.size < KEYS_AT_ONCE && !isOver()) {
      const except = [...inFlight.keys(), ...skippedKeys];
      const memories = await parts.database.system(waitingMemories, { after, except, ...BATCH });
      const key = memories[0]?.key_id;
      if (key === undefined) break;
      after = key;
      inFlight.set(
        key,
        work(key, memories).finally(() => inFlight.delete(key)),
      );
    }
    if (inFlight.size === 0) break;
    await Promise.race(inFlight.values());
  }
  if (signal?.aborted) return done; // work aborted by the stop is not a failure
  if (failure !== undefined && (done === 0 || !(failure instanceof EmbeddingUnavailable))) throw failure;
  return done;
}

async function embedOne(
  { database, embedder, clock }: BacklogParts,
  memory: Waiting,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const tenant = database.tenant(memory.key_id);
  try {
    const options = { key: memory.key_id, ...(signal ? { signal } : {}) };
    const embedded = await embedMemory(embedder, memory, options);
    const vectors = packVectors(embedder.model.id, embedded?.vectors ?? []);
    const traits = traitsIn(vectors, memory);
    const words = traits && quotedWords(memory.content, sourcesIn(memory.derived_from));
    if (words) {
      const own = await embedMemory(embedder, words, options);
      traits.risk = traitsIn(packVectors(embedder.model.id, own?.vectors ?? []), words)?.risk ?? traits.risk;
    }
    return await tenant.run(attachVectors, {
      ...{ id: memory.id, version: memory.version, vectors, traits },
      now: clock.now(),
    });
  } catch (error) {
    if (!(error instanceof EmbeddingUnavailable && error.textRefused)) throw error;
    return tenant.run(markRefused, { id: memory.id });
  }
}

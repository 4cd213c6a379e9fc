import { type Embedder, EmbeddingUnavailable } from '../../embedding/embedder.js';
import type { Clock } from '../../kernel/clock.js';
import type { LanguageModel } from '../../llm/language-model.js';
import type { Reader, ReadOptions } from '../../readers/reader.js';
import { knowingNames, namesOfUser } from '../../readers/user-names.js';
import type { Database, TenantDatabase } from '../../storage/database.js';
import type { Request } from '../request.js';
import { findContradictions } from './find-contradictions.js';
import type { ConflictRecord } from './record.js';
import { type SecondOpinion, secondOpinion } from './second-opinion.js';
import { nearStatements } from './sql/find.js';
import { recordConflicts } from './sql/record.js';
import { uncheckedMemories } from './sql/statements.js';

/** How many of the nearest memories by meaning a memory is compared with. */
const CANDIDATES = 6;
/** Statements about the same thing have at least this similarity. */
const MIN_COSINE = 0.6;

/** Finds what contradicts a memory, gets a second opinion if one is available, and records the result. */
async function detectConflicts(
  db: TenantDatabase,
  reader: Reader,
  { id, model, now, ...options }: { id: string; model: string; now: number } & ReadOptions,
  opinion: SecondOpinion | null,
): Promise<ConflictRecord[]> {
  // The background never reads a pair twice. A waiting caller gets all pairs: of two memories stored in the same millisecond, either may come first.
  const all = options.priority === 'call';
  const statements = await db.run(nearStatements, { id, model, now, all, limit: CANDIDATES, minScore: MIN_COSINE });
  if (statements === 'not embedded') return []; // checked once it is
  const read = statements ? [statements.self, ...statements.near] : [];
  const names = namesOfUser(
    statements?.userId ?? '',
    read.map(({ text }) => text),
  );
  const findings = statements
    ? await findContradictions(knowingNames(reader, names), statements, { key: db.keyId, ...options })
    : [];
  const found = opinion ? await opinion(findings) : findings;
  const versions = Object.fromEntries(read.map((one) => [one.id, one.version]));
  return db.run(recordConflicts, { checked: id, versions, found: found.map(({ texts, ...pair }) => pair), now });
}

/** The same while a caller waits. If the reader is unavailable, nothing is found now and the background checks again later. */
export async function detectForCaller(
  { db, reader, embedder, now, signal }: Pick<Request, 'db' | 'reader' | 'embedder' | 'now' | 'signal'>,
  id: string,
  opinion: SecondOpinion | null,
): Promise<ConflictRecord[]> {
  try {
    return await detectConflicts(db, reader, { id, model: embedder.model.id, now, signal, priority: 'call' }, opinion);
  } catch (error) {
    if (error instanceof EmbeddingUnavailable) return [];
    throw error;
  }
}

/** How many of the oldest and of the newest are checked per batch. */
const OLDEST = 60;
const NEWEST = 12;
/** Memories checked concurrently: while one is looked up or recorded, another is read. */
const AT_ONCE = 6;
/** Milliseconds per run: a bulk load is processed over time instead of keeping searches waiting for their thread. */
const BUDGET_MS = 100;
/** The same while there are no calls. */
const IDLE_BUDGET_MS = 10_000;
/** The same while callers wait for vectors: those go first. */
const BUSY_BUDGET_MS = 10;

/** Calls in flight, and how many have begun so far. */
type Foreground = () => { inFlight: number; begun: number };

interface BacklogParts {
  database: Database;
  embedder: Embedder;
  reader: Reader;
  clock: Clock;
  llm: LanguageModel | null;
  foreground: Foreground;
}

/**
 * Compares stored memories in the background: the newest and the oldest in turn, so that nobody waits behind someone else's bulk load, and the bulk
 * load still gets done.
 */
export async function checkBacklog(parts: BacklogParts, stop?: AbortSignal): Promise<void> {
  const model = parts.embedder.model.id;
  const { begun } = parts.foreground();
  const budget = () => {
    if (parts.embedder.state().pending > 0) return BUSY_BUDGET_MS;
    const now = parts.foreground();
    return now.inFlight > 0 || now.begun > begun ? BUDGET_MS : IDLE_BUDGET_MS;
  };
  const began = performance.now();
  for (let newestFirst = true; ; newestFirst = !newestFirst) {
    const limit = newestFirst ? NEWEST : OLDEST;
    const unchecked = await parts.database.system(uncheckedMemories, { model, newestFirst, limit });
    const left = unchecked.values();
    const isOver = () => performance.now() - began > budget() || stop?.aborted === true;
    const work = async () => {
      for (const { key_id, id } of left) {
        const checked = { id, model, now: parts.clock.now(), signal: stop };
        await detectConflicts(parts.database.tenant(key_id), parts.reader, checked, secondOpinion(parts.llm, stop));
        if (isOver()) return;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    if (unchecked.length < limit || isOver()) return;
  }
}

import type { Embedder } from '../../embedding/embedder.js';
import type { Clock } from '../../kernel/clock.js';
import type { LanguageModel } from '../../llm/language-model.js';
import type { Database, TenantDatabase } from '../../storage/database.js';
import { findConflicts } from './find-statement.js';
import type { ConflictRecord } from './record.js';
import { recordConflicts } from './record-statement.js';
import { type SecondOpinion, secondOpinion } from './second-opinion.js';
import { uncheckedMemories } from './statements.js';

/** Looks for what contradicts a memory, asks for a second opinion where there is one to be had, and writes it down. */
export async function detectConflicts(
  db: TenantDatabase,
  { id, model, now }: { id: string; model: string; now: number },
  opinion: SecondOpinion | null,
): Promise<ConflictRecord[]> {
  const findings = await db.run(findConflicts, { id, model, now, withTexts: opinion !== null });
  const found = opinion ? await opinion(findings) : findings;
  return db.run(recordConflicts, { checked: id, found: found.map(({ texts, ...pair }) => pair), now });
}

/** Of the oldest and of the newest at a time. */
const OLDEST = 20;
const NEWEST = 4;
/** Milliseconds of one run: a bulk load is worked off over time instead of taking the search thread from its readers. */
const BUDGET_MS = 100;
/** The same while nobody calls. */
const IDLE_BUDGET_MS = 1_000;
/** The same while callers wait for vectors: they come first. */
const BUSY_BUDGET_MS = 10;

/** Calls in work, and how many have begun so far. */
type Foreground = () => { inFlight: number; begun: number };

interface BacklogParts {
  database: Database;
  embedder: Embedder;
  clock: Clock;
  llm: LanguageModel | null;
  foreground: Foreground;
}

/**
 * Compares what was stored without being asked to: the newest and the oldest in turn, so that nobody waits behind the bulk load of
 * somebody else, and the bulk load is worked off all the same.
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
    for (const { key_id, id } of unchecked) {
      const checked = { id, model, now: parts.clock.now() };
      await detectConflicts(parts.database.tenant(key_id), checked, secondOpinion(parts.llm, stop));
      if (performance.now() - began > budget() || stop?.aborted) return;
    }
    if (unchecked.length < limit) return;
  }
}

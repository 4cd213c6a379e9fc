import { RISK_FLAGGED } from '../../language/risk.js';
import { byVariety } from '../../ranking/diversity.js';
import { recall } from '../memories/recall.js';
import type { Request } from '../request.js';
import { Candidate, type Found } from './candidate.js';
import { CHARACTERS_PER_TOKEN } from './fill.js';
import type { Entry } from './formats.js';
import { saysTheSame } from './same.js';
import { bestStanding, type Scope } from './statements.js';

/** Memories looked at: enough for short ones to use up the budget, few enough to compare each with each. */
const poolFor = (maxTokens: number) => Math.min(400, Math.max(100, Math.ceil(maxTokens / 20)));
/** How much wider the second look is when the first met mostly flagged memories. */
const WIDER = 5;
/** Share of letter triples below which a closer look is not worth it. */
const ALIKE = 0.5;

export interface Choice {
  /** Most useful first, each statement once. */
  entries: Iterable<Entry>;
  /** Null when nothing was asked. */
  semantic: boolean | null;
  confidence: number | null;
  abstained: boolean;
}

/** By standing: importance, activation and recency. Being shown unasked is no use of a memory, so it is not counted as one. */
export async function chooseByStanding(request: Request, scope: Scope, maxTokens: number): Promise<Choice> {
  const best = await request.db.run(bestStanding, { ...scope, limit: poolFor(maxTokens) });
  const found = best.map((memory) => ({ ...memory, relevance: memory.standing }));
  return { entries: varied(found, maxTokens), semantic: null, confidence: null, abstained: false };
}

/** By a question. */
export async function chooseByQuestion(
  request: Request,
  scope: Scope,
  maxTokens: number,
  text: string,
): Promise<Choice> {
  const pool = poolFor(maxTokens);
  const ask = async (limit: number) => {
    const { memories, ...judged } = await recall(request, {
      text,
      userId: scope.userId,
      filter: scope.filter,
      limit,
      minScore: null,
      ranking: 'hybrid',
      internal: true, // the pool is not shown; what is shown of it is counted later
    });
    const kept = memories.filter((memory) => scope.includeFlagged || memory.risk < RISK_FLAGGED);
    return { judged, kept, isCrowded: memories.length === limit && kept.length < pool / 2 };
  };
  let answer = await ask(pool);
  // A flood of flagged memories must not push out the others.
  if (answer.isCrowded) answer = await ask(pool * WIDER);
  // Without scores they come in their order: most recent first.
  const found = answer.kept.slice(0, pool).map((memory, i) => ({ ...memory, relevance: memory.final_score ?? -i }));
  const judged = found.length > 0 ? answer.judged : { ...answer.judged, confidence: 0, abstained: true };
  return { entries: varied(found, maxTokens), ...judged };
}

const varied = (found: readonly Found[], maxTokens: number): Iterable<Entry> =>
  byVariety(
    found
      .map((memory) => new Candidate(memory, maxTokens * CHARACTERS_PER_TOKEN))
      .filter((candidate) => candidate.isVisible),
    (candidate, taken, similarity) => similarity >= ALIKE && saysTheSame(candidate.statement, taken.statement),
  );

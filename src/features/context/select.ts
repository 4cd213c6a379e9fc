import type { Work } from '../../kernel/turns.js';
import { RISK_FLAGGED } from '../../language/risk.js';
import { byVariety } from '../../ranking/diversity.js';
import { recall } from '../memories/recall.js';
import type { Request } from '../request.js';
import { Candidate, type Found } from './candidate.js';
import { CHARACTERS_PER_TOKEN, type Entries } from './fill.js';
import { saysTheSame } from './same.js';
import { bestStanding, type Scope } from './statements.js';

/** Memories looked at: enough for short ones to use up the budget, few enough to compare each with each. */
const poolFor = (maxTokens: number) => Math.min(400, Math.max(100, Math.ceil(maxTokens / 20)));
/** What comparing two texts that were read takes, in units of work. */
const COMPARED = 2_000;
/** Share of letter triples below which a closer look is not worth it. */
const ALIKE = 0.5;

export interface Choice {
  /** Most useful first, each statement once. */
  entries: Entries;
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
  const { memories, ...judged } = await recall(request, {
    text,
    userId: scope.userId,
    filter: scope.includeFlagged ? scope.filter : { ...scope.filter, below_risk: RISK_FLAGGED },
    limit: poolFor(maxTokens),
    minScore: null,
    ranking: 'hybrid',
    internal: true, // the pool is not shown; what is shown of it is counted later
  });
  // Without scores they come in their order: most recent first.
  const found = memories.map((memory, i) => ({ ...memory, relevance: memory.final_score ?? -i }));
  return { entries: varied(found, maxTokens), ...judged };
}

function* varied(found: readonly Found[], maxTokens: number): Generator<Candidate | number> {
  const candidates: Candidate[] = [];
  for (const memory of found) {
    const candidate = new Candidate(memory, maxTokens * CHARACTERS_PER_TOKEN);
    yield candidate.read;
    if (candidate.isVisible) candidates.push(candidate);
  }
  yield* byVariety(candidates, (candidate, taken, similarity) => similarity >= ALIKE && isRepeated(candidate, taken));
}

function* isRepeated(candidate: Candidate, taken: Candidate): Work<boolean> {
  yield candidate.readStatement() + taken.readStatement();
  yield COMPARED;
  return saysTheSame(candidate.statement, taken.statement);
}

import { confidenceLeft, relevanceOf } from '../../ranking/hybrid/confidence.js';
import { RERANK } from '../../ranking/hybrid/rerank.js';
import { RISK_FLAGGED, riskOf } from '../../readers/risk/risk.js';
import { namesOfUser } from '../../readers/user-names.js';
import { sourcesOf } from '../memories/reading/sources.js';
import { type Spoken, spokenText } from '../memories/reading/speaker.js';
import type { Needs } from '../memories/search/read-results.js';
import { readWith, termsAsked, within } from '../memories/search/read-with.js';
import { recall } from '../memories/search/recall.js';
import type { Request } from '../request.js';
import type { Found } from './candidate.js';
import { CHARACTERS_PER_TOKEN } from './fill.js';
import { standingsNow } from './over.js';
import { type Answers, pruneContradicted } from './prune-contradicted.js';
import { bestStanding, detailsOf, type Scope } from './sql/statements.js';

/** Memories considered: enough for short ones to use up the budget, few enough to compare each with each. */
const poolFor = (maxTokens: number) => Math.min(400, Math.max(100, Math.ceil(maxTokens / 20)));
/** Results read with the question: more than in a search, because what helps with a task need not sound like it. */
const READ = 48;
/** Milliseconds after which what is left of the best answers counts for nothing. */
const WAIT_MS = 1_000;
/** Results for which more than the text is considered. */
const DETAILED = 60;
/** Memories among which a portrait is looked for: who somebody is may have been stored long ago. */
const PORTRAIT_POOL = 400;

export interface Choice {
  /** Most useful first. */
  found: Found[];
  /** Null if there was no question. */
  semantic: boolean | null;
  confidence: number | null;
  abstained: boolean;
  /** Of the question. */
  terms: ReadonlySet<string>;
}

/** A portrait: who the person is, what is vital, and what stands out by importance, activation and recency. Being shown in one does not count as a use of a memory. */
export async function choosePortrait(request: Request, scope: Scope, maxTokens: number): Promise<Choice> {
  const characters = maxTokens * CHARACTERS_PER_TOKEN + 1;
  const best = await request.db.run(bestStanding, { ...scope, limit: PORTRAIT_POOL, characters });
  const scored = await standingsNow(best, scope.filter.as_of ?? scope.now);
  return {
    found: await withoutContradicted(request, scope, scored, { needed: 'portrait' }),
    semantic: null,
    confidence: null,
    abstained: false,
    terms: new Set(),
  };
}

/** By a question. */
export async function chooseByQuestion(
  request: Request,
  scope: Scope,
  maxTokens: number,
  text: string,
): Promise<Choice> {
  const {
    memories,
    needed,
    respelled = text,
    ...judged
  } = await recall(request, {
    text,
    userId: scope.userId,
    filter: scope.includeFlagged ? scope.filter : { ...scope.filter, below_risk: RISK_FLAGGED },
    limit: poolFor(maxTokens),
    minScore: null,
    ranking: 'hybrid',
    internal: true, // the pool is not shown; what is shown of it is counted later
    read: READ,
  });
  // Without scores they keep their order: most recent first.
  // Next to a statement, the turns that it was derived from would only repeat it.
  const withStatement = new Set(memories.flatMap(({ metadata }) => sourcesOf(metadata)));
  const scored = memories
    .map((memory, i) => ({ ...memory, content: forModel(memory), relevance: memory.final_score ?? -i }))
    .filter(({ id }) => !withStatement.has(id));
  const answers = new Map(memories.flatMap(({ id, relevance }) => (relevance === undefined ? [] : [[id, relevance]])));
  const found = await withoutContradicted(request, scope, scored, { needed, answers });
  const left = await answersLeft(request, respelled, { userId: scope.userId, scored, found, answers });
  return {
    ...judged,
    found,
    terms: termsAsked(respelled),
    ...(left === null ? {} : confidenceLeft(judged.confidence, left)),
  };
}

/** How likely the best of what is left answers the question; null if what answered it best is left as it was, or nothing was read. */
async function answersLeft(
  request: Request,
  question: string,
  {
    userId,
    scored,
    found,
    answers,
  }: { userId: string; scored: readonly Found[]; found: readonly Found[]; answers: Answers },
): Promise<number | null> {
  const before = new Map(scored.map(({ id, content }) => [id, content]));
  const answer = ({ id }: Found) => answers.get(id) ?? 0;
  const isCut = ({ id, content }: Found) => content !== before.get(id);
  const uncut = Math.max(0, ...found.filter((memory) => !isCut(memory)).map(answer));
  if (uncut >= Math.max(0, ...scored.map(answer))) return null;
  const cut = found.filter((memory) => isCut(memory) && answer(memory) > uncut).slice(0, RERANK.read);
  const fits = await readWith(
    request,
    question,
    cut.map(({ content }) => content),
    within(request, WAIT_MS),
    { names: namesOfUser(userId, before.values()) },
  );
  const read = Math.min(RERANK.read, answers.size);
  return Math.max(uncut, ...(fits ?? []).map(({ relevance }) => relevanceOf(relevance, read)));
}

/** With its speaker's name, unless that could be an instruction: the risk of a memory covers only its text. */
function forModel(memory: Spoken): string {
  const spoken = spokenText(memory);
  return riskOf(spoken.slice(0, spoken.length - memory.content.length)) < RISK_FLAGGED ? spoken : memory.content;
}

/** Without what was contradicted since, with what is needed and vital first. */
async function withoutContradicted(
  request: Request,
  { filter, includeFlagged, now }: Scope,
  found: Found[],
  read: { needed: Needs | 'portrait'; answers?: Answers },
): Promise<Found[]> {
  const model = request.embedder.model.id;
  const most = read.needed === 'portrait' ? PORTRAIT_POOL : DETAILED;
  const ids = found.slice(0, most).map(({ id }) => id);
  const details = await request.db.run(detailsOf, { ids, model, filter, includeFlagged, now });
  return pruneContradicted(found, details, { model, ...read });
}

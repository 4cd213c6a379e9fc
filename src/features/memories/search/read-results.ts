import { type Confidence, confidenceOfRead, relevanceOf } from '../../../ranking/hybrid/confidence.js';
import { readQuestion } from '../../../ranking/hybrid/question.js';
import { inDoubt, RERANK, rerank } from '../../../ranking/hybrid/rerank.js';
import { isAboutFormer } from '../../../readers/traits.js';
import { queryTerms } from '../../../text/terms.js';
import { windowOf } from '../../../text/window.js';
import { without } from '../../context/prune-contradicted.js';
import type { Request } from '../../request.js';
import { spokenText } from '../reading/speaker.js';
import type { HybridResult } from '../sql/hybrid.js';
import { timesIn } from './from-then.js';
import { MEMORY_READ, QUESTION_READ, readPairs, readWith, within } from './read-with.js';

/** Milliseconds after which results are returned unread: a search must not wait for the reader's other work. */
const WAIT_MS = 1_000;

/** For results that were read, by id: a logit for how likely acting without knowing them goes wrong. */
export type Needs = ReadonlyMap<string, number>;

type Read = Confidence & {
  memories: (HybridResult['memories'][number] & { relevance?: number })[];
  needed: Needs;
};

/**
 * Reads the best results together with the question, for their order and whether they answer it. Of the statements of a turn only the best is read,
 * with the words of the whole turn: the others would take the places of other turns. If the reader is unavailable, everything stays as it is.
 */
export async function readResults(
  request: Pick<Request, 'reader' | 'embedder' | 'db' | 'signal' | 'now'>,
  question: string,
  vector: Float32Array,
  { memories: found, contradicted, decided, turns, echoes, spoken, names, confidence, abstained }: HybridResult,
  count: number = RERANK.read,
): Promise<Read> {
  const unread = { memories: found, confidence, abstained, needed: new Map() };
  const memories = bestOfTurnsFirst(found, spoken);
  const best = memories.slice(0, count).map((memory) => spoken[memory.id]?.text ?? spokenText(memory));
  if (best.length === 0) return unread;
  const signal = within(request, WAIT_MS);
  const words = readQuestion(question.slice(0, QUESTION_READ), request.now);
  const then = words.spans.length > 0 ? timesIn(words, memories.slice(0, best.length), best) : [];
  const told = best.map((text, at) => toldWith(then[at], text, words.terms));
  const fits = await readWith(request, question, told, signal, { names });
  if (!fits) return unread;
  const logits = fits.map(({ relevance }) => relevance);
  // A context reads more than a search: both say the same about one question.
  const searched = logits.slice(0, RERANK.read);
  const read = memories.map((memory, at) => {
    const logit = logits[at];
    return logit === undefined
      ? memory
      : { ...memory, relevance: Math.round(1000 * relevanceOf(logit, searched.length)) / 1000 };
  });
  const asksFormer = isForEarlier(request.embedder.model.id, words, vector);
  const needed = new Map(fits.map((fit, at) => [memories[at]?.id ?? '', fit.needed]));
  const texts = new Map(best.map((text, at) => [memories[at]?.id, { text, logit: logits[at] as number }]));
  const rests = asksFormer ? [] : await restsOf(request, question, { contradicted, texts, names }, signal);
  const pairsKnown = contradicted.map((pair) => ({ ...pair, rest: rests.find(({ of }) => of === pair)?.logit }));
  const known = { contradicted: pairsKnown, asksFormer, turns: new Set(turns), echoes: new Set(echoes) };
  const doubts = inDoubt(read, logits, known, decided);
  const pairs = doubts.map(
    ({ older, newer }) => [older, newer].map(({ id }) => texts.get(id)?.text ?? '') as [string, string],
  );
  const isContradicted = await readPairs(request, question, pairs, signal, names);
  const confirmed = doubts.flatMap((pair, at) =>
    isContradicted[at] ? [{ older: pair.older.id, newer: pair.newer.id }] : [],
  );
  return {
    memories: rerank(read, logits, { ...known, contradicted: [...pairsKnown, ...confirmed] }),
    needed,
    ...confidenceOfRead(
      { ...words, subject: besidesUser(words.subject, names) },
      searched,
      best.slice(0, RERANK.read),
      best.slice(0, RERANK.read).filter((_, at) => then[at]),
    ),
  };
}

/** What a question names besides the user: most memories do not name whom they are about. */
function besidesUser(subject: ReadonlySet<string>, names: readonly string[]): ReadonlySet<string> {
  const user = queryTerms(names.join(' '));
  return new Set([...subject].filter((term) => !user.has(term)));
}

/** The text after the time, if it is from one that the question names. */
const toldWith = (time: string | null | undefined, text: string, terms: ReadonlySet<string>): string =>
  time ? `${time}: ${windowOf(text, terms, MEMORY_READ - time.length - 2)}` : text;

/** Whether a question asks for an earlier state. */
export function isForEarlier(model: string, words: ReturnType<typeof readQuestion>, vector: Float32Array): boolean {
  return !words.asksBecame && (isAboutFormer(model, vector) ?? words.asksFormer);
}

type Contradicted = HybridResult['contradicted'][number];

/** What still holds of statements that fit better than those that replaced a part of them: the question may be about that. */
async function restsOf(
  request: Pick<Request, 'reader' | 'db'>,
  question: string,
  {
    contradicted,
    texts,
    names,
  }: {
    contradicted: readonly Contradicted[];
    texts: ReadonlyMap<string | undefined, { text: string; logit: number }>;
    names: readonly string[];
  },
  signal: AbortSignal,
): Promise<{ of: Contradicted; logit: number }[]> {
  const rests = contradicted.flatMap((of) => {
    const [older, newer] = [texts.get(of.older), texts.get(of.newer)];
    if (of.part === null || !older || !newer || older.logit <= newer.logit) return [];
    const rest = without(older.text, of.part);
    return rest === null || rest === older.text ? [] : [{ of, rest }];
  });
  if (rests.length === 0) return [];
  const fits = await readWith(
    request,
    question,
    rests.map(({ rest }) => rest),
    signal,
    { names },
  );
  return rests.flatMap(({ of }, at) => (fits?.[at] ? [{ of, logit: fits[at].relevance }] : []));
}

function bestOfTurnsFirst<M extends { id: string }>(results: readonly M[], spoken: HybridResult['spoken']): M[] {
  const turns = new Set<string>();
  const [best, others]: [M[], M[]] = [[], []];
  for (const result of results) {
    const turn = spoken[result.id]?.turn ?? result.id;
    (turns.has(turn) ? others : best).push(result);
    turns.add(turn);
  }
  return [...best, ...others];
}

import { type Confidence, confidenceOfRead, relevanceOf } from '../../../ranking/hybrid/confidence.js';
import { readQuestion } from '../../../ranking/hybrid/question.js';
import { inDoubt, RERANK, rerank } from '../../../ranking/hybrid/rerank.js';
import { isOtherLanguage } from '../../../readers/other-languages.js';
import { isAboutFormer } from '../../../readers/traits.js';
import { queryTerms, termCounts } from '../../../text/terms.js';
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
  const logits = withNames(
    fits.map(({ relevance }) => relevance),
    best,
    words.terms,
  );
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
  const pairsKnown = asksFormer
    ? contradicted
    : await withRests(request, question, { contradicted, texts, names }, signal);
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

/** Terms in which two statements of one shape may differ, at most, and those that they share, at least. */
const ONE_SHAPE = { differ: 2, share: 2 } as const;

/**
 * "In Lisbon Ada saw a bakery", "In Quito Ada saw a bakery": of two statements that differ only in a few words, the one that has more words of the
 * question fits it at least as well as the other. The reader does not know every name.
 */
function withNames(logits: readonly number[], texts: readonly string[], asked: ReadonlySet<string>): number[] {
  const terms = texts.map((text) =>
    text.length <= MEMORY_READ ? new Set(termCounts(text).keys()) : new Set<string>(),
  );
  const isNamed = (one: ReadonlySet<string>, other: ReadonlySet<string>) => {
    if (Math.abs(one.size - other.size) > ONE_SHAPE.differ) return false;
    const [more, less] = [one, other].map((set) => [...set].filter((term) => !(set === one ? other : one).has(term)));
    if (!more || !less || more.length > ONE_SHAPE.differ || less.length > ONE_SHAPE.differ) return false;
    const isAsked = (term: string) => asked.has(term);
    return one.size - more.length >= ONE_SHAPE.share && more.some(isAsked) && !less.some(isAsked);
  };
  return logits.map((logit, at) => {
    const own = terms[at] as ReadonlySet<string>;
    if (![...own].some((term) => asked.has(term))) return logit;
    return Math.max(logit, ...logits.filter((_, other) => isNamed(own, terms[other] as ReadonlySet<string>)));
  });
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

/**
 * With the reader's logit for what still holds of a statement that fits better than the one that contradicts it: the question may be about that. If it
 * is not, and the contradiction is sure, the statement is outdated.
 */
async function withRests(
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
): Promise<(Contradicted & { rest?: number; isOutdated?: boolean })[]> {
  const worst = Math.min(...[...texts.values()].map(({ logit }) => logit));
  const fitting = contradicted
    .flatMap((of) => {
      const older = texts.get(of.older);
      return older && older.logit > (texts.get(of.newer)?.logit ?? worst) ? [{ of, older }] : [];
    })
    .sort((a, b) => b.older.logit - a.older.logit)
    .slice(0, RERANK.read)
    .map(({ of, older }) => ({ of, older, rest: of.part === null ? null : without(older.text, of.part) }))
    .filter(({ older, rest }) => rest !== older.text);
  const left = fitting.flatMap(({ rest }) => rest ?? []);
  const fits = left.length > 0 ? await readWith(request, question, left, signal, { names }) : [];
  if (!fits) return [...contradicted];
  const read = fits.values();
  const found = new Map(
    fitting.map(({ of, older, rest }) => {
      const logit = rest === null ? undefined : read.next().value?.relevance;
      const isSure = of.kept !== null || (of.confidence >= RERANK.sure.from && !isOtherLanguage(older.text));
      const isOutdated = isSure && (logit === undefined || older.logit - logit >= RERANK.sure.loses);
      return [of, { ...(logit === undefined ? {} : { rest: logit }), isOutdated }];
    }),
  );
  return contradicted.map((of) => ({ ...of, ...found.get(of) }));
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

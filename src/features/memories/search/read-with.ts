import { EmbeddingUnavailable } from '../../../embedding/embedder.js';
import { inSlices } from '../../../kernel/turns/slices.js';
import { readQuestion } from '../../../ranking/hybrid/question.js';
import { RERANK } from '../../../ranking/hybrid/rerank.js';
import { isOtherLanguage } from '../../../readers/other-languages.js';
import type { Fit } from '../../../readers/reader.js';
import { alikeAboutUser } from '../../../readers/user-names.js';
import { isPhrase } from '../../../text/asks.js';
import { windowOf } from '../../../text/window.js';
import type { Request } from '../../request.js';

/** Characters of a question, and of a memory, that are read together. */
export const QUESTION_READ = 400;
export const MEMORY_READ = 320;
/**
 * The reader was trained on questions: to a phrase it finds every text about the same thing relevant. So a phrase is put as a question, to which it
 * finds texts this much less relevant than to a question in full. docs/models/reader.md has the figures.
 */
const PHRASE = { asked: (phrase: string) => `What about ${phrase.trim()}?`, gain: 0.5 } as const;

export type Reading = Pick<Request, 'reader' | 'db'>;

/**
 * How well the contents fit the question, according to the reader; null if it is unavailable or the signal aborts it. `names` are what the user is
 * called: a question about Ada is also one about the "I" of a memory.
 */
export async function readWith(
  { reader, db }: Reading,
  question: string,
  contents: readonly string[],
  signal: AbortSignal,
  { priority = 'search', names = [] }: { priority?: 'search' | 'call'; names?: readonly string[] } = {},
): Promise<Fit[] | null> {
  const [asked, texts] = await readable(question, contents);
  const isAPhrase = isPhrase(asked) && !isOtherLanguage(asked);
  const pairs = texts.map((text) => alikeAboutUser(asked, text, names));
  const options = { priority, key: db.keyId, signal } as const;
  const fits: Fit[] = [];
  const reading = [...new Set(pairs.map(([form]) => form))].map(async (form) => {
    const places = pairs.flatMap(([other], at) => (other === form ? [at] : []));
    const read = await reader.fit(
      isAPhrase ? PHRASE.asked(form) : form,
      places.map((at) => pairs[at]?.[1] ?? ''),
      options,
    );
    for (const [i, at] of places.entries()) fits[at] = read[i] as Fit;
  });
  if ((await whileAvailable(() => Promise.all(reading))) === null) return null;
  return isAPhrase ? fits.map((fit) => ({ ...fit, relevance: fit.relevance + PHRASE.gain })) : fits;
}

/** Which of the pairs contradict each other, according to the reader, with the earlier content first; none if it is unavailable. */
export async function readPairs(
  { reader, db }: Reading,
  question: string,
  pairs: readonly (readonly [earlier: string, later: string])[],
  signal: AbortSignal,
  names: readonly string[] = [],
): Promise<boolean[]> {
  const [, contents] = await readable(question, pairs.flat());
  const texts = pairs.map((_, at) => alikeAboutUser(contents[2 * at] ?? '', contents[2 * at + 1] ?? '', names));
  const options = { priority: 'search', key: db.keyId, signal } as const;
  const relations = await whileAvailable(() => reader.relations(texts, options));
  return pairs.map((_, at) => {
    const relation = relations?.[at];
    return relation !== undefined && relation.conflict + relation.partial >= RERANK.contradicts;
  });
}

/** The question, and the part of the contents that is read with it. Each may be very long. */
async function readable(question: string, contents: readonly string[]): Promise<[asked: string, texts: string[]]> {
  const asked = question.slice(0, QUESTION_READ);
  const terms = termsAsked(question);
  return [asked, await inSlices(contents, (content) => windowOf(content, terms, MEMORY_READ))];
}

/** The terms of a question by which the part is chosen. */
export const termsAsked = (question: string): ReadonlySet<string> =>
  readQuestion(question.slice(0, QUESTION_READ), 0).terms;

/** Null if the reader is unavailable. */
export async function whileAvailable<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof EmbeddingUnavailable) return null;
    throw error;
  }
}

/** Aborts when the caller disconnects, or after this many milliseconds. */
export function within(request: Pick<Request, 'signal'>, ms: number): AbortSignal {
  const deadline = AbortSignal.timeout(ms);
  return request.signal ? AbortSignal.any([request.signal, deadline]) : deadline;
}

import { questionsAbout } from '../../ranking/topic.js';
import { clauses, placesOf, withSubjects } from '../../text/clauses.js';
import { type Reading, readWith } from '../memories/search/read-with.js';
import type { Contradiction } from './sql/timeline.js';

/** How much better, as a logit, another clause must fit the topic than the one that no longer holds. */
const CLEARLY = 0.5;
/** Clauses read for one topic. */
const MAX_CLAUSES = 48;

interface Topic {
  topic: string;
  /** What is about it. */
  about: ReadonlySet<string>;
  signal: AbortSignal;
  /** How the clauses read so far fit it. */
  fits: Map<string, number>;
}

/**
 * The open contradictions in which the older memory loses what it says about something else: "lives in Linz and works as a nurse" still says where
 * she lives when she becomes a midwife.
 */
export async function asides(
  request: Reading,
  { topic, about, signal, fits }: Topic,
  contradictions: readonly Contradiction[],
  contentOf: (id: string) => string | undefined,
): Promise<Set<Contradiction>> {
  const inPart = contradictions.flatMap((one) => {
    const content = contentOf(one.older)?.replace(/\s+/g, ' ');
    const [from] = content && one.isOpen && one.part !== null ? placesOf(content, one.part) : [];
    return from === undefined ? [] : [{ one, content: content as string, part: one.part as string, from }];
  });
  const found = new Set<Contradiction>();
  // Parts that do not overlap are different facts. If one changed in a memory about the topic, it is the one that the topic means.
  for (const { one, from, part } of inPart) {
    const isOther = (two: (typeof inPart)[number]) =>
      two.one.older === one.older && (two.from >= from + part.length || from >= two.from + two.part.length);
    if (!about.has(one.newer) && inPart.some((two) => isOther(two) && about.has(two.one.newer))) found.add(one);
  }
  const compound = inPart.flatMap(({ one, content, part }) => {
    const all = clauses(content);
    const place = all.findIndex((clause) => placesOf(clause, part).length > 0);
    return found.has(one) || all.length < 2 || place < 0 ? [] : [{ one, place, texts: withSubjects(all) }];
  });
  const unread = [...new Set(compound.flatMap(({ texts }) => texts))].filter((text) => !fits.has(text));
  const texts = unread.slice(0, Math.max(0, MAX_CLAUSES - fits.size));
  if (texts.length > 0) {
    const { asked, of } = questionsAbout(topic);
    const read = await Promise.all(asked.map((question) => readWith(request, question, texts, signal, 'call')));
    if (read.some((fit) => fit === null)) return found;
    for (const [at, text] of texts.entries()) fits.set(text, of(read.map((fit) => fit?.[at]?.relevance ?? 0)));
  }
  for (const { one, place, texts } of compound) {
    const fit = texts.map((text) => fits.get(text) ?? Number.NaN); // one that was not read decides nothing
    if (Math.max(...fit) - (fit[place] as number) >= CLEARLY) found.add(one);
  }
  return found;
}

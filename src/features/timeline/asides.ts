import { inTurns, type Work } from '../../kernel/turns/turns.js';
import { questionsAbout } from '../../ranking/topic.js';
import { clauses, placesOf, withSubjects } from '../../text/clauses.js';
import { READ } from '../conflicts/sql/find.js';
import { type Reading, readWith } from '../memories/search/read-with.js';
import type { Contradiction } from './sql/timeline.js';

/** How much better, as a logit, another clause must fit the topic than the one that no longer holds. */
const CLEARLY = 0.5;
/** Clauses read for one topic, and of one memory. */
const MAX_CLAUSES = 48;
const MAX_PER_MEMORY = 6;
/** Units of work (kernel/turns/turns.ts) per character of a text that is split into clauses. */
const UNITS = 4;

interface Topic {
  topic: string;
  /** What is about it. */
  about: ReadonlySet<string>;
  signal: AbortSignal;
  /** How the clauses read so far fit it. */
  fits: Map<string, number>;
  /** The older memories met so far, by id. */
  olders: Map<string, Older>;
}

interface Older {
  content: string;
  clauses: readonly string[];
  /** The clauses with their subjects. */
  read: readonly string[];
}

interface Part {
  one: Contradiction;
  older: Older;
  from: number;
  to: number;
}

/**
 * The open contradictions in which the older memory loses what it says about something else: "lives in Linz and works as a nurse" still says where
 * she lives when she becomes a midwife.
 */
export async function asides(
  request: Reading,
  { topic, about, signal, fits, olders }: Topic,
  contradictions: readonly Contradiction[],
  contentOf: (id: string) => string | undefined,
): Promise<Set<Contradiction>> {
  const parts = await inTurns(partsOf(contradictions, olders, contentOf));
  const found = new Set<Contradiction>();
  // Parts that do not overlap are different facts. If one changed in a memory about the topic, it is the one that the topic means.
  const meant = parts.filter(({ one }) => about.has(one.newer));
  for (const { one, older, from, to } of parts) {
    const isOther = (two: Part) => two.older === older && (two.from >= to || from >= two.to);
    if (!about.has(one.newer) && meant.some(isOther)) found.add(one);
  }
  const compound = parts.flatMap(({ one, older: { clauses, read } }) => {
    const place = found.has(one) ? -1 : clauses.findIndex((clause) => placesOf(clause, one.part as string).length > 0);
    const others = read.filter((_, at) => at !== place);
    const texts = [read[place] as string, ...others].slice(0, MAX_PER_MEMORY);
    return place < 0 || others.length === 0 ? [] : [{ one, texts }];
  });
  const unread = [...new Set(compound.flatMap(({ texts }) => texts))].filter((text) => !fits.has(text));
  const texts = unread.slice(0, Math.max(0, MAX_CLAUSES - fits.size));
  if (texts.length > 0) {
    const { asked, of } = questionsAbout(topic);
    const read = await Promise.all(
      asked.map((question) => readWith(request, question, texts, signal, { priority: 'call' })),
    );
    if (read.some((fit) => fit === null)) return found;
    for (const [at, text] of texts.entries()) fits.set(text, of(read.map((fit) => fit?.[at]?.relevance ?? 0)));
  }
  for (const { one, texts } of compound) {
    // A clause that was not read decides nothing.
    const [changed = Number.NaN, ...others] = texts.map((text) => fits.get(text) ?? Number.NaN);
    if (others.some((fit) => fit - changed >= CLEARLY)) found.add(one);
  }
  return found;
}

/** The words that no longer hold, of each open contradiction that names them. */
function* partsOf(
  contradictions: readonly Contradiction[],
  olders: Topic['olders'],
  contentOf: (id: string) => string | undefined,
): Work<Part[]> {
  const parts: Part[] = [];
  for (const one of contradictions) {
    if (!one.isOpen || one.part === null) continue;
    let older = olders.get(one.older);
    if (!older) {
      const text = contentOf(one.older)?.slice(0, READ); // no contradiction is found after this
      if (text === undefined) continue;
      const all = clauses(text);
      older = { content: text.replace(/\s+/g, ' '), clauses: all, read: withSubjects(all) };
      olders.set(one.older, older);
      yield text.length * UNITS;
    }
    const [from] = placesOf(older.content, one.part);
    if (from !== undefined) parts.push({ one, older, from, to: from + one.part.length });
  }
  return parts;
}

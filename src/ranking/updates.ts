import { termCounts } from '../language/terms.js';
import type { Reading } from './candidate.js';
import type { Question } from './question.js';
import { FIRST_PERSON } from './reading.js';

/** When a newer statement counts as replacing an older one, and what it gains. */
export interface UpdateParameters {
  /** Best candidates that are compared pair by pair. */
  considered: number;
  /** Best statements that a newer one may be put above. */
  challenged: number;
  /** Newer ones that are put above it: which of several is the one cannot always be told. */
  successors: number;
  /** Weight of shared words when several newer ones could have replaced one. */
  likeness: number;
  /** Weight of saying that something changed, then. */
  cue: number;
  /** Share of the question's terms that both must have for being about it. */
  aboutIt: number;
  /** Share of the older one's terms of the question that the newer one repeats. */
  sameSubject: number;
  /** By how much the newer one is put above the older. */
  margin: number;
  /** Most that a newer one can gain: further down it is about something else. */
  mostGain: number;
}

/** Amounts, times and dates: what usually changes while the subject stays. */
const VALUE =
  /\d[\d,.:]*\d|\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|thousand|january|february|march|april|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b/gi;
/** Words by which a statement says by itself that it replaces another. */
const REPLACES =
  /\b(?:no longer|not any ?more|instead of|used to|switched (?:to|from)|chang(?:ed?|ing) (?:to|from|my|the|it)|moved (?:to|from|back)|replaced|rescheduled|postponed|cancell?ed|quit|stopped|updated|corrected|correction|turns out)\b/i;
/** Words by which a statement says that it replaces another. */
const CUE = new RegExp(
  `\\b(?:${[
    'now|new|newly|currently|latest|recently|instead|no longer|any ?more|from now on|as of',
    // Both directions of every kind of change.
    'increas(?:ed?|ing)|decreas(?:ed?|ing)|rais(?:ed?|ing)|lower(?:ed|ing)|rose|risen|fell|fallen|grew|grown|shrank|shrunk',
    'extend(?:ed|ing)|shorten(?:ed|ing)|improv(?:ed?|ing)|worsen(?:ed|ing)|reduc(?:ed?|ing)|expand(?:ed|ing)|upgraded|downgraded',
    'add(?:ed|ing)|remov(?:ed?|ing)|started|stopped|mov(?:ed?|ing)|switch(?:ed|ing)|chang(?:ed?|ing)|updat(?:ed?|ing)',
    'replac(?:ed?|ing)|revis(?:ed?|ing)|adjust(?:ed|ing)|corrected|rescheduled|postponed|brought forward|up (?:to|from)|down (?:to|from)',
  ].join('|')})\\b`,
  'i',
);

interface Statement {
  at: number;
  terms: ReadonlySet<string>;
  /** Terms of the question that it has. */
  about: ReadonlySet<string>;
  /** Said in the first person. */
  own: boolean;
  values: ReadonlySet<string>;
  cue: boolean;
  replaces: boolean;
  index: number;
}

/** What every reading gains by being newer than the statements it replaces; `scores` are those of all other parts. */
export function updateGains(
  question: Question,
  readings: readonly Reading[],
  scores: Float64Array,
  parameters: UpdateParameters,
): Float64Array {
  const gains = new Float64Array(readings.length);
  if (!question.asksLatest || question.terms.size === 0) return gains;
  const best = bestFirst(scores).slice(0, parameters.considered);
  const likely = best.filter((index) => mayMatter(question, (readings[index] as Reading).said));
  if (!question.asksValue && !likely.some((index) => REPLACES.test((readings[index] as Reading).said))) return gains;
  const needed = parameters.aboutIt * question.terms.size;
  const statements = likely
    .map((index) => statementOf(question, readings[index] as Reading, index))
    .filter(({ about }) => about.size >= needed);
  const standing = (at: number) => (scores[at] as number) + (gains[at] as number);
  for (const older of statements.slice(0, parameters.challenged)) {
    const newer = successorsOf(question, older, statements, standing, parameters);
    // The likeliest successor ends highest.
    for (let rank = newer.length - 1, above = standing(older.index); rank >= 0; rank--) {
      const { index } = newer[rank] as Statement;
      above = Math.max(above + parameters.margin, scores[index] as number);
      const gain = above - (scores[index] as number);
      if (gain > (gains[index] as number)) gains[index] = gain;
    }
  }
  return gains;
}

/** The statements that most likely replaced the older: near in score, alike in words. Likeliest first. */
function successorsOf(
  question: Question,
  older: Statement,
  statements: readonly Statement[],
  standing: (at: number) => number,
  parameters: UpdateParameters,
): Statement[] {
  const fit = (newer: Statement) => {
    const alike = parameters.likeness * likeness(older.terms, newer.terms);
    return standing(newer.index) + alike + (newer.cue ? parameters.cue : 0);
  };
  const reach = standing(older.index) - parameters.mostGain;
  return statements
    .filter(
      (newer) => newer.at > older.at && standing(newer.index) >= reach && replaces(question, older, newer, parameters),
    )
    .map((newer) => ({ newer, fit: fit(newer) }))
    .sort((a, b) => b.fit - a.fit || b.newer.at - a.newer.at || a.newer.index - b.newer.index)
    .slice(0, parameters.successors)
    .map(({ newer }) => newer);
}

/** Shared terms in the shorter of two texts, 0–1. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  let shared = 0;
  for (const term of small) if (large.has(term)) shared++;
  return small.size > 0 ? shared / small.size : 0;
}

/** Places in descending order of score; of equal ones the first, so that the readings' own order decides. */
export const bestFirst = (scores: Float64Array): number[] =>
  Array.from(scores.keys()).sort((a, b) => (scores[b] as number) - (scores[a] as number) || a - b);

/** A question for a value is answered by statements with one; cheaper to see than their terms. */
const mayMatter = (question: Question, said: string) => !question.asksValue || said.search(VALUE) >= 0;

function statementOf(question: Question, { said, candidate }: Reading, index: number): Statement {
  const terms = new Set(termCounts(said).keys());
  const about = new Set([...question.terms].filter((term) => terms.has(term)));
  const values = new Set(said.toLowerCase().match(VALUE) ?? []);
  return {
    at: candidate.at,
    terms,
    about,
    values,
    cue: CUE.test(said),
    replaces: REPLACES.test(said),
    own: FIRST_PERSON.test(said),
    index,
  };
}

/** The newer one speaks of the same part of the question and gives another value, or says that something changed. */
function replaces(question: Question, older: Statement, newer: Statement, { sameSubject }: UpdateParameters): boolean {
  if (older.own !== newer.own) return false;
  let shared = 0;
  for (const term of older.about) if (newer.about.has(term)) shared++;
  if (shared < sameSubject * older.about.size) return false;
  if (!question.asksValue) return newer.replaces;
  for (const value of newer.values) if (!older.values.has(value)) return true;
  return false;
}

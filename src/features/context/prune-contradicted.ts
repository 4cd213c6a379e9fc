import { isOtherLanguage } from '../../readers/other-languages.js';
import { worthOf } from '../../readers/traits.js';
import { agrees, clauses, placesOf, subjectOf, withSubject, withSubjects } from '../../text/clauses.js';
import { sentences } from '../../text/sentences.js';
import { termCounts } from '../../text/terms.js';
import type { Needs } from '../memories/search/read-results.js';
import type { Found } from './candidate.js';
import type { Contradiction, Detail } from './sql/statements.js';

/** What a vital memory gains, on the scale of the ranking: health, safety, consent, money and deadlines come before chatter. */
export const VITAL_GAIN = 0.25;
/** What one unit of the reader's need logit is worth on that scale. */
const NEED_WEIGHT = 0.15;
/** What a memory gains, in a context without a question, if it says something one must know about the person. */
const PORTRAIT_GAIN = 2;
/** From this confidence on, an unresolved contradiction decides what is shown. */
const SURE_ENOUGH = 0.55;
/** How much more likely a memory must be to answer the question than what the reader holds against it, to be shown nevertheless. */
const ANSWERS_BETTER = 0.6;
/** Characters of a text in which a part is looked for: contradictions are found in the first 2,000, which a speaker's name may precede. */
const READ = 2_100;
/** Words that must be left of a memory for it to be meaningful: without a clause, and with an ellipsis in place of words. */
const MIN_WORDS = { withoutClause: 3, withEllipsis: 5 };
/** Different words, besides those of grammar, without which a clause says nothing: "and pays …", "takes … in the morning and … at night". */
const MIN_TERMS = { withEllipsis: 2, withTwo: 5 };
/** What is left of a memory loses this much: in a small budget, statements that hold as a whole come first. */
const REST_LOSES = 0.4;
/** The least by which it ranks below what replaced the other part. */
const BELOW = 1e-6;

/** A clause that is meaningful only together with the one before it. */
const DEPENDENT = /^(?:who|whom|whose|which|that|where|when|because|since)\b/i;
/** A sentence that takes up the one before it. */
const POINTS = /^(?:he|she|it|they|his|her|its|their|this|that|these|those)\b/i;
/** Often the user, or somebody who is known. */
const POINTS_AT_PERSON = /^(?:he|she|his|her)\b/i;
const POINTS_AT_ALL_OF_IT = /^th(?:is|at|ese|ose)\b/i;
/** The speaker of a memory. */
const LABEL = /^[^\s:][^:]{0,38}: /;

/**
 * The found memories as they hold now: without the words that were superseded since, with what is vital first. What is left of
 * a memory ranks below the one that replaced the rest.
 */
export function pruneContradicted<F extends Found>(
  found: readonly F[],
  details: readonly Detail[],
  { model, needed, answers = new Map() }: { model: string; needed: Needs | 'portrait'; answers?: Answers },
): F[] {
  const texts = new Map(found.map(({ id, content }) => [id, content]));
  const isForeign = (id: string) => isOtherLanguage(texts.get(id) ?? '');
  const better = (id: string, by: string) => (answers.get(id) ?? 0) - (answers.get(by) ?? 0);
  const byId = new Map(details.map((detail) => [detail.id, detail]));
  const need = needed === 'portrait' ? () => 0 : needIn(needed);
  const holding = found.flatMap((memory) => {
    const detail = byId.get(memory.id);
    if (!detail) return { memory, by: [], beside: [] };
    const { id } = memory;
    const stands = ({ by, confidence, isDecided }: Contradiction) =>
      isDecided || (confidence >= SURE_ENOUGH && !isForeign(id) && !isForeign(by));
    const isDoubtful = ({ by, isDecided }: Contradiction) => !isDecided && better(id, by) >= ANSWERS_BETTER;
    const standing = detail.contradictions.filter(stands);
    const all = afterCuts(memory.content, standing);
    const known = all === null ? standing.filter((one) => !isDoubtful(one)) : standing;
    const content = all ?? afterCuts(memory.content, known);
    if (content === null) return [];
    const worth = detail.vector && !memory.isOver ? worthOf(model, detail.vector) : null;
    const gain = needed === 'portrait' ? PORTRAIT_GAIN * (worth?.portrait ?? 0) : NEED_WEIGHT * need(memory.id);
    const lost = content === memory.content ? 0 : REST_LOSES;
    const relevance = memory.relevance + gain + VITAL_GAIN * (worth?.vital ?? 0) - lost;
    const beside = standing.filter((one) => !known.includes(one)).map((one) => one.by);
    return { memory: { ...memory, content, relevance }, by: known.map((one) => one.by), beside };
  });
  const all = new Map(holding.map((one) => [one.memory.id, one]));
  const places = new Map<string, number>();
  const lowered = (id: string): number => {
    const [one, known] = [all.get(id), places.get(id)];
    if (!one || known !== undefined) return known ?? Number.POSITIVE_INFINITY;
    places.set(id, one.memory.relevance); // in case the chain leads back to it
    const place = one.by.reduce((least, by) => Math.min(least, lowered(by) - BELOW), one.memory.relevance);
    places.set(id, place);
    return place;
  };
  for (const { memory, beside } of holding)
    for (const by of beside) {
      const least = lowered(memory.id) + BELOW;
      if (all.has(by) && lowered(by) < least) places.set(by, least);
    }
  return holding
    .map(({ memory }) => ({ ...memory, relevance: lowered(memory.id) }))
    .sort((a, b) => b.relevance - a.relevance);
}

/** The longest part first: a shorter one may be inside it. */
function afterCuts(content: string, known: readonly Contradiction[]): string | null {
  const longest = [...known].sort((a, b) => (b.part?.length ?? 0) - (a.part?.length ?? 0) || (a.by < b.by ? -1 : 1));
  return longest.reduce<string | null>(
    (text, { part }) => (text === null || part === null ? null : without(text, part)),
    content,
  );
}

/** 0–1, by id: how likely memories answer the question; only of those that were read. */
export type Answers = ReadonlyMap<string, number>;

/** A memory that was not read counts as the least needed of those that were. */
function needIn(needed: Needs): (id: string) => number {
  const least = needed.size > 0 ? Math.min(...needed.values()) : 0;
  return (id) => needed.get(id) ?? least;
}

/**
 * A text without what no longer holds: a clause is left out, words inside one become an ellipsis, unless they leave too little of it. Unchanged if it
 * does not contain them, null if nothing meaningful is left.
 */
export function without(text: string, part: string): string | null {
  const [beginning, tail] = [text.slice(0, READ), text.slice(READ)];
  const line = beginning.replace(/\s+/g, ' ');
  const [at] = placesOf(line, part);
  if (at === undefined) return text;
  const words = { from: at, to: at + part.length };
  const clause = clausesAround(line, clauses(beginning), words);
  const isClause = clause !== null && isWhole(line, clause, words);
  const { from, to } = isClause ? clause : words;
  const cut = [line.slice(0, from), line.slice(from, to), line.slice(to)] as const;
  const rest = isClause ? withoutClause(...cut) : withEllipsis(...cut);
  const least = isClause ? MIN_WORDS.withoutClause : MIN_WORDS.withEllipsis;
  return wordCount(rest + tail.slice(0, READ)) < least ? null : rest + tail;
}

interface Place {
  from: number;
  to: number;
}

/** The clause, or the clauses, with these words; in a context, the first one may begin with its speaker, who is not part of it. */
function clausesAround(line: string, all: readonly string[], words: Place): Place | null {
  let [begin, to]: [number | null, number] = [null, 0];
  for (const clause of all) {
    const from = line.indexOf(clause, to);
    if (from < 0) continue;
    to = from + clause.length;
    if (begin === null && to > words.from && from <= words.from) {
      const said = from + (from === 0 ? (LABEL.exec(clause)?.[0].length ?? 0) : 0);
      begin = said <= words.from ? said : from;
    }
    if (begin !== null && to >= words.to) return { from: begin, to };
  }
  return null;
}

/** Whether the words are all of the clause, or leave so little of it that it says nothing. */
function isWhole(line: string, clause: Place, words: Place): boolean {
  if (clause.from === words.from && clause.to === words.to) return true;
  const [before, after] = [line.slice(clause.from, words.from), line.slice(words.to, clause.to)];
  const isLabelled = clause.from > 0 && line.slice(0, clause.from) === LABEL.exec(line)?.[0];
  if (isLabelled) return false;
  const terms = termCounts(before + after).size;
  if ((before + after).includes('…')) return terms < MIN_TERMS.withTwo;
  const isPhrase = /(?:^|,\s)$/.test(before) && /^(?:[,.;!?]|$)/.test(after); // what is left is complete
  return terms < (isPhrase ? 1 : MIN_TERMS.withEllipsis);
}

const wordCount = (text: string) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/** The bracket that the words leave without a partner goes with them. */
function withEllipsis(before: string, words: string, after: string): string {
  const [opened, closed] = [words.lastIndexOf('('), words.lastIndexOf(')')];
  const head = closed >= 0 && !words.slice(0, closed).includes('(') ? before.replace(/\((?=[^()]*$)/, '') : before;
  const rest = opened > closed ? after.replace(/^([^()]*)\)/, '$1') : after;
  return `${head}…${rest.replace(/^\.(?=\s|$)/, '')}`;
}

function withoutClause(before: string, clause: string, after: string): string {
  const kept = before.replace(/(?:[,;–—-]|\b(?:and|but))?\s?$/u, '').trimEnd();
  const next = standing(clause, afterJoint(after));
  const mark = /[.!?]$/.exec(next === '' ? clause + after : clause)?.[0];
  if (kept === '' || /[.!?…:]$/.test(kept)) {
    const rest = mark ? next : next && withSubject(clause, next);
    return joined(kept, /[.!?]$/.test(kept) && /^\p{Lu}/u.test(clause) ? capitalised(rest) : rest);
  }
  if (mark) return joined(kept + mark, next);
  return next === '' ? kept : `${kept}; ${withSubjects([...clauses(kept), clause, next]).at(-1)}`;
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const joined = (...pieces: string[]) => pieces.filter(Boolean).join(' ');
const afterJoint = (text: string) => text.replace(/^[\s,;.–—-]*(?:(?:and|but|while)\s+)?/u, '');

/** A sentence with this subject in place of the pronoun that it begins with. */
function named(sentence: string, subject: string): string {
  const [, pronoun, owner] = /^(?:(he|she|it|they)|(his|her|its|their))(?=\s)/i.exec(sentence) ?? [];
  if (pronoun) return subject + sentence.slice(pronoun.length);
  if (owner) return `${subject}${agrees('they', subject) ? "'" : "'s"}${sentence.slice(owner.length)}`;
  return `${subject} … ${sentence}`;
}

/** What follows a clause that was cut, without what is meaningful only together with it; a pronoun gets the subject that it stands for. */
function standing(cut: string, after: string): string {
  let left = after;
  for (let isNext = true; left !== ''; isNext = false) {
    const isDependent = isNext && !/[.!?]$/.test(cut) && DEPENDENT.test(left);
    if (!isDependent) {
      if (!POINTS.test(left) || (isNext && POINTS.test(cut))) return left;
      const subject = isNext && !POINTS_AT_ALL_OF_IT.test(left) && subjectOf(cut);
      if (subject && !/^(?:I|you|we)$/i.test(subject) && agrees(left, subject)) return named(left, subject);
      if (POINTS_AT_PERSON.test(left)) return left;
    }
    const lost = (isDependent ? clauses(left) : sentences(left))[0] ?? left;
    left = afterJoint(left.slice(lost.length));
  }
  return '';
}

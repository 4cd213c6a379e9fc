import type { Work } from '../../kernel/turns/turns.js';
import { ended, isChatter } from '../../readers/summary/salience.js';
import { isSettled } from '../../readers/summary/turning-points.js';
import { estimateTokens } from '../../text/tokens.js';
import { statesReplacement } from '../conflicts/reason.js';
import { foldBeginnings } from './fold-beginnings.js';
import { type Unit, unitsOf } from './units.js';

/** Up to this many words, a sentence is kept if there is room, even if it has no fact and its memory is not important: it is already concise. */
const SHORT = 8;
/** With this many sentences that it depends on, it is not concise any more. */
const MAX_NEEDED = 4;
/** The share of a sentence's own words that must be new: what was said is not repeated. */
const NEW_SHARE = 0.4;
/** Words that occur in this share of the texts are their subject, and do not count as any sentence's own. */
const SUBJECT_SHARE = 0.75;

/** A memory to be combined with others. */
export interface Source {
  text: string;
  /** False for talk, which is dropped. */
  matters: boolean;
}

/**
 * Combines several texts, given in time order, into one: every sentence with a number, date or name that no other one has, what was decided or
 * changed, what matters, and what is said in few words as long as `room` tokens suffice. Talk and repetition are dropped.
 */
export function* compose(sources: readonly Source[], room = Number.POSITIVE_INFINITY): Work<string> {
  return textOf(yield* choose(sources, [], room));
}

/** Appends to an existing summary the facts and decisions that it left out. */
export function* composeAfter(summary: string, sources: readonly Source[]): Work<string> {
  return `${ended(summary)} ${textOf(yield* choose(sources, yield* unitsOf([summary]), 0))}`.trim();
}

/** The units to include, in order. `said` is already known. */
function* choose(sources: readonly Source[], said: readonly Unit[], room: number): Work<Unit[]> {
  const units = yield* unitsOf(sources.map(({ text }) => text));
  const facts = new Set(said.flatMap((unit) => [...unit.facts]));
  const terms = new Set(said.flatMap((unit) => unit.terms));
  const subject = subjectOf(units);
  const isNew = (unit: Unit) => {
    const own = unit.terms.filter((term) => !subject.has(term) && !isChatter(term));
    return missing(own, terms) >= Math.max(1, own.length * NEW_SHARE);
  };
  const taken = new Set<Unit>();
  const take = (unit: Unit) => {
    if (taken.has(unit)) return;
    if (unit.needs) take(unit.needs);
    taken.add(unit);
    for (const fact of unit.facts) facts.add(fact);
    for (const term of unit.terms) terms.add(term);
  };
  // Decisions contain facts too, and units with the most facts make others unnecessary.
  const first = units.filter(isDecided);
  const rest = units.filter((unit) => !isDecided(unit));
  const byFacts = [...first, ...rest.sort((a, b) => b.facts.size - a.facts.size)];
  for (const unit of byFacts) if (missing(unit.facts, facts) > 0) take(unit);
  const isWorth = (unit: Unit) => !unit.question && isNew(unit);
  const worth = said.length > 0 ? [] : rest.filter(({ turn }) => sources[turn]?.matters);
  for (const unit of [...first, ...worth]) if (isWorth(unit)) take(unit);
  // What says the most comes first, in case not all of it fits.
  const brief = said.length > 0 ? [] : rest.filter(({ words, turn }) => words <= SHORT && !sources[turn]?.matters);
  brief.sort((a, b) => b.terms.length - a.terms.length);
  let left = room - estimateTokens(textOf(units.filter((unit) => taken.has(unit))));
  for (const unit of brief) {
    const missed: Unit[] = [];
    for (let one: Unit | null = unit; one && !taken.has(one) && missed.length <= MAX_NEEDED; one = one.needs)
      missed.push(one);
    const cost = missed.reduce((sum, { text }) => sum + estimateTokens(`${ended(text)} `), 0);
    if (missed.length > MAX_NEEDED || cost > left || !isWorth(unit)) continue;
    take(unit);
    left -= cost;
  }
  if (taken.size === 0 && said.length === 0 && units[0]) take(units[0]);
  return units.filter((unit) => taken.has(unit));
}

const isDecided = ({ text }: Unit) => isSettled(text) || statesReplacement(text);

function subjectOf(units: readonly Unit[]): Set<string> {
  const turns = new Map<string, Set<number>>();
  for (const { terms, turn } of units)
    for (const term of terms) turns.set(term, (turns.get(term) ?? new Set()).add(turn));
  const all = new Set(units.map(({ turn }) => turn)).size;
  return new Set(
    [...turns].filter(([, where]) => where.size >= Math.max(3, all * SUBJECT_SHARE)).map(([term]) => term),
  );
}

const missing = (wanted: Iterable<string>, there: ReadonlySet<string>) =>
  [...wanted].filter((item) => !there.has(item)).length;

const textOf = (units: readonly Unit[]) => foldBeginnings(units.map((unit) => ended(unit.text))).join(' ');

import type { Clause } from './clauses.js';
import type { Word } from './words.js';

export interface Negation {
  cue: string;
  /** Position of the cue among the clause's words. */
  position: number;
}

const PLAIN = new Set(
  `not never no none nobody nothing nowhere neither nor cannot without hardly barely scarcely unable lacks lacking no-one isn't aren't wasn't weren't don't doesn't didn't won't wouldn't can't couldn't haven't
hasn't hadn't shouldn't ain't isnt arent wasnt dont doesnt didnt wont
cant havent hasnt`.split(/\s+/),
);
/** What looks like a denial and denies nothing about the subject. */
const IDIOM =
  /^(?:(?:not|never|no) (?:only|just|sure|certain|enough|too|mind|doubt|matter|problem|idea|wonder|later|more than|less than|sooner|a problem|bad|talk|chat|see|way|thanks|yet sure|really sure|quite sure|entirely sure|worry)|can't (?:wait|help|figure|seem|believe)|(?:don't|didn't|do not) (?:know|understand|mind|worry|think|believe|have to|need to|want to (?:miss|mess|forget|lose|make))|no \w+ (?:better|worse|greater|more|else)|haven't (?:talked|seen|spoken|chatted|heard|met|caught)|(?:isn't|wasn't|aren't) (?:sure|enough|it|that)|without (?:\w+ing|feeling|losing)|stopped by|dropped by|not (?:feel|want|have to|miss))\b/;

/** Two denials in a row cancel out: "not without", "never stopped". */
const cancels = (first: Negation, second: Negation) => second.position - first.position === 1;

/** An activity that ended: "stopped smoking", "quit her job". */
const ENDED = /^(?:stopped|stops|quit|quits|ceased|gave up|given up) (?:\w+ing|my|his|her|their|our|the)\b/;

/** Where a clause denies something, or null. */
export function negationOf(clause: Clause): Negation | null {
  const found: Negation[] = [];
  const { words } = clause;
  for (const [position, word] of words.entries()) {
    const two = `${word.lower} ${words[position + 1]?.lower ?? ''}`;
    const cue = two === 'no one' || two === 'no longer' ? two : word.lower;
    const ahead = words
      .slice(position, position + 4)
      .map((next) => next.lower)
      .join(' ');
    if (!(PLAIN.has(word.lower) ? !IDIOM.test(ahead) : ENDED.test(ahead))) continue;
    found.push({ cue, position });
  }
  const [first, second] = found;
  return first && !(second && cancels(first, second)) ? first : null;
}

/** Who speaks, or "there", before the denial is no part of what is denied; words before a relative are another thought. */
const SPEAKER = /^(?:i|we|i've|we've|you|you've|he|she|they|they've|he's|she's|there|have|has|had|am|do|did)$/;
const POINTS_BACK = /^(?:done|did|tried|do|try) (?:it|that|this|so|one)\b/;
const JOINS = new Set(['or', 'nor', 'like', 'including']);

/** A second denial after "and" denies something else. */
function scopeOf(words: Word[]): Word[] {
  const next = words.findIndex((word) => PLAIN.has(word.lower));
  const and = next < 0 ? -1 : words.findLastIndex((word, index) => index < next && word.lower === 'and');
  return and < 0 ? words : words.slice(0, and);
}

/** What a denial denies: alternatives joined by "or" or "like", each with the first verb when it has none of its own. */
export function denied(clause: Clause, negation: Negation, previous?: Clause): Word[][] {
  const before = clause.words.slice(0, negation.position);
  const spoken = before.findLastIndex((word) => SPEAKER.test(word.lower));
  const scope = scopeOf(clause.words.slice(negation.position + 1));
  const universal = negation.cue === 'never' || scope.some((word) => word.lower === 'any');
  const verb = scope.find((word) => word.weight > 0);
  const alternatives: Word[][] = [[]];
  for (const word of scope) {
    if (universal && JOINS.has(word.lower)) alternatives.push([]);
    else alternatives.at(-1)?.push(word);
  }
  const subject = before.slice(spoken + 1);
  // "…, as I have never done that": what was said just before is denied
  if (previous && previous.sentence === clause.sentence && POINTS_BACK.test(scope.map((word) => word.lower).join(' ')))
    return [previous.words.filter((word) => word.weight > 0)];
  return alternatives.map((words, index) => {
    const ownVerb = /(?:ed|ing)$/.test(words[0]?.lower ?? '');
    const lent = index > 0 && !ownVerb && verb ? [verb] : [];
    return [...subject, ...lent, ...words].filter((word) => word.weight > 0);
  });
}

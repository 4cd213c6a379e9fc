import type { Clause } from './clauses.js';
import type { Word } from './words.js';

export interface Negation {
  cue: string;
  /** Position of the cue among the clause's words. */
  position: number;
  /** Nobody and nothing deny every subject, so the subject need not be met. */
  anySubject: boolean;
}

const PLAIN = new Set(
  `not never no none nobody nothing nowhere neither nor cannot without hardly barely scarcely unable fails failed refuses
refused lacks lacking no-one isn't aren't wasn't weren't don't doesn't didn't won't wouldn't can't couldn't haven't
hasn't hadn't shouldn't ain't stopped quit quits ceased dropped abandoned gave-up isnt arent wasnt dont doesnt didnt wont
cant havent hasnt`.split(/\s+/),
);
const ANY_SUBJECT = new Set(['nobody', 'none', 'nothing', 'nowhere', 'no-one']);
/** What looks like a denial and denies nothing about the subject. */
const IDIOM =
  /^(?:(?:not|never|no) (?:only|just|sure|certain|enough|too|mind|doubt|matter|problem|idea|wonder|later|more than|less than|sooner|yet sure|really sure|quite sure|entirely sure|worry)|can't (?:wait|help|figure|seem|believe)|(?:don't|didn't|do not) (?:know|understand|mind|worry|think|believe|have to|need to|want to (?:miss|mess|forget|lose|make))|(?:isn't|wasn't|aren't) (?:sure|enough|it|that)|without (?:\w+ing|feeling|losing)|stopped by|dropped by|not (?:feel|want|have to|miss))\b/;

/** Where a clause denies something, or null. Two denials in one clause cancel out ("not without"). */
export function negationOf(clause: Clause): Negation | null {
  const found: Negation[] = [];
  const { words } = clause;
  for (const [position, word] of words.entries()) {
    const two = `${word.lower} ${words[position + 1]?.lower ?? ''}`;
    const cue = two === 'no one' || two === 'gave up' || two === 'no longer' ? two : word.lower;
    if (!PLAIN.has(word.lower) && cue !== 'gave up') continue;
    const ahead = words.slice(position, position + 4).map((next) => next.lower).join(' ');
    if (IDIOM.test(ahead)) continue;
    found.push({ cue, position, anySubject: ANY_SUBJECT.has(word.lower) || cue === 'no one' });
  }
  return found.length % 2 === 1 || found.length > 2 ? (found[0] ?? null) : null;
}

/** What a denial denies: alternatives joined by "or", each with the first verb when it has none of its own. */
export function denied(clause: Clause, negation: Negation): Word[][] {
  const before = clause.words.slice(0, negation.position);
  const scope = clause.words.slice(negation.position + 1);
  const verb = scope.find((word) => word.weight > 0);
  const alternatives: Word[][] = [[]];
  for (const word of scope) {
    if (word.lower === 'or' || word.lower === 'nor') alternatives.push([]);
    else alternatives.at(-1)?.push(word);
  }
  return alternatives.map((words, index) => {
    const ownVerb = /(?:ed|ing)$/.test(words[0]?.lower ?? '');
    const lent = index > 0 && !ownVerb && verb ? [verb] : [];
    return [...before, ...lent, ...words].filter((word) => word.weight > 0);
  });
}

import { coverage, stemsOf } from './coverage.js';
import { type Judgement, stronger } from './judgement.js';
import type { ReadClause, Reading } from './reading.js';
import { maySame, subjectOf } from './subject.js';
import { wordsOf } from './words.js';

/** Liking allows of many; preferring names one before another. */
const PREFERS =
  /\bprefer(?:s|red)? (?:to (?:have |use |drink |eat |take )?)?([^,.;:!?]{2,50}?)(?: (?:over|to|rather than|instead of|than) ([^,.;:!?]{2,40}))?(?=$|[,.;:!?]| (?:for|when|because|since|in|on|at|now)\b)/i;

interface Preference {
  chosen: string;
  over: string;
  clause: ReadClause;
}

/** The choice of one is what the other puts second, or another one of the same kind ("dark mode", "light mode"). */
export function changeOfPreference(older: Reading, newer: Reading): Judgement | null {
  let best: Judgement | null = null;
  for (const a of preferencesIn(older)) {
    for (const b of preferencesIn(newer)) {
      if (!maySame(subjectOf(a.clause), subjectOf(b.clause)) || same(a.chosen, b.chosen)) continue;
      if (!same(a.chosen, b.over) && !same(b.chosen, a.over) && !sameKind(a.chosen, b.chosen)) continue;
      best = stronger(best, {
        type: 'value_change',
        confidence: 0.75,
        reason: `Both name a preference: ${a.chosen} against ${b.chosen}`,
      });
    }
  }
  return best;
}

const preferencesIn = (reading: Reading): Preference[] =>
  reading.clauses.flatMap((clause) => {
    const found = clause.question || clause.negation ? null : PREFERS.exec(clause.text);
    return found ? [{ chosen: found[1] ?? '', over: found[2] ?? '', clause }] : [];
  });

const same = (a: string, b: string) => {
  const one = wordsOf(a).filter((word) => word.weight > 0);
  return one.length > 0 && b !== '' && coverage(one, stemsOf(wordsOf(b))) === 1;
};
/** A shared last word behind different first ones: "window seats", "aisle seats". */
const sameKind = (a: string, b: string) => {
  const one = wordsOf(a);
  const two = wordsOf(b);
  return one.length === 2 && two.length === 2 && one[1]?.stem === two[1]?.stem && one[0]?.stem !== two[0]?.stem;
};

import { alike } from './coverage.js';
import { type Judgement, stronger } from './judgement.js';
import type { Reading } from './reading.js';
import { maySame, subjectOf } from './subject.js';
import { ofDifferentTimes, tellsOfEvent } from './times.js';

/** Only short statements are the same but for a figure by more than chance. */
const MOST_WORDS = 16;
/** How much of the rest each must share with the other. */
const REST = 0.8;
const CALENDAR = new Set(['date', 'time', 'weekday']);
/** Of these there is one; a bus or a shop has many times. */
const ONE_DATE =
  /\b(?:my|our|the|his|her|their) (?:\w+ ){0,2}(?:flight|train|meeting|appointment|wedding|exam|interview|launch|deadline|party|trip|call|release|concert|dinner|class|lesson|invoice|bill|report)\b|\b(?:opens|closes|starts|begins|ends|lands|is due|are due)\b/i;

/** "The flat has 3 rooms", "The flat has 4 rooms": how things are, the same but for the figure. */
export function sameButFigure(older: Reading, newer: Reading): Judgement | null {
  let best: Judgement | null = null;
  for (const a of older.quantities) {
    if (a.clause.words.length > MOST_WORDS || a.clause.question || tellsOfEvent(a.clause) || a.delta || a.former)
      continue;
    for (const b of newer.quantities) {
      if (
        a.kind !== b.kind ||
        a.value === b.value ||
        b.clause.words.length > MOST_WORDS ||
        b.clause.question ||
        b.delta ||
        b.former
      )
        continue;
      if (tellsOfEvent(b.clause) || (a.clause.negation === null) !== (b.clause.negation === null)) continue;
      if (a.spelt || b.spelt) {
        if (ANYONE.test(a.clause.text) || ANYONE.test(b.clause.text)) continue;
      }
      if (CALENDAR.has(a.kind) ? !ONE_DATE.test(a.clause.text) : ofDifferentTimes(a.clause, b.clause)) continue;
      if (
        a.kind === 'count' &&
        (a.units.length > 0 || b.units.length > 0) &&
        !a.units.some((unit) => b.units.includes(unit))
      )
        continue;
      if (!maySame(subjectOf(a.clause), subjectOf(b.clause)) || alike(besides(a), besides(b)) < REST) continue;
      best = stronger(best, {
        type: 'quantity',
        confidence: 0.75,
        reason: `The same but for the figure: ${a.text} against ${b.text}`,
      });
    }
  }
  return best;
}
type Measured = Reading['quantities'][number];
/** Everything but the figure itself. */
const besides = ({ clause, index, text }: Measured) =>
  clause.words.filter((word) => word.start < index || word.start >= index + text.length);
/** "Two men", "three dogs": a count of whoever is there, not of a known thing. */
const ANYONE = /^(?:there (?:is|are) )?(?:two|three|four|five|six|seven|eight|nine|ten|several|some)\b/i;

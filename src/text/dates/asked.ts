import type { FoundSpan, TimeSpan } from './calendar.js';
import { datesIn } from './dates.js';
import type { YearChooser } from './opened.js';

/** Asks for what is still to come … */
const AHEAD =
  /\b(?:will|shall|must|should|needs? to|(?:have|has) to|going to|due|plan(?:s|ned|ning)?|upcoming|coming up|deadlines?|supposed to|scheduled|expected)\b|['’]ll\b/i;
/** … unless it tells of the past: "Who did I have to call before 8 May?" */
const PAST = /\b(?:did|was|were|had)\b/i;

/**
 * The times that a question names. "Before 8 May" and "since September" mean the latest 8 May and September that are not still to come; "before",
 * "after", "until" and "by" mean the next ones if the question is about what is still to come.
 */
export function timesAsked(text: string, now: number): FoundSpan[] {
  const isAhead = AHEAD.test(text) && !PAST.test(text);
  const year = new Date(now).getUTCFullYear();
  const latestOrNext: YearChooser = (everyYear, word) => {
    if (word === 'from') return undefined; // "the letter from 8 May"
    const all = [year - 1, year, year + 1, year + 2].map(everyYear);
    if (isAhead && word !== 'since') return all.find((span) => edgeOf(span, word, 'last') > now);
    return all.findLast((span) => edgeOf(span, word, 'first') <= now);
  };
  return datesIn(text, now, latestOrNext, 'question');
}

/** When what is asked for begins or ends; for "until" and "by", the first or last moment of the date. */
function edgeOf({ from, to }: TimeSpan, word: string, ofDate: 'first' | 'last'): number {
  if (word === 'after' || word === 'following') return to;
  return ofDate === 'last' && (word === 'until' || word === 'by') ? to : from;
}

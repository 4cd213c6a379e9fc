import type { Clause } from './clauses.js';
import { remembered } from './memo.js';

const WHEN =
  /\b(?:(?:on |every )?(mon|tues|wednes|thurs|fri|satur|sun)days?|(yesterday|today|tomorrow|tonight)|((?:last|this|next) (?:year|month|week|quarter|summer|winter|spring|autumn|night|weekend))|(january|february|march|april|june|july|august|september|october|november|december)(?: (\d{1,2}))?|in (may)\b|(?:on |by )?(may) (\d{1,2})|(\d{1,2}) (may|january|february|march|april|june|july|august|september|october|november|december)|in ((?:19|20)\d\d)|(as a (?:child|kid|teenager|student)))\b/gi;

const timesIn = remembered(
  ({ text }: Clause) =>
    new Set(
      [...text.matchAll(WHEN)].map((match) =>
        match[0]
          .toLowerCase()
          .replace(/^(?:on|in|by|every) /, '')
          .replace(/s$/, ''),
      ),
    ),
);

/** Each names a time of its own, and they share none: what is true of Monday need not be true of Tuesday. */
export function ofDifferentTimes(a: Clause, b: Clause): boolean {
  const one = timesIn(a);
  if (one.size === 0) return false;
  const two = timesIn(b);
  return two.size > 0 && ![...one].some((time) => two.has(time));
}

const PAST =
  /\b(?:\p{L}{3,}ed|ran|spent|sold|slept|met|ate|drank|bought|paid|saw|went|did|got|took|made|won|lost|wrote|drove|rode|swam|had|came|gave|found|caught|was able)\b/iu;
const PRESENT = /\b(?:is|are|am|has|have|will|'s|'m|'re|'ve)\b/i;
/** Tells of a happening, which may happen again with other figures, rather than of how things are. */
export const tellsOfEvent = remembered((clause: Clause) => PAST.test(clause.text) && !PRESENT.test(clause.text));

import { datesIn, type TimeSpan } from '../language/dates.js';
import { namesIn } from '../language/entities.js';
import { queryTerms } from '../language/terms.js';
import { type Anchor, anchorIn } from './anchor.js';
import { FIRST_PERSON } from './reading.js';

/** What the second stage needs to know of a question, read once. */
export interface Question {
  text: string;
  terms: ReadonlySet<string>;
  /** Lower-case names. */
  names: ReadonlySet<string>;
  /** Times that the question names. */
  spans: readonly TimeSpan[];
  /** The event that it counts time from, when it names no time itself. */
  anchor: Anchor | null;
  /** Wants to know a time: "when …", "how long …", "which year …". */
  asksWhen: boolean;
  /** Does not ask for an earlier state, so that the latest statement is the answer. */
  asksLatest: boolean;
  /** The answer is an amount, a time or a date. */
  asksValue: boolean;
  /** Asked by the person the memories are about: "my budget". */
  firstPerson: boolean;
}

/** Characters of a question that are read for its kind: what follows is material, not the question. */
const READ = 2_000;

const WHEN = /\bwhen\b|\bhow long\b|\b(?:what|which) (?:date|day|month|year|time)\b/i;
/** What is counted or measured, by kind: money, number, share, size, time, degree. */
const MEASURES =
  'price|cost|fee|budget|salary|income|rent|balance|debt|number|count|amount|total|quantity|rate|percentage|ratio|share|average|' +
  'size|length|width|height|depth|weight|distance|volume|capacity|time|date|day|month|year|deadline|duration|age|' +
  'score|grade|rank|level|limit|speed|temperature';
const VALUE = new RegExp(
  `\\bhow (?:many|much|long|old|often|far|fast|big|large|high|tall|deep|heavy)\\b|\\b(?:${MEASURES})\\b`,
  'i',
);
/** Asks for what was so, not for what is so. */
const FORMER =
  /\b(?:first|original(?:ly)?|initial(?:ly)?|previous(?:ly)?|earlier|former(?:ly)?|used to|back then|at the time|changed?|difference|in what order|list)\b/i;

export function readQuestion(text: string, now: number): Question {
  const read = text.slice(0, READ);
  const spans = datesIn(read, now);
  return {
    text,
    terms: new Set(queryTerms(read).keys()),
    names: namesIn(read),
    spans,
    anchor: spans.length > 0 ? null : anchorIn(read),
    asksWhen: WHEN.test(read),
    asksLatest: !FORMER.test(read),
    asksValue: VALUE.test(read),
    firstPerson: FIRST_PERSON.test(read),
  };
}

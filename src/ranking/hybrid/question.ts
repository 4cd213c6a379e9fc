import { datesIn, type TimeSpan } from '../../text/dates/dates.js';
import { queryTerms } from '../../text/terms.js';

/** What the second stage needs to know about a question, parsed once. */
export interface Question {
  text: string;
  terms: ReadonlySet<string>;
  /** Times that the question names. */
  spans: readonly TimeSpan[];
  /** Asks for a time: "when …", "how long …", "which year …". */
  asksWhen: boolean;
  /** Its words ask for an earlier state, so the latest statement is not the answer. */
  asksFormer: boolean;
}

/** Characters of a question that are read to determine its kind: what follows is material, not the question. */
const READ = 2_000;

const WHEN = /\bwhen\b|\bhow long\b|\b(?:what|which) (?:date|day|month|year|time)\b/i;
/** Asks for what was the case, not for what is. */
const FORMER =
  /\b(?:first|original(?:ly)?|initial(?:ly)?|previous(?:ly)?|earlier|former(?:ly)?|used to|back then|at the time|changed?|difference|in what order|list)\b/i;

export function readQuestion(text: string, now: number): Question {
  const read = text.slice(0, READ);
  return {
    text,
    terms: new Set(queryTerms(read).keys()),
    spans: datesIn(read, now, 'question'),
    asksWhen: WHEN.test(read),
    asksFormer: FORMER.test(read),
  };
}

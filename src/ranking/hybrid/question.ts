import { timesAsked } from '../../text/dates/asked.js';
import type { FoundSpan } from '../../text/dates/dates.js';
import { queryTerms } from '../../text/terms.js';

/** What the second stage needs to know about a question, parsed once. */
export interface Question {
  text: string;
  terms: ReadonlySet<string>;
  /** Times that the question names. */
  spans: readonly FoundSpan[];
  /** Its terms besides those times and what can be said of any time: none in "What happened last week?". */
  subject: ReadonlySet<string>;
  /** Asks for a time: "when …", "how long …", "which year …". */
  asksWhen: boolean;
  /** Its words ask for an earlier state, so the latest statement is not the answer. */
  asksFormer: boolean;
  /** Its words ask for what something became, so the latest statement is the answer. */
  asksBecame: boolean;
}

/** Characters of a question that are read to determine its kind: what follows is material, not the question. */
const READ = 2_000;

const WHEN = /\bwhen\b|\bhow long\b|\b(?:what|which) (?:date|day|month|year|time)\b/i;
/** Asks for what was the case, not for what is. */
const FORMER =
  /\b(?:first|original(?:ly)?|initial(?:ly)?|previous(?:ly)?|earlier|former(?:ly)?|used to|back then|at the time|difference|in what order|list)\b/i;
/** Asks for what something became: "What was the price changed to?", "Where did Ada move to?" */
const BECAME =
  /\b(?:chang|rais|lower|increas|reduc|mov|postpon|switch|updat|upgrad|renam|reschedul|extend|shorten|promot)(?:e|ed|es|d)?(?: \w+)? to\b/i;

/** Terms of what one can ask of any time. */
const OF_ANY_TIME = new Set(
  queryTerms(
    `happen occur go plan schedule event thing anything something everything new back
    day night week weekend month year morning afternoon evening`,
  ).keys(),
);

function without(text: string, spans: readonly FoundSpan[]): string {
  let rest = '';
  let end = 0;
  for (const { index, length } of spans) {
    rest += `${text.slice(end, index)} `;
    end = index + length;
  }
  return rest + text.slice(end);
}

export function readQuestion(text: string, now: number): Question {
  const read = text.slice(0, READ);
  const asksFormer = FORMER.test(read);
  const spans = timesAsked(read, now);
  return {
    text,
    terms: new Set(queryTerms(read).keys()),
    spans,
    subject: new Set([...queryTerms(without(read, spans)).keys()].filter((term) => !OF_ANY_TIME.has(term))),
    asksWhen: WHEN.test(read),
    asksFormer,
    asksBecame: BECAME.test(read) && !asksFormer && !/\bbefore\b/i.test(read),
  };
}

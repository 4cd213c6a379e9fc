import { sentences } from '../sentences.js';
import { DAY_MS, inItsYear, startOfDay } from './calendar.js';
import { datesIn, type FoundSpan } from './dates.js';
import { NAMED_DAY } from './named-days.js';
import { isRange } from './opened.js';

/** A longer text says more than when something happens. */
const LONGEST = 300;
/** What comes again, or what begins with its date and goes on, is not over afterwards. */
const LASTS =
  /\b(?:every|each|daily|weekly|monthly|yearly|annual(?:ly)?|always|birthdays?|anniversar(?:y|ies)|born|(?:re)?start(?:s|ed|ing)?|beg[iau]n(?:s|ning)?|comes? into (?:force|effect)|mov(?:e|es|ed|ing)|join(?:s|ed|ing)?|becom(?:e|es|ing)|became|switch(?:es|ed|ing)?|chang(?:e|es|ed|ing)|leav(?:e|es|ing)|left|quit(?:s|ting)?|retir(?:e|es|ed|ing)|takes? over|marr(?:y|ies|ied|ying)|ends|ended|expires?|opens?|closes?|effective|valid|no longer|any ?more|from now on)\b/i;
/** Tells of what has happened: a date without a year may be that of any earlier year. */
const HAPPENED = /\b(?:was|were|had|did|went|took|came|got|gave|met|saw|happened|died|won|lost|ago|yesterday)\b/i;
/** Before a date: what is true from then on. */
const ONWARDS = /\b(?:since|from|after|as of|starting|beginning|following)(?: (?:on|the))*\s*$/i;
const OPENS = /^(?:since|after)\b/i;

interface Times {
  written: number;
  /** When the text was last written or confirmed: it chooses the year of dates without one. */
  seen: number;
}

/**
 * When the time passed that a text named for something still to come, such as an appointment or a deadline: the first millisecond after it. Null if it
 * is not over at `now`, or if some sentence of the text says anything else.
 */
export function passedAt(text: string, { written, seen }: Times, now: number): number | null {
  if (text.length > LONGEST || LASTS.test(text) || HAPPENED.test(text)) return null;
  const today = startOfDay(now);
  let last: number | null = null;
  for (const sentence of sentences(text)) {
    const end = endOf(sentence, { written, seen });
    if (end === null || end > today) return null;
    last = Math.max(last ?? end, end);
  }
  return last;
}

/** When the last time that a sentence names ends. Null if it names none that was still to come when it was written. */
function endOf(sentence: string, { written, seen }: Times): number | null {
  const tomorrow = startOfDay(written) + DAY_MS;
  const spans = datesIn(sentence, written)
    .filter((span) => !isFeast(sentence, span))
    .map((span) => inItsYear(span, seen));
  let end: number | null = null;
  for (const [i, span] of spans.entries()) {
    if (isRange(sentence, span, spans[i + 1])) continue; // the second date ends it
    if (isOpen(sentence, span)) return null;
    const isAhead = span.from >= tomorrow || (span.from === -Infinity && span.to > tomorrow);
    if (isAhead) end = Math.max(end ?? span.to, span.to);
  }
  return end;
}

/** What is said of Christmas without a year may hold every year. */
const FEAST = new RegExp(NAMED_DAY, 'i');
const isFeast = (sentence: string, { index, length, everyYear }: FoundSpan) =>
  everyYear !== undefined && FEAST.test(sentence.slice(index, index + length));

const isOpen = (sentence: string, { index, length, to }: FoundSpan) =>
  to === Infinity || ONWARDS.test(sentence.slice(0, index)) || OPENS.test(sentence.slice(index, index + length));

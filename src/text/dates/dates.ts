import {
  DAY_MS,
  day,
  type FoundSpan,
  inEveryYear,
  month,
  monthNamed,
  season,
  type TimeSpan,
  year,
} from './calendar.js';
import { NAMED_DAY, namedDay } from './named-days.js';
import { isRange, opened, type YearChooser } from './opened.js';
import { relativeSpans, type Use } from './relative-dates.js';

export type { FoundSpan, TimeSpan } from './calendar.js';

/** Characters that are searched: questions are short, and a memory gives its time at the beginning. */
const SEARCHED = 2_000;
/** Range of years that four digits may mean; others are amounts. */
const FIRST_YEAR = 1900;
const LAST_YEAR = 2100;

const NAME =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const YEAR = '(?:19|20)\\d\\d';
const DATE = '(\\d{1,2})(?:st|nd|rd|th)?';
/** Before a date in numbers. Without one of these, "24.03.26" may be a version. */
const BEFORE_NUMBERS = '(?:on|am|vom|zum|dem|den|bis|ab|seit|since|until|by|before|after)';
/** Before "Christmas". Without one of these, it is a subject as often as a time: "the Christmas tree". */
const BEFORE_DAYS = '(?:at|on|over|during|in|for|since|by|until|before|after|around|from|between|and)';
/** Years before and after now that two digits may mean. */
const TWO_DIGITS = 10;
const PART = '(?:(early|mid|late|(?:the )?(?:beginning|start|middle|end) of)[ -]+)?';

type Reader = (match: RegExpMatchArray, reference: number) => TimeSpan | null;

/** Most exact first: text that one form has matched is not read again by a later one. */
const FORMS: [RegExp, Reader][] = [
  [/\b(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?!\d)/g, (m) => checkedDay(+at(m, 1), +at(m, 2) - 1, +at(m, 3))],
  [/\b(\d{1,2})\.(\d{1,2})\.(\d{4})\b/g, (m) => checkedDay(+at(m, 3), +at(m, 2) - 1, +at(m, 1))],
  [/\b(\d{1,2})\/(\d{1,2})\/(\d{4})\b/g, (m) => slashed(+at(m, 1), +at(m, 2), +at(m, 3))],
  [/(?<![-\d])(\d{1,2})-(\d{1,2})-(\d{4})(?!-?\d)/g, (m) => dashed(+at(m, 1), +at(m, 2), +at(m, 3))],
  [form(`(?:^|\\b${BEFORE_NUMBERS} )(\\d\\d)\\.(\\d\\d)\\.(\\d\\d)\\b(?!\\.\\d)`), numbered],
  [form('\\b(?:am|vom|zum|dem|den) (\\d{1,2})\\.(\\d{1,2})\\.(?!\\d)'), numbered],
  [form('\\bon (\\d{1,2})\\.(\\d{1,2})\\.(?=[?!,;:)])'), numbered],
  [
    form(`\\b(\\d{1,2})(?:st|nd|rd|th|\\.)?(?: of)? (${NAME})\\b\\.?(?:,? *(${YEAR}))?`),
    (m, now) => named(m[3], at(m, 2), +at(m, 1), now),
  ],
  [form(`\\b(${NAME})\\.? ${DATE}\\b(?!:)(?:,? *(${YEAR}))?`), (m, now) => named(m[3], at(m, 1), +at(m, 2), now)],
  [form(`\\b${PART}(${NAME})\\.?,? (?:of )?(${YEAR})\\b`), (m) => partOf(month(+at(m, 3), monthNamed(at(m, 2))), m[1])],
  [
    form(`\\b(spring|summer|autumn|fall|winter) (?:of )?(${YEAR})\\b`),
    (m) => season(at(m, 1).toLowerCase(), +at(m, 2)),
  ],
  [form(`\\b(${NAMED_DAY})(?: of| in)?,? (${YEAR})\\b`), (m) => namedDay(at(m, 1))(+at(m, 2))],
  [form(`\\b${BEFORE_DAYS} (${NAMED_DAY})\\b`), (m, now) => inEveryYear(namedDay(at(m, 1)), now)],
  [form(`\\b(?:in|during|of|since|by|until|before|after|around) ${PART}(${NAME})\\b`), (m, now) => yearless(m, now)],
  [form(`\\b(?:in|during|of|since|by|until|before|after|year) (${YEAR})\\b`), (m) => year(+at(m, 1))],
];

const at = (match: RegExpMatchArray, group: number) => match[group] ?? '';

function form(source: string): RegExp {
  return new RegExp(source, 'gi');
}

function checkedDay(y: number, m: number, d: number): TimeSpan | null {
  return y >= FIRST_YEAR && y <= LAST_YEAR && m >= 0 && m < 12 && d >= 1 && d <= 31 ? day(y, m, d) : null;
}

/** Month first, as in the United States, unless that is impossible. */
function slashed(first: number, second: number, y: number): TimeSpan | null {
  return first > 12 ? checkedDay(y, second - 1, first) : checkedDay(y, first - 1, second);
}

/** A date with dashes that can be read in one way only. */
const dashed = (first: number, second: number, y: number) =>
  Math.max(first, second) > 12 || first === second ? slashed(first, second, y) : null;

/** "24.03.26", "28.10.": the day comes first. */
function numbered([, date = '', monthText = '', yearText]: RegExpMatchArray, now: number): TimeSpan | null {
  const [d, m] = [+date, +monthText - 1];
  if (!checkedDay(LAST_YEAR, m, d)) return null;
  if (yearText === undefined) return inEveryYear((year) => day(year, m, d), now);
  const y = 2000 + +yearText;
  return Math.abs(y - new Date(now).getUTCFullYear()) <= TWO_DIGITS ? day(y, m, d) : null;
}

function named(yearText: string | undefined, monthText: string, date: number, now: number): TimeSpan | null {
  const at = monthNamed(monthText);
  if (yearText !== undefined) return checkedDay(+yearText, at, date);
  return checkedDay(LAST_YEAR, at, date) && inEveryYear((year) => day(year, at, date), now);
}

const yearless = (match: RegExpMatchArray, now: number): TimeSpan =>
  inEveryYear((year) => partOf(month(year, monthNamed(at(match, 2))), match[1]), now);

/** The first, middle or last third, widened by a few days, since people are imprecise. */
function partOf(span: TimeSpan, part: string | undefined): TimeSpan {
  if (part === undefined) return span;
  const third = (span.to - span.from) / 3;
  if (/early|beginning|start/i.test(part)) return { from: span.from, to: span.from + third + 2 * DAY_MS };
  if (/mid/i.test(part)) return { from: span.from + third - 2 * DAY_MS, to: span.to - third + 2 * DAY_MS };
  return { from: span.to - third - 2 * DAY_MS, to: span.to };
}

/**
 * Every time that the text names, in order; "yesterday" and "last March" are relative to `reference` (Unix ms). With a chooser, "before" and "since"
 * also open dates without a year; without one, such a date stays the same days of every year.
 */
export function datesIn(text: string, reference: number, choose?: YearChooser, use: Use = 'statement'): FoundSpan[] {
  const searched = text.slice(0, SEARCHED);
  const found: FoundSpan[] = [];
  const take = (index: number, length: number, span: TimeSpan | null) => {
    const free = found.every((other) => index + length <= other.index || index >= other.index + other.length);
    if (span && free) found.push({ ...span, index, length });
  };
  for (const [pattern, read] of FORMS)
    for (const match of searched.matchAll(pattern)) take(match.index, match[0].length, read(match, reference));
  for (const { index, length, ...span } of relativeSpans(searched, reference, use)) take(index, length, span);
  found.sort((a, b) => a.index - b.index);
  return found.map((span, i) => {
    const inRange = isRange(searched, span, found[i + 1]) || isRange(searched, found[i - 1], span);
    return inRange ? span : opened(searched, span, choose);
  });
}

/** Milliseconds from the span to a time: 0 inside, negative if the time is before it, positive if after. */
export function distance({ from, to, everyYear }: TimeSpan, time: number): number {
  if (!everyYear) return time < from ? time - from : Math.max(0, time - to + 1);
  const year = new Date(time).getUTCFullYear();
  if (Number.isNaN(year)) return Number.POSITIVE_INFINITY; // no calendar goes that far
  const all = [year - 1, year, year + 1].map((one) => distance(everyYear(one), time));
  return all.reduce((nearest, one) => (Math.abs(one) < Math.abs(nearest) ? one : nearest));
}

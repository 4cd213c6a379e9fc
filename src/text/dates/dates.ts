import { DAY_MS, day, type FoundSpan, month, monthNamed, season, type TimeSpan, year } from './calendar.js';
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
const PART = '(?:(early|mid|late|(?:the )?(?:beginning|start|middle|end) of)[ -]+)?';

type Reader = (match: RegExpMatchArray) => TimeSpan | null;

/** Most exact first: text that one form has matched is not read again by a later one. */
const FORMS: [RegExp, Reader][] = [
  [/\b(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?!\d)/g, (m) => checkedDay(+at(m, 1), +at(m, 2) - 1, +at(m, 3))],
  [/\b(\d{1,2})\.(\d{1,2})\.(\d{4})\b/g, (m) => checkedDay(+at(m, 3), +at(m, 2) - 1, +at(m, 1))],
  [/\b(\d{1,2})\/(\d{1,2})\/(\d{4})\b/g, (m) => slashed(+at(m, 1), +at(m, 2), +at(m, 3))],
  [form(`\\b${DATE}(?: of)? (${NAME})\\b\\.?(?:,? *(${YEAR}))?`), (m) => named(m[3], at(m, 2), +at(m, 1))],
  [form(`\\b(${NAME})\\.? ${DATE}\\b(?!:)(?:,? *(${YEAR}))?`), (m) => named(m[3], at(m, 1), +at(m, 2))],
  [form(`\\b${PART}(${NAME})\\.?,? (?:of )?(${YEAR})\\b`), (m) => partOf(month(+at(m, 3), monthNamed(at(m, 2))), m[1])],
  [
    form(`\\b(spring|summer|autumn|fall|winter) (?:of )?(${YEAR})\\b`),
    (m) => season(at(m, 1).toLowerCase(), +at(m, 2)),
  ],
  [form(`\\b(?:in|during|of|since|by|until|before|after|around) ${PART}(${NAME})\\b`), (m) => yearless(m)],
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

function named(yearText: string | undefined, monthText: string, date: number): TimeSpan | null {
  // A leap year represents every year, so that 29 February exists.
  const span = checkedDay(yearText === undefined ? 2000 : +yearText, monthNamed(monthText), date);
  return span && yearText === undefined ? { ...span, everyYear: true } : span;
}

function yearless(match: RegExpMatchArray): TimeSpan {
  return { ...partOf(month(2000, monthNamed(at(match, 2))), match[1]), everyYear: true };
}

/** The first, middle or last third, widened by a few days, since people are imprecise. */
function partOf(span: TimeSpan, part: string | undefined): TimeSpan {
  if (part === undefined) return span;
  const third = (span.to - span.from) / 3;
  if (/early|beginning|start/i.test(part)) return { from: span.from, to: span.from + third + 2 * DAY_MS };
  if (/mid/i.test(part)) return { from: span.from + third - 2 * DAY_MS, to: span.to - third + 2 * DAY_MS };
  return { from: span.to - third - 2 * DAY_MS, to: span.to };
}

const LEADING = /\b(before|until|prior to|by|after|since|following|from)(?: the)?\s*$/i;

/** "before May 2023" opens the span towards the past, "since" and "after" towards the future. */
function opened(text: string, span: FoundSpan): FoundSpan {
  const said = text.slice(span.index, span.index + span.length).match(/^(before|until|by|after|since)\b/i);
  const word = (said ?? text.slice(Math.max(0, span.index - 15), span.index).match(LEADING))?.[1]?.toLowerCase();
  if (word === undefined || span.everyYear) return span;
  if (word === 'before' || word === 'prior to') return { ...span, from: -Infinity, to: span.from };
  if (word === 'until' || word === 'by') return { ...span, from: -Infinity };
  if (word === 'after' || word === 'following') return { ...span, from: span.to, to: Infinity };
  return { ...span, to: Infinity };
}

/** Every time that the text names, in order; "yesterday" and "last March" are relative to `reference` (Unix ms). */
export function datesIn(text: string, reference: number, use: Use = 'statement'): FoundSpan[] {
  const searched = text.slice(0, SEARCHED);
  const found: FoundSpan[] = [];
  const take = (index: number, length: number, span: TimeSpan | null) => {
    const free = found.every((other) => index + length <= other.index || index >= other.index + other.length);
    if (span && free) found.push({ ...span, index, length });
  };
  for (const [pattern, read] of FORMS)
    for (const match of searched.matchAll(pattern)) take(match.index, match[0].length, read(match));
  for (const { index, length, ...span } of relativeSpans(searched, reference, use)) take(index, length, span);
  return found.sort((a, b) => a.index - b.index).map((span) => opened(searched, span));
}

const YEAR_MS = 365.2425 * DAY_MS;

/** Milliseconds from the span to a time: 0 inside, negative if the time is before it, positive if after. */
export function distance(span: TimeSpan, time: number): number {
  if (!span.everyYear) return time < span.from ? time - span.from : Math.max(0, time - span.to + 1);
  const turns = Math.round((time - (span.from + span.to) / 2) / YEAR_MS);
  const shift = turns * YEAR_MS;
  return distance({ from: span.from + shift - DAY_MS / 2, to: span.to + shift + DAY_MS / 2 }, time);
}

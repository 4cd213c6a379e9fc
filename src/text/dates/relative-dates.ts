import {
  countNamed,
  DAY_MS,
  dayAround,
  type FoundSpan,
  month,
  monthAround,
  monthNamed,
  season,
  startOfDay,
  type TimeSpan,
  week,
  weekdayNamed,
  yearAround,
} from './calendar.js';
import { directionAt } from './direction.js';
import { NAMED_DAY, namedDay } from './named-days.js';

const COUNT =
  '(\\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:a )?couple(?: of)?|(?:a )?few|several)';
const UNIT = '(day|night|week|weekend|month|year)s?';
const WEEKDAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)day';
const PART_OF_DAY = '(?: (?:morning|afternoon|evening|night)s?)?';
const MONTH = 'january|february|march|april|may|june|july|august|september|october|november|december';

/** What a question asks for is near if nothing says where; what a statement means must be certain. */
export type Use = 'statement' | 'question';
type Reader = (match: RegExpMatchArray, now: number, use: Use) => TimeSpan | null;

const at = (match: RegExpMatchArray, group: number) => (match[group] ?? '').toLowerCase();

/** Most exact first. */
const FORMS: [RegExp, Reader][] = [
  [form('the day before yesterday'), (_, now) => dayAround(now, -2)],
  [form('the day after tomorrow'), (_, now) => dayAround(now, 2)],
  [form(`${COUNT} ${UNIT} (?:ago|back|earlier)`), (m, now) => back(countNamed(at(m, 1)), at(m, 2), now)],
  [form(`in ${COUNT} ${UNIT}`), (m, now) => back(-countNamed(at(m, 1)), at(m, 2), now)],
  [form(`(?:last|past|previous) ${COUNT} ${UNIT}`), (m, now) => lately(countNamed(at(m, 1)), at(m, 2), now)],
  [
    form('(last|past|previous|this|next) (night|week|weekend|month|year)'),
    fromNow((m, now) => step(at(m, 1), at(m, 2), now)),
  ],
  [
    form(`(last|past|this|next) (${WEEKDAY})${PART_OF_DAY}`),
    fromNow((m, now) => (isDated(m) ? null : weekday(at(m, 1), at(m, 2), now))),
  ],
  [form(`on (${WEEKDAY})${PART_OF_DAY}`), onWeekday],
  [form(`(last|this|next) (${MONTH})`), fromNow((m, now) => nearMonth(at(m, 1), at(m, 2), now))],
  [form(`(last|past|this|next|coming) (${NAMED_DAY})`), fromNow((m, now) => nearNamedDay(at(m, 1), at(m, 2), now))],
  [
    form('(last|this|next) (spring|summer|autumn|fall|winter)'),
    fromNow((m, now) => nearSeason(at(m, 1), at(m, 2), now)),
  ],
  [form('yesterday'), (_, now) => dayAround(now, -1)],
  [form('(?:today|tonight|this (?:morning|afternoon|evening))'), (_, now) => dayAround(now)],
  [form('tomorrow'), (_, now) => dayAround(now, 1)],
];

/** Before "last" or "next": "my last week", "the next month", "first and last month". */
const DETERMINED =
  /\b(?:an?|the|my|our|your|his|its|their|whose|(?:(?:in|on|of|at|for|from|is|was)\s|^)her|(?:first|second) (?:and|or))\s$|(?<!\b(?:it|that|this|he|she|what|when|here|there))['’]s?\s$/i;
/** The longest of these. */
const DETERMINER = 12;
/** Says which day of the month it is: "the 13th", "6 March", "13." */
const DATED = new RegExp(
  `^(?:,? \\(?(?:the \\d|\\d{1,2}(?:st|nd|rd|th)\\b|(?:\\d{1,2}\\.? (?:of )?)?(?:${MONTH}|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\\b|the (?:first|second|third)\\b(?! thing))| \\d{1,2}(?:[.,;!?)]|$))`,
  'i',
);
const isDated = (match: RegExpMatchArray) => DATED.test(around(match)[1]);
/** One of several days: "on Friday and Saturday", "on Monday to Wednesday". */
const SEVERAL = new RegExp(`^(?:,|,? (?:and|or|to|till|until|through|&|[–-])|[/–-]) ?(?:${WEEKDAY})`, 'i');

/** "Last week" is told from now, "the last week of August" and "my last week" are not. In a question, "in the last week" is. */
function fromNow(read: Reader): Reader {
  return (match, now, use) => {
    const [before, after] = around(match);
    const isOwn =
      !/^this/i.test(match[0]) && DETERMINED.test(before) && !(use === 'question' && /\bthe\s$/i.test(before));
    return isOwn || /^ of (?!course\b)/i.test(after) ? null : read(match, now, use);
  };
}

function around({ 0: { length }, index = 0, input = '' }: RegExpMatchArray): [before: string, after: string] {
  return [input.slice(Math.max(0, index - DETERMINER), index), input.slice(index + length, index + length + 24)];
}

function form(source: string): RegExp {
  return new RegExp(`\\b${source}\\b`, 'gi');
}

/** One unit of time around `now`, shifted by whole units. */
function unitAround(unit: string, now: number, moved: number): TimeSpan {
  if (unit === 'day' || unit === 'night') return dayAround(now, moved);
  if (unit === 'week') return week(now, moved);
  if (unit === 'month') return monthAround(now, moved);
  if (unit === 'year') return yearAround(now, moved);
  const { to } = week(now, moved);
  return { from: to - 2 * DAY_MS, to };
}

const step = (word: string, unit: string, now: number) =>
  unitAround(unit, now, word === 'this' ? 0 : word === 'next' ? 1 : -1);

const UNIT_DAYS: Readonly<Record<string, number>> = {
  day: 1,
  night: 1,
  week: 7,
  weekend: 7,
  month: 30.4,
  year: 365.25,
};

/** "Three weeks ago" is a week around that day, "two years ago" that whole year; negative counts are in the future. */
function back(count: number, unit: string, now: number): TimeSpan | null {
  if (!Number.isFinite(count)) return null;
  if (unit === 'year') return yearAround(now, -count);
  const middle = now - count * (UNIT_DAYS[unit] ?? 1) * DAY_MS;
  if (unit === 'day' || unit === 'night') return dayAround(middle);
  const half = unit === 'month' ? 15 : 4;
  return { from: startOfDay(middle) - half * DAY_MS, to: startOfDay(middle) + (half + 1) * DAY_MS };
}

const lately = (count: number, unit: string, now: number): TimeSpan | null =>
  Number.isFinite(count)
    ? { from: startOfDay(now - count * (UNIT_DAYS[unit] ?? 1) * DAY_MS), to: dayAround(now).to }
    : null;

/** "Last Friday" is 1–7 days back, "next Friday" 1–7 ahead; "this" means the current week. */
function weekday(word: string, name: string, now: number): TimeSpan {
  const ahead = daysTo(name, now);
  if (word === 'next') return dayAround(now, ahead || 7);
  if (word === 'last' || word === 'past') return dayAround(now, ahead - 7);
  return dayAround(week(now).from, (weekdayNamed(name) + 6) % 7);
}

const daysTo = (name: string, now: number) => (weekdayNamed(name) - new Date(now).getUTCDay() + 7) % 7;

/**
 * "On Friday" is the last one if the clause is about the past, and the next one if it is about what is to come. Otherwise it is none in a
 * statement, and the nearest in a question. So is the weekday of the day itself: "today" is the word for that. Habits, and days whose date is given, are none.
 */
function onWeekday(match: RegExpMatchArray, now: number, use: Use): TimeSpan | null {
  const [, after] = around(match);
  const isSeveral = match[0].endsWith('s') || SEVERAL.test(after) || /^ (?:of |week\b|(?:next|last) )/i.test(after);
  if (isSeveral || isDated(match)) return null;
  const direction = directionAt(match.input ?? '', match.index ?? 0, match[0].length);
  const ahead = daysTo(at(match, 1), now);
  if (direction === 'habit') return null;
  if (direction === 'unclear' || ahead === 0)
    return use === 'question' ? dayAround(now, ahead > 3 ? ahead - 7 : ahead) : null;
  return dayAround(now, direction === 'past' ? ahead - 7 : ahead);
}

/** "Last March" is the latest March before this month, "next March" the first after it, "this March" the one of this year. */
function nearMonth(word: string, name: string, now: number): TimeSpan {
  const date = new Date(now);
  const turn = monthNamed(name) - date.getUTCMonth();
  const moved = word === 'this' ? 0 : word === 'last' ? (turn >= 0 ? -1 : 0) : turn <= 0 ? 1 : 0;
  return month(date.getUTCFullYear() + moved, monthNamed(name));
}

function nearSeason(word: string, name: string, now: number): TimeSpan {
  const thisYear = new Date(now).getUTCFullYear();
  const years = [thisYear - 2, thisYear - 1, thisYear, thisYear + 1].map((at) => season(name, at));
  if (word === 'next') return years.find((span) => span.from > now) ?? season(name, thisYear + 1);
  if (word === 'last') return years.findLast((span) => span.to <= now) ?? season(name, thisYear - 1);
  const running = years.find((span) => span.from <= now && now < span.to);
  return running ?? season(name, thisYear);
}

/** "Last Christmas" is the latest that is over, "next Christmas" the first to begin, "this Christmas" the one of this year. */
function nearNamedDay(word: string, name: string, now: number): TimeSpan | null {
  const inYear = namedDay(name);
  const year = new Date(now).getUTCFullYear();
  if (word === 'this') return inYear(year);
  const all = [year - 1, year, year + 1, year + 2].map(inYear);
  const isOver = (span: TimeSpan) => span.to <= now;
  return (word === 'next' || word === 'coming' ? all.find(({ from }) => from > now) : all.findLast(isOver)) ?? null;
}

/** Every relative time in the text; spans may overlap, the more exact ones first. */
export function relativeSpans(text: string, now: number, use: Use = 'statement'): FoundSpan[] {
  const found: FoundSpan[] = [];
  for (const [pattern, read] of FORMS) {
    for (const match of text.matchAll(pattern)) {
      const span = read(match, now, use);
      if (span) found.push({ ...span, index: match.index, length: match[0].length });
    }
  }
  return found;
}

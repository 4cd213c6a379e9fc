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
import { NAMED_DAY, namedDay } from './named-days.js';

const COUNT =
  '(\\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:a )?couple(?: of)?|(?:a )?few|several)';
const UNIT = '(day|night|week|weekend|month|year)s?';
const WEEKDAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)day';
const MONTH = 'january|february|march|april|may|june|july|august|september|october|november|december';

type Reader = (match: RegExpMatchArray, now: number) => TimeSpan | null;

const at = (match: RegExpMatchArray, group: number) => (match[group] ?? '').toLowerCase();

/** Most exact first. */
const FORMS: [RegExp, Reader][] = [
  [form('the day before yesterday'), (_, now) => dayAround(now, -2)],
  [form('the day after tomorrow'), (_, now) => dayAround(now, 2)],
  [form(`${COUNT} ${UNIT} (?:ago|back|earlier)`), (m, now) => back(countNamed(at(m, 1)), at(m, 2), now)],
  [form(`in ${COUNT} ${UNIT}`), (m, now) => back(-countNamed(at(m, 1)), at(m, 2), now)],
  [form(`(?:last|past|previous) ${COUNT} ${UNIT}`), (m, now) => lately(countNamed(at(m, 1)), at(m, 2), now)],
  [form(`(last|past|previous|this|next) ${UNIT}`), (m, now) => step(at(m, 1), at(m, 2), now)],
  [form(`(last|past|this|next|on) (${WEEKDAY})`), (m, now) => weekday(at(m, 1), at(m, 2), now)],
  [form(`(last|this|next) (${MONTH})`), (m, now) => nearMonth(at(m, 1), at(m, 2), now)],
  [form(`(last|past|this|next|coming) (${NAMED_DAY})`), (m, now) => nearNamedDay(at(m, 1), at(m, 2), now)],
  [form('(last|this|next) (spring|summer|autumn|fall|winter)'), (m, now) => nearSeason(at(m, 1), at(m, 2), now)],
  [form('yesterday'), (_, now) => dayAround(now, -1)],
  [form('(?:today|tonight|this (?:morning|afternoon|evening))'), (_, now) => dayAround(now)],
  [form('tomorrow'), (_, now) => dayAround(now, 1)],
];

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

/** "Last Friday" is 1–7 days back, "next Friday" 1–7 ahead; "this" and "on" mean the current week. */
function weekday(word: string, name: string, now: number): TimeSpan {
  const from = new Date(now).getUTCDay();
  const ahead = (weekdayNamed(name) - from + 7) % 7;
  if (word === 'next') return dayAround(now, ahead || 7);
  if (word === 'last' || word === 'past') return dayAround(now, ahead - 7);
  return dayAround(week(now).from, (weekdayNamed(name) + 6) % 7);
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
export function relativeSpans(text: string, now: number): FoundSpan[] {
  const found: FoundSpan[] = [];
  for (const [pattern, read] of FORMS) {
    for (const match of text.matchAll(pattern)) {
      const span = read(match, now);
      if (span) found.push({ ...span, index: match.index, length: match[0].length });
    }
  }
  return found;
}

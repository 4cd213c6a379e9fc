/** Calendar arithmetic in UTC: memories carry no time zone, and "yesterday" in a question tolerates a day's difference. */
export const DAY_MS = 86_400_000;

/** From the first millisecond to the one after the last; either end may be open (±Infinity). */
export interface TimeSpan {
  from: number;
  to: number;
  /** The year was not given ("in May"): the same days of any year. The span itself is then the one of the present year. */
  everyYear?: (year: number) => TimeSpan;
}
/** A time found in a text, and where. */
export interface FoundSpan extends TimeSpan {
  index: number;
  length: number;
}

export const inEveryYear = (inYear: (year: number) => TimeSpan, now: number): TimeSpan => ({
  ...inYear(new Date(now).getUTCFullYear()),
  everyYear: inYear,
});

/** A date without a year that was at most this long ago when it was seen last means that day, otherwise the next one. */
const JUST_BEFORE = 92 * DAY_MS;

/** A date without a year in the year that a text seen at this time means. */
export function inItsYear<S extends TimeSpan>(span: S, seen: number): S {
  const { everyYear } = span;
  if (!everyYear) return span;
  const first = new Date(seen).getUTCFullYear() - 1;
  const all = [first, first + 1, first + 2].map(everyYear);
  return { ...span, ...all.find(({ to }) => to > seen - JUST_BEFORE) };
}

export const day = (year: number, month: number, date: number): TimeSpan => {
  const from = Date.UTC(year, month, date);
  return { from, to: from + DAY_MS };
};
export const month = (year: number, at: number): TimeSpan => ({
  from: Date.UTC(year, at, 1),
  to: Date.UTC(year, at + 1, 1),
});
export const year = (at: number): TimeSpan => ({ from: Date.UTC(at, 0, 1), to: Date.UTC(at + 1, 0, 1) });

/** The week around a time, Monday to Monday, shifted by `weeks`. */
export function week(time: number, weeks = 0): TimeSpan {
  const start = startOfDay(time);
  const sinceMonday = (new Date(start).getUTCDay() + 6) % 7;
  const from = start + (weeks * 7 - sinceMonday) * DAY_MS;
  return { from, to: from + 7 * DAY_MS };
}

export const startOfDay = (time: number) => Math.floor(time / DAY_MS) * DAY_MS;

export const dayAround = (time: number, days = 0): TimeSpan => {
  const from = startOfDay(time) + days * DAY_MS;
  return { from, to: from + DAY_MS };
};

/** The month around a time, shifted by `months`. */
export function monthAround(time: number, months = 0): TimeSpan {
  const date = new Date(time);
  return month(date.getUTCFullYear(), date.getUTCMonth() + months);
}

export const yearAround = (time: number, years = 0): TimeSpan => year(new Date(time).getUTCFullYear() + years);

/** First month of each season in the northern hemisphere, where most text is written; winter begins in December. */
const SEASON_START: Readonly<Record<string, number>> = { spring: 2, summer: 5, autumn: 8, fall: 8, winter: 11 };

export const season = (name: string, at: number): TimeSpan => {
  const start = SEASON_START[name] ?? 0;
  return { from: Date.UTC(at, start, 1), to: Date.UTC(at, start + 3, 1) };
};

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/** 0–11 by the first three letters, −1 if it is not a month. */
export const monthNamed = (name: string) => MONTHS.indexOf(name.slice(0, 3).toLowerCase());
/** 0 (Sunday) to 6. */
export const weekdayNamed = (name: string) => DAYS.indexOf(name.slice(0, 3).toLowerCase());

const COUNTS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** "3", "three", "a", "a couple of", "a few" as a number; NaN for anything else. */
export function countNamed(word: string): number {
  const plain = word.toLowerCase().replace(/ of$/, '');
  if (/^(a|an|one|the)$/.test(plain)) return 1;
  if (/couple$/.test(plain)) return 2;
  if (/(few|several)$/.test(plain)) return 3;
  const named = COUNTS.indexOf(plain);
  return named >= 0 ? named : Number.parseInt(plain, 10);
}

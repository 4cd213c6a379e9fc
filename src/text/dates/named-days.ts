import { DAY_MS, type TimeSpan } from './calendar.js';

type Days = (year: number) => TimeSpan;

const days = (from: number, count: number): TimeSpan => ({ from, to: from + count * DAY_MS });
const fixed =
  (month: number, date: number, count = 1): Days =>
  (year) =>
    days(Date.UTC(year, month, date), count);
const fromEaster =
  (first: number, count = 1): Days =>
  (year) =>
    days(easterSunday(year) + first * DAY_MS, count);

/** Easter Sunday of the Gregorian calendar, by Oudin's rule. */
function easterSunday(year: number): number {
  const century = Math.floor(year / 100);
  const golden = year % 19;
  const moved = century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25);
  const epact = (moved + 19 * golden + 15) % 30;
  const moon = epact - Math.floor((epact + Math.floor(golden / 11)) / 29);
  const weekday = (year + Math.floor(year / 4) + moon + 2 - century + Math.floor(century / 4)) % 7;
  return Date.UTC(year, 2, 28 + moon - weekday);
}

const DAYS: Readonly<Record<string, Days>> = {
  christmas: fixed(11, 24, 3),
  'christmas eve': fixed(11, 24),
  'christmas day': fixed(11, 25),
  'boxing day': fixed(11, 26),
  'new year': fixed(0, 0, 2), // with the last day of the year before
  'new year eve': fixed(11, 31),
  'new year day': fixed(0, 1),
  'valentine day': fixed(1, 14),
  easter: fromEaster(-2, 4),
  'good friday': fromEaster(-2),
  'easter sunday': fromEaster(0),
  'easter monday': fromEaster(1),
  halloween: fixed(9, 31),
};

/** Source of a regular expression for these names. */
export const NAMED_DAY =
  "(?:christmas(?: eve| day)?|boxing day|new year(?:['’]?s)?(?: eve| day)?|valentine['’]?s day|good friday|easter(?: sunday| monday)?|halloween)";

/** When the day of such a name is in a year. */
export const namedDay = (name: string): Days =>
  DAYS[name.toLowerCase().replace(/(year|valentine)['’]?s/, '$1')] as Days;

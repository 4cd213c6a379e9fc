import { DAY, dayOf } from '../../kernel/clock.js';
import { invalidField } from '../../kernel/errors.js';

export const DAYS_MAX = 365;
/** Beyond these, a day's year does not have four digits, and it sorts wrongly. */
const FIRST = 0;
const LAST = Date.UTC(9999, 11, 31);

/** Two UTC days, both inclusive. */
export interface Window {
  from: string;
  to: string;
}
interface WindowRequest {
  from?: number | undefined;
  to?: number | undefined;
  days: number;
}

const startOfDay = (time: number) => Math.floor(time / DAY) * DAY;

/** `to` defaults to today, `from` to `days` before it. */
export function windowOf({ from, to, days }: WindowRequest, now: number): Window {
  for (const [field, time] of Object.entries({ from, to })) {
    if (time !== undefined && (time < FIRST || time >= LAST + DAY))
      throw invalidField(field, 'must be in the years 1970 to 9999');
  }
  const end = startOfDay(to ?? now);
  const start = Math.max(FIRST, from === undefined ? end - (days - 1) * DAY : startOfDay(from));
  if (start > end) throw invalidField('from', 'must not be after `to` (default: today)');
  if (end - start >= DAYS_MAX * DAY)
    throw invalidField('from', `must be at most ${DAYS_MAX} days before \`to\` (default: today)`);
  return { from: dayOf(start), to: dayOf(end) };
}

/** Every day of the window, oldest first. */
export function daysOf({ from, to }: Window): string[] {
  const days: string[] = [];
  for (let time = Date.parse(from); time <= Date.parse(to); time += DAY) days.push(dayOf(time));
  return days;
}

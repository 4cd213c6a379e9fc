export const DAY = 86_400_000;

const day = new Intl.DateTimeFormat(undefined, { year: 'numeric', month: 'short', day: 'numeric' });
const dayThisYear = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' });
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'short' });

export const fullTime = (at: number): string => moment.format(at);
export const clockTime = (at: number): string => clock.format(at);
export const dayOf = (at: number): string => day.format(at);

/** Short, for a list: relative time within a week, then the date; always in the viewer's time zone. */
export function shortTime(at: number): string {
  const now = Date.now();
  const distance = at - now;
  const size = Math.abs(distance);
  if (size < 60_000) return relative.format(Math.round(distance / 1_000), 'second');
  if (size < 3_600_000) return relative.format(Math.round(distance / 60_000), 'minute');
  if (size < DAY) return relative.format(Math.round(distance / 3_600_000), 'hour');
  if (size < 7 * DAY) return relative.format(Math.round(distance / DAY), 'day');
  return new Date(at).getFullYear() === new Date(now).getFullYear() ? dayThisYear.format(at) : day.format(at);
}

/** For `<input type="date">`, in the viewer's time zone. */
export function dateValue(at: number): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Midnight of that day in the viewer's time zone; undefined if it is not a day. */
export function dateTime(value: string): number | undefined {
  const at = new Date(`${value}T00:00:00`).getTime();
  return Number.isNaN(at) ? undefined : at;
}

/** As an operation takes it: a number in the first months of 1970 would be refused as one of seconds. */
export const timeInput = (at: number | null | undefined): string | null =>
  at === null || at === undefined ? null : new Date(at).toISOString();

/** The limits of a UTC month such as `2026-11`, as `created_after` and `created_before` expect them. */
export function monthBounds(month: string): { after: number; before: number } | undefined {
  const found = /^(\d{4})-(\d{2})$/.exec(month);
  if (!found) return undefined;
  const [year, at] = [Number(found[1]), Number(found[2])];
  return { after: Date.UTC(year, at - 1, 1) - 1, before: Date.UTC(year, at, 1) };
}

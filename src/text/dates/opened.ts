import { DAY_MS, type FoundSpan, type TimeSpan } from './calendar.js';

/** The date of the year that is meant, of one without a year after such a word. */
export type YearChooser = (everyYear: (year: number) => TimeSpan, word: string) => TimeSpan | undefined;

const LEADING =
  /\b(?:(just|right|shortly|soon|immediately) )?(before|until|prior to|by|after|since|following|from)(?: the)?\s*$/i;
/** Characters in which such words are looked for. */
const LEAD = 30;
/** "Shortly before", "right after". */
const SHORTLY = 14 * DAY_MS;
/** Between two dates: "from 3 May to 9 May". */
const UP_TO = /^\s*(?:to|till?|until|through|[-–—])\s*$/i;

export const isRange = (text: string, one?: FoundSpan, next?: FoundSpan) =>
  one !== undefined && next !== undefined && UP_TO.test(text.slice(one.index + one.length, next.index));

/** "before May 2023" opens the span towards the past, "since" and "after" towards the future. The words then belong to it. */
export function opened(text: string, span: FoundSpan, choose?: YearChooser): FoundSpan {
  const { index, length } = span;
  const said = text.slice(index, index + length).match(/^(?:before|until|by|after|since)\b/i)?.[0] ?? '';
  const before = text.slice(Math.max(0, index - LEAD), index);
  const lead = `${before}${said}`.match(LEADING);
  const word = lead?.[2]?.toLowerCase();
  if (word === undefined) return span;
  const meant = span.everyYear ? choose?.(span.everyYear, word) : span;
  if (!meant) return span;
  const start = index - before.length + (lead?.index ?? 0);
  const reach = choose && lead?.[1] ? SHORTLY : Number.POSITIVE_INFINITY;
  return { ...directed(meant, word, reach), index: start, length: index + length - start };
}

function directed({ from, to }: TimeSpan, word: string, reach: number): TimeSpan {
  if (word === 'before' || word === 'prior to') return { from: from - reach, to: from };
  if (word === 'until' || word === 'by') return { from: from - reach, to };
  if (word === 'after' || word === 'following') return { from: to, to: to + reach };
  return { from, to: to + reach };
}

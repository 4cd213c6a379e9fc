import type { Clause } from './clauses.js';
import { stem } from './stem.js';
import { amount, dateValue, LARGE, MONTHS, NUMERALS, scale, timeValue, WEEKDAYS } from './units.js';
import type { Word } from './words.js';

export type Kind = 'count' | 'money' | 'percent' | 'date' | 'time' | 'weekday' | 'version' | 'ratio';

export interface Quantity {
  kind: Kind;
  /** Comparable: equal quantities have equal values whatever they were written like. */
  value: string;
  /** As written. */
  text: string;
  /** Stems of the nouns that may be what is counted, nearest first; empty when the kind says it. */
  units: string[];
  /** The sentence's words around it that say what it measures. */
  context: Word[];
  /** Said to be the value before a change: "from 10 to 15". */
  former: boolean;
  /** Written as a word: a description ("two men") more often than a measure. */
  spelt: boolean;
  /** A difference, no level: "by 9 cm". */
  delta: boolean;
  /** Position in the clause. */
  index: number;
}

const MONTH_NAMES = `(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec|${MONTHS.join('|')})\\b\\.?`;
const FOUND = new RegExp(
  [
    `(?<date>\\b${MONTH_NAMES} \\d{1,2}(?:st|nd|rd|th)?\\b(?!\\d|:)(?:,? \\d{4}\\b)?|\\b\\d{1,2}(?:st|nd|rd|th)? (?:of )?${MONTH_NAMES}(?:,? \\d{4}\\b)?|\\b\\d{4}-\\d\\d-\\d\\d\\b)`,
    '(?<time>\\b\\d{1,2}:\\d\\d(?: ?[ap]\\.?m\\b\\.?)?|\\b\\d{1,2} ?[ap]\\.?m\\b\\.?|\\bnoon\\b|\\bmidnight\\b)',
    `(?<weekday>\\b(?:${[...WEEKDAYS].join('|')})s?\\b)`,
    '(?<version>\\bv\\d+(?:\\.\\d+)*\\b|\\b\\d+\\.\\d+\\.\\d+\\b)',
    '(?<ratio>\\b\\d+\\/\\d+\\b)',
    '(?<money>[$€£¥] ?\\d[\\d,]*(?:\\.\\d+)?(?: ?(?:k|m|bn|thousand|million|billion)\\b)?)',
    '(?<percent>\\b\\d+(?:\\.\\d+)? ?%)',
    '(?<count>\\b\\d+(?:[,.]\\d+)*(?:-\\d+)?(?:[a-z]{1,4}\\b)?)',
    `(?<numeral>\\b(?:${[...NUMERALS.keys()].filter((word) => word !== 'one').join('|')})\\b)`,
  ].join('|'),
  'giu',
);

const DELTA = /\bby (?:over |about |around |nearly )?$/i;
const YEAR = /^(?:19|20)\d\d$/;
/** Further than this from its number, a word rarely says what the number measures. */
const CONTEXT_WORDS = 9;
const UNIT_WORDS = 3;

/** A list of more figures is data, no statement. */
const MOST_IN_A_CLAUSE = 12;

/** Most clauses hold no quantity, and the full pattern is slow. */
const MAY_HOLD = new RegExp(`\\d|day|noon|midnight|\\b(?:${[...NUMERALS.keys()].join('|')})\\b`, 'i');

export function quantitiesOf(clause: Clause): Quantity[] {
  if (!MAY_HOLD.test(clause.text)) return [];
  const found: Quantity[] = [];
  for (const match of clause.text.matchAll(FOUND)) {
    if (found.length === MOST_IN_A_CLAUSE) break;
    const read = readAs(match);
    if ((read.kind === 'count' && YEAR.test(match[0])) || inFormula(clause.text, match.index, match[0].length))
      continue;
    const end = match.index + match[0].length;
    const before = clause.words.filter((word) => word.start < match.index);
    const after = afterwards(clause, end);
    const quantity = {
      ...read,
      text: match[0],
      spelt: match.groups?.numeral !== undefined,
      former: isFormer(before, after),
      delta: DELTA.test(clause.text.slice(0, match.index)),
      index: match.index,
    };
    const units = read.units.length > 0 || read.kind !== 'count' ? read.units : unitsIn(after);
    const scaled =
      read.kind === 'count' ? scale(quantity.value, units) : { value: quantity.value, units, kind: read.kind };
    const context = [...before.slice(-CONTEXT_WORDS), ...after.slice(0, CONTEXT_WORDS)].filter(topical);
    found.push({ ...quantity, ...scaled, context });
  }
  return found;
}

/** "2 × 3 = 6" measures nothing. */
const inFormula = (text: string, start: number, length: number) =>
  /[=×*^+(|]\s*$/.test(text.slice(Math.max(0, start - 3), start)) ||
  /^\s*[=×*^+|)]/.test(text.slice(start + length, start + length + 3));

/** The name of a month or day is a value, not what is measured; nor is the word of change. */
const topical = (word: Word) =>
  word.weight > 0 && !MONTHS.includes(word.lower) && !WEEKDAYS.has(word.lower) && word.lower !== 'recently';

/** The words behind a quantity; "3-day" is one word of which the rest says what is counted. */
function afterwards(clause: Clause, end: number): Word[] {
  const glued = clause.words.find((word) => word.start < end && word.start + word.text.length > end);
  const rest = glued && clause.text.slice(end, glued.start + glued.text.length).replace(/^[-.]/, '');
  const behind = clause.words.filter((word) => word.start >= end);
  return rest && glued
    ? [{ ...glued, text: rest, lower: rest.toLowerCase(), stem: stem(rest.toLowerCase()), weight: 1 }, ...behind]
    : behind;
}

function readAs(match: RegExpMatchArray): Pick<Quantity, 'kind' | 'value' | 'units'> {
  const text = match[0].toLowerCase();
  const groups = match.groups ?? {};
  if (groups.date) return { kind: 'date', value: dateValue(text), units: [] };
  if (groups.time) return { kind: 'time', value: timeValue(text), units: [] };
  if (groups.weekday) return { kind: 'weekday', value: text.replace(/s$/, ''), units: [] };
  if (groups.version) return { kind: 'version', value: text.replace(/^v/, ''), units: [] };
  if (groups.ratio) return { kind: 'ratio', value: text, units: [] };
  if (groups.percent) return { kind: 'percent', value: String(Number.parseFloat(text)), units: ['%'] };
  if (groups.money) return { kind: 'money', value: String(amount(text.slice(1))), units: [text[0] ?? ''] };
  if (groups.numeral) return { kind: 'count', value: String(NUMERALS.get(text)), units: [] };
  const attached = /[a-z]+$/.exec(text)?.[0];
  const range = /^\d+-\d+/.exec(text)?.[0];
  if (range) return { kind: 'count', value: range, units: [] };
  return {
    kind: 'count',
    value: String(amount(text)),
    units: attached && !(attached in LARGE) ? [stem(attached)] : [],
  };
}

const unitsIn = (after: readonly Word[]) => {
  const end = after.findIndex((word, index) => index > 0 && word.weight === 0);
  const near = after.slice(0, Math.min(UNIT_WORDS, end < 0 ? UNIT_WORDS : end));
  return near[0] && near[0].weight === 0 ? [] : near.map((word) => word.stem);
};

/** "from 10 to 15 litres": 10 is no longer claimed. */
const isFormer = (before: readonly Word[], after: readonly Word[]) =>
  before.at(-1)?.lower === 'from' && after.slice(0, 6).some((word) => word.lower === 'to');

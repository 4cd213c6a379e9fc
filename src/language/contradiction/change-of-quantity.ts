import { says } from './coverage.js';
import { changedTo } from './cues.js';
import { type Judgement, stronger } from './judgement.js';
import { remembered } from './memo.js';
import { sameOccasion } from './occasion.js';
import type { ReadClause, Reading } from './reading.js';
import { ofDifferentTimes, tellsOfEvent } from './times.js';
import type { Word } from './words.js';

type Measured = Reading['quantities'][number];

/** Weights of the evidence that two numbers measure the same thing, and from where on it is enough; chosen on development data. */
export const QUANTITY = {
  /** One of them is said to be the outcome of a change. */
  change: 0.5,
  /** A shared word near the numbers; words elsewhere in the two sentences count half. */
  topic: 0.1,
  mostTopic: 4,
  /** The part of the words near the numbers that both share, when they share at least two. */
  alike: 0.2,
  /** A further word of the thing counted that both share: "folding chairs". */
  unit: 0.1,
  /** Another quantity that both give alike. */
  sameFigure: 0.4,
  least: 1,
  leastSameOccasion: 0.2,
  /** Shared words without which no other evidence counts. */
  leastTopic: 0.5,
};
/** Two figures, each with a date of its own and these further apart, are readings at two times. */
const SAME_TIME_DAYS = 14;
/** A date is the value of these; elsewhere it only says when something happened. */
const SCHEDULED =
  /\b(?:deadline|due|schedul\w*|book(?:ed|ing)|launch\w*|releas\w*|wedding|flight|appointment|meeting|interview|exam|trip|party|session|event|move|moving|completion)\b/i;
const CALENDAR = new Set(['date', 'time', 'weekday']);

/** Two statements give the same thing another number. */
export function changeOfQuantity(older: Reading, newer: Reading): Judgement | null {
  let best: Judgement | null = null;
  const together = sameOccasion(older, newer) && (older.isTurn || newer.isTurn);
  for (const a of older.quantities) {
    for (const b of newer.quantities) {
      if (!comparable(a, older, b, newer) || given(a, newer) || given(b, older) || readAtTwoTimes(a, older, b, newer))
        continue;
      const { evidence, about } = sameMeasure(a, older, b, newer);
      if (evidence < (together ? QUANTITY.leastSameOccasion : QUANTITY.least)) continue;
      best = stronger(best, {
        type: 'quantity',
        confidence: Math.min(0.95, 0.3 + 0.4 * evidence),
        reason: `Both give a figure for ${about.slice(0, 4).join(' ')}: ${a.text} against ${b.text}`,
      });
    }
  }
  return best;
}

function comparable(a: Measured, older: Reading, b: Measured, newer: Reading): boolean {
  if (a.kind !== b.kind || a.value === b.value || a.former || b.former || a.delta !== b.delta) return false;
  if (!CALENDAR.has(a.kind) && fleeting(a, b)) return false;
  if (CALENDAR.has(a.kind) && tellsOfEvent(a.clause) && tellsOfEvent(b.clause) && !changedTo(b.clause, b.index))
    return false;
  if (CALENDAR.has(a.kind))
    return (
      SCHEDULED.test(older.sentences[a.clause.sentence] ?? '') &&
      SCHEDULED.test(newer.sentences[b.clause.sentence] ?? '')
    );
  return a.kind !== 'count' || a.units.some((unit) => b.units.includes(unit));
}

/** Dates are weighed below; here other names of times: "on Monday", "last year". */
const fleeting = (a: Measured, b: Measured) => ofDifferentTimes(undated(a), undated(b));
const undatedClause = remembered((clause: ReadClause) => ({ ...clause, text: clause.text.replace(DATED, '') }));
const undated = ({ clause }: Measured) => undatedClause(clause);
const DATED =
  /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}* \d{1,2}\b|\b\d{1,2} (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*/giu;

/** The very same quantity also stands in the other statement: then it is agreed on, whatever else is there. */
const given = (quantity: Measured, other: Reading) => other.quantities.some((q) => equal(q, quantity));
const equal = (a: Measured, b: Measured) =>
  a.kind === b.kind && a.value === b.value && (a.kind !== 'count' || a.units.some((unit) => b.units.includes(unit)));

function readAtTwoTimes(a: Measured, older: Reading, b: Measured, newer: Reading): boolean {
  const days = (of: Measured, all: Reading) =>
    all.quantities.flatMap((q) =>
      q.kind === 'date' && q !== of && q.clause.sentence === of.clause.sentence ? [dayOfYear(q.value)] : [],
    );
  const gaps = days(a, older).flatMap((one) => days(b, newer).map((two) => Math.abs(one - two)));
  return gaps.length > 0 && Math.min(...gaps) > SAME_TIME_DAYS;
}
const dayOfYear = (value: string) => {
  const [month = 1, day = 1] = value.split('-').map(Number);
  return month * 30.4 + day;
};

function sameMeasure(a: Measured, older: Reading, b: Measured, newer: Reading): { evidence: number; about: string[] } {
  const units = new Set(a.units.filter((unit) => b.units.includes(unit)));
  const near = shared(a.context, b.context, units);
  const far = shared(sentence(a, older), sentence(b, newer), units);
  const topic = near.weight + Math.max(0, far.weight - near.weight) / 2;
  const sameFigure = older.quantities.some(
    (q) => q !== a && q.clause === a.clause && newer.quantities.some((p) => p.clause === b.clause && equal(p, q)),
  );
  if (topic < QUANTITY.leastTopic && !sameFigure) return { evidence: 0, about: [] };
  const changed = changedTo(a.clause, a.index) || changedTo(b.clause, b.index);
  if (!changed && (a.spelt || b.spelt)) return { evidence: 0, about: [] };
  const evidence =
    (changed ? QUANTITY.change : 0) +
    (near.weight >= 2 ? QUANTITY.alike * near.part : 0) +
    QUANTITY.topic * Math.min(topic, QUANTITY.mostTopic) +
    (a.kind === 'count' ? QUANTITY.unit * a.units.filter((unit) => b.units.includes(unit)).length : 0) +
    (sameFigure ? QUANTITY.sameFigure : 0);
  return { evidence, about: near.words.length > 0 ? near.words : far.words };
}

const sentence = (quantity: Measured, reading: Reading) => wordsBySentence(reading)[quantity.clause.sentence] ?? [];
const wordsBySentence = remembered((reading: Reading) => {
  const sentences: Word[][] = [];
  for (const { sentence, words } of reading.clauses) sentences[sentence] = [...(sentences[sentence] ?? []), ...words];
  return sentences;
});

interface Shared {
  weight: number;
  /** Of the shorter side. */
  part: number;
  words: string[];
}

function shared(first: readonly Word[], second: readonly Word[], except: ReadonlySet<string>): Shared {
  const one = byStem(first, except);
  const two = byStem(second, except);
  const stems = new Set(two.keys());
  const found = [...one.values()].filter((word) => says(stems, word.stem));
  const weight = weightOf(found);
  const least = Math.min(weightOf(one.values()), weightOf(two.values()));
  return { weight, part: least === 0 ? 0 : Math.min(1, weight / least), words: found.map((word) => word.lower) };
}

const byStem = (words: readonly Word[], except: ReadonlySet<string>) =>
  new Map(words.flatMap((word) => (word.weight > 0 && !except.has(word.stem) ? [[word.stem, word] as const] : [])));
const weightOf = (words: Iterable<Word>) => [...words].reduce((sum, word) => sum + word.weight, 0);

import { IRREGULAR } from './irregular.js';
import { sentenceSpans } from './sentences.js';
import { stem } from './stem.js';
import { termCounts } from './terms.js';

/** Characters that are read sentence by sentence. Of a longer text these are the places with most of the terms. */
const READ_CLOSELY = 6_400;
/** Characters of one such place, in windows: two that are searched for terms, and one on either side for the sentences that reach beyond them. */
const PLACE = 4;
/** Characters of the next window in which a word may end. */
const WORD = 24;
const ASCII = /^[\0-\x7f]*$/;
const ACCENT = /[\u0300-\u036f]+/g;

/** The part of a text that has most of the terms. */
export interface Stretch {
  text: string;
  /** Where its first sentence with a term begins and its last one ends; null if it has none. */
  place: { from: number; to: number } | null;
}

/** The part of a long text that has most of the terms, in whole sentences if possible; a short text is returned unchanged. */
export const windowOf = (text: string, terms: ReadonlySet<string>, longest: number): string =>
  text.length <= longest ? text : stretchOf(text, terms, longest).text;

/** The part of a text of at most `longest` characters that has most of the terms; in a very long text, rare ones count more. Takes linear time. */
export function stretchOf(text: string, terms: ReadonlySet<string>, longest: number): Stretch {
  let best: (Stretch & { worth: number }) | undefined;
  const { places, worth } = text.length <= READ_CLOSELY ? allOf(terms) : placesWith(text, terms, longest);
  for (const { from, to } of places) {
    const found = bestIn(text.slice(from, to), worth, longest);
    if (best && found.worth <= best.worth) continue;
    const place = found.place && { from: from + found.place.from, to: from + found.place.to };
    best = { ...found, place };
  }
  return best ?? { text: text.slice(0, longest), place: null };
}

interface Places {
  places: { from: number; to: number }[];
  /** What each term is worth. */
  worth: ReadonlyMap<string, number>;
}

const allOf = (terms: ReadonlySet<string>): Places => ({
  places: [{ from: 0, to: READ_CLOSELY }],
  worth: new Map(Array.from(terms, (term) => [term, 1])),
});

/** Finds the terms by the beginnings of their words, which is enough to know where to look, and much cheaper than reading every word. */
function placesWith(text: string, terms: ReadonlySet<string>, longest: number): Places {
  const beginnings = Array.from(terms, (term) => [term, beginningsOf(term)] as const);
  const has: string[][] = [];
  const counts = new Map<string, number>();
  for (let at = 0; at < text.length; at += longest) {
    const part = plain(text.slice(at, at + longest + WORD));
    const found = beginnings.filter(([, words]) => words.some((word) => part.includes(word))).map(([term]) => term);
    for (const term of found) counts.set(term, (counts.get(term) ?? 0) + 1);
    has.push(found);
  }
  const worth = new Map(Array.from(counts, ([term, count]) => [term, Math.log(1 + has.length / count)]));
  const worths = has.map((found, at) => {
    let sum = 0;
    for (const term of new Set([...found, ...(has[at + 1] ?? [])])) sum += worth.get(term) ?? 0;
    return sum;
  });
  const most = Math.max(1, Math.floor(READ_CLOSELY / (PLACE * longest)));
  const chosen: number[] = [];
  for (const at of [...worths.keys()].sort((a, b) => (worths[b] as number) - (worths[a] as number) || a - b)) {
    if (chosen.length === most) break;
    if (chosen.every((other) => Math.abs(other - at) > 1)) chosen.push(at);
  }
  const places = chosen
    .sort((a, b) => a - b)
    .map((at) => ({
      from: Math.max(0, (at - 1) * longest),
      to: (at - 1 + PLACE) * longest,
    }));
  return { places, worth };
}

/** Not `fold`: for a rough search it takes too long. */
const plain = (text: string) =>
  ASCII.test(text) ? text.toLowerCase() : text.toLowerCase().normalize('NFD').replace(ACCENT, '').normalize('NFC');

/** Forms of irregular words by the stem that they share. */
let irregular: Map<string, string[]> | undefined;

/** What the words of a term begin with: its stem without the letter that an ending may change ("allergi": "allergy"), or an irregular form. */
function beginningsOf(term: string): string[] {
  if (!irregular) {
    irregular = new Map();
    for (const [form, base] of IRREGULAR) irregular.set(stem(base), [...(irregular.get(stem(base)) ?? []), form]);
  }
  const beginning = term.length > 3 && /[eiy]$/.test(term) ? term.slice(0, -1) : term;
  return [beginning, ...(irregular.get(term) ?? [])];
}

/** The first of the windows that are worth most. */
function bestIn(text: string, worth: ReadonlyMap<string, number>, longest: number): Stretch & { worth: number } {
  const pieces = piecesOf(text, longest);
  const has = pieces.map((piece) => [...termCounts(piece.text).keys()].filter((term) => worth.has(term)));
  const counts = new Map<string, number>();
  let best = { from: 0, to: 0, worth: -1 };
  let [size, sum, to] = [0, 0, 0];
  const count = (at: number, by: 1 | -1) => {
    for (const term of has[at] as string[]) {
      const before = counts.get(term) ?? 0;
      counts.set(term, before + by);
      if (before === 0 || before + by === 0) sum += by * (worth.get(term) as number);
    }
    size += by * ((pieces[at] as Piece).text.length + 1);
  };
  for (let from = 0; from < pieces.length; from++) {
    // Between two pieces there is a space.
    for (; to < pieces.length && (to === from || size + (pieces[to] as Piece).text.length <= longest); to++)
      count(to, 1);
    if (sum > best.worth + ROUNDING) best = { from, to, worth: sum };
    count(from, -1);
  }
  const window = pieces.slice(best.from, best.to);
  const telling = window.filter((_, at) => (has[best.from + at] as string[]).length > 0);
  const [first, last] = [telling[0], telling.at(-1)];
  return {
    text: window.map((piece) => piece.text).join(' ') || text.slice(0, longest),
    place: first && last ? { from: first.start, to: last.end } : null,
    worth: best.worth,
  };
}

/** Sums of the same numbers in another order differ by less. */
const ROUNDING = 1e-9;

interface Piece {
  text: string;
  start: number;
  end: number;
}

/** The sentences of a text; a longer one than a window is cut, after a word if possible. */
function piecesOf(text: string, longest: number): Piece[] {
  return sentenceSpans(text).flatMap((span) => {
    if (span.text.length <= longest) return [span];
    const pieces: Piece[] = [];
    for (let start = span.start; start < span.end; ) {
      const space = start + longest < span.end ? text.lastIndexOf(' ', start + longest) : -1;
      const end = space > start ? space : Math.min(span.end, start + longest);
      pieces.push({ text: text.slice(start, end).replace(/\s+/g, ' ').trim(), start, end });
      start = end;
    }
    return pieces;
  });
}

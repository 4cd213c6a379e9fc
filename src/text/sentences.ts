/** Abbreviations that are followed by a name, a number or an example: their dot never ends a sentence. */
const OPEN_ABBREVIATIONS = new Set(
  (
    'mr mrs ms mx dr prof st mt ft gen col capt cmdr lt sgt rev hon gov sen rep pres vs approx ca cf al eg ie ' +
    'fig nr art vol pp ed dept est tel bzw bspw vgl hr fr frl mme mlle sra dra'
  ).split(' '),
);
/** Abbreviations that end a sentence only if the next word looks like the start of one. */
const LAST_ABBREVIATIONS = new Set('etc inc ltd co corp jr sr am pm bros usw usa uk us eu dc phd bsc msc'.split(' '));
/** Abbreviations if a number follows ("Jan. 3", "no. 7"), otherwise words. */
const BEFORE_NUMBER = new Set('no jan feb mar apr jun jul aug sep sept oct nov dec p sec ch min max'.split(' '));

const ENDS = new Set('.!?…؟।。！？｡．'.split(''));
/** End marks of scripts that put no space after them. */
const ENDS_ALONE = new Set('。！？｡'.split(''));
const CLOSES = new Set(')]}"\'”’»』」）】》*_'.split(''));
/** 「…？」と言った: "he said" after a quotation. */
const QUOTE_GOES_ON = new Set(['と', 'っ']);
const SPACE = /\s/;
const LOWER = /\p{Ll}/u;
const DIGIT = /\p{Nd}/u;
const LETTER_OR_DOT = /[\p{L}.]/u;
const CAPITAL_INITIAL = /^\p{Lu}$/u;
const LIST_MARKER = /^(?:[([]?(?:\p{Nd}{1,3}|\p{L})[.)\]]|[-*•–—])\s*$/u;
/** Letters examined before a dot: no abbreviation is longer. */
const LONGEST_ABBREVIATION = 8;

/** The word that the dot at `at` closes, without inner dots: "e.g" → "eg". */
function wordBefore(text: string, at: number): string {
  let start = at;
  while (start > 0 && at - start < LONGEST_ABBREVIATION && LETTER_OR_DOT.test(text[start - 1] as string)) start--;
  if (start > 0 && /[\p{L}\p{N}]/u.test(text[start - 1] as string)) return '';
  return text.slice(start, at).replaceAll('.', '');
}

/** Whether the dot at `at` belongs to an abbreviation, given the text `next` after it. */
function isAbbreviation(text: string, at: number, next: string): boolean {
  const word = wordBefore(text, at);
  if (word === '') return false;
  if (CAPITAL_INITIAL.test(word)) return word !== 'I'; // "J. Smith"; but "So am I."
  if (word.length === 1) return LOWER.test(next); // "6 p. m."
  const lower = word.toLowerCase();
  if (OPEN_ABBREVIATIONS.has(lower)) return true;
  if (BEFORE_NUMBER.has(lower)) return DIGIT.test(next);
  return LAST_ABBREVIATIONS.has(lower) && (LOWER.test(next) || DIGIT.test(next) || next === ',');
}

/** Whether a mark at `at`, followed by closing marks up to `end` and then by `next`, ends a sentence. */
function endsAt(text: string, at: number, end: number, next: string): boolean {
  const mark = text[at] as string;
  const quoted = end > at + 1;
  if (ENDS_ALONE.has(mark)) return !(quoted && QUOTE_GOES_ON.has(next));
  if (mark === '.' && end === at + 1 && isAbbreviation(text, at, next)) return false;
  // "Really?" she said: lower-case text after a quotation continues the sentence.
  return !(LOWER.test(next) && (quoted || mark === '…'));
}

/** A line wrapped at its width continues on the next one; every other line break ends a sentence. */
const isWrapped = (before: string, next: string) => LOWER.test(next) && /[\p{L}\p{N},;–-]$/u.test(before);

/** A sentence and its position in the text. */
export interface SentenceSpan {
  text: string;
  start: number;
  end: number;
}

/** The sentences of a text in order, trimmed, none empty. */
export const sentences = (text: string): string[] => sentenceSpans(text).map((span) => span.text);

/** The same with their positions. Time is linear in the length. */
export function sentenceSpans(text: string): SentenceSpan[] {
  const found: SentenceSpan[] = [];
  let start = 0;
  const cut = (end: number) => {
    const raw = text.slice(start, end);
    const sentence = raw.trim();
    // "1." or "-" alone is a list marker: it stays with its entry.
    if (LIST_MARKER.test(sentence) && end < text.length) return;
    if (sentence !== '') {
      const from = start + raw.indexOf(sentence);
      found.push({ text: sentence.replace(/\s+/g, ' '), start: from, end: from + sentence.length });
    }
    start = end;
  };
  for (let at = 0; at < text.length; at++) {
    const mark = text[at] as string;
    if (mark === '\n') {
      const rest = after(text, at);
      const blank = text.slice(at + 1, rest).includes('\n');
      if (blank || !isWrapped(text.slice(Math.max(start, at - 1), at), text[rest] ?? '')) cut(at);
      at = rest - 1;
      continue;
    }
    if (!ENDS.has(mark)) continue;
    let end = at + 1;
    while (ENDS.has(text[end] ?? '')) end++;
    const last = end - 1;
    while (CLOSES.has(text[end] ?? '')) end++;
    if (!SPACE.test(text[end] ?? ' ') && !ENDS_ALONE.has(text[last] as string)) {
      at = end - 1; // inside a number, an address or a file name
      continue;
    }
    const next = text[after(text, end)] ?? '';
    if (endsAt(text, last, end, next)) cut(end);
    at = end - 1;
  }
  cut(text.length);
  return found;
}

/** The first position at or after `at` that is not a space. */
function after(text: string, at: number): number {
  let next = at;
  while (next < text.length && SPACE.test(text[next] as string)) next++;
  return next;
}

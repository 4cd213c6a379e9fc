import { asks, requests } from './asks.js';

/** Abbreviations that are followed by a name, a number or an example: their dot never ends a sentence. */
const OPEN_ABBREVIATIONS = new Set(
  (
    'mr mrs ms mx messrs dr prof st mt ft gen col capt cmdr lt sgt rev hon gov sen rep pres vs approx ca cf al eg ie ' +
    'fig nr art vol pp ed dept est tel incl excl bzw bspw vgl zb hr fr fa geb sog inkl exkl zzgl abzgl ggf evtl frl ' +
    'mme mlle sra srta dra av avda cra lic ud uds sig dott'
  ).split(' '),
);
/** Abbreviations that end a sentence only if the next word looks like the start of one. */
const LAST_ABBREVIATIONS = new Set(
  (
    'etc inc ltd co corp jr sr am pm bros usw usa uk us eu dc phd bsc msc ' +
    'jan feb mar mär apr jun jul aug sep sept oct okt nov dec dez'
  ).split(' '),
);
/** Abbreviations if a number follows ("no. 7", "Apt. 4"), otherwise words. */
const BEFORE_NUMBER = new Set('no p sec ch min max abs kap bd apt dep depto ext'.split(' '));
/** Parts of an address; so is a German street ("Ringstr. 3"). A name with a number may follow: "12 Park Ave. Suite 4". */
const ADDRESS = new Set('ave rd blvd hwy ln sq pkwy str'.split(' '));
/** Abbreviations if capitalized. */
const WEEKDAYS = new Set('mon tue tues wed thu thur thurs fri sat sun mo di mi do sa so'.split(' '));
const MONTHS = new Set(
  (
    'january february march april may june july august september october november december januar jänner februar märz mai ' +
    'juni juli oktober dezember jan feb mär apr jun jul aug sep sept oct okt nov dec dez'
  ).split(' '),
);
/** Words before a German ordinal: "im 2. Stock", "mein 50. Geburtstag". */
const BEFORE_ORDINAL =
  /(?<!\p{L})(?:der|den|dem|des|die|das|im|(?<!\bI )am|vom|zum|zur|beim|ins|ab|bis|seit|jede[nrs]?|(?:k?ein|mein|dein|sein|ihr|unser)(?:e[nrms]?)?)\s$/iu;
/** Characters examined for one of these. */
const LONGEST_BEFORE_ORDINAL = 16;
/** A German preposition, or "I'm" without its apostrophe: "im 32. i live in graz". */
const IM = /(?<!\p{L})im\s$/iu;
/** One or two digits, or a day and a month, in front of a dot. */
const ORDINAL = /(?<![\p{L}\p{N}.,])(?:(\p{Nd}{1,2})\.)?(\p{Nd}{1,2})$/u;
/** Characters examined for one. */
const LONGEST_ORDINAL = 6;
/** "3. und 4. Mai". */
const NEXT_ORDINAL = /^und\s\p{Nd}/u;
/** Capitalized words that start sentences more often than they follow an ordinal or an abbreviation with inner dots. */
const STARTS = new Set(
  (
    'i he she it we they you the this that these those my our your his her its their there here what who when where why how ' +
    'but and so then if also now please yes no in on at ' +
    'ich er sie es wir ihr du der die das ein eine mein meine unser unsere dann und aber da hier wenn auch jetzt was wer wo wann ' +
    'je tu il elle nous vous ils elles on le la les mon ma et mais yo él ella nosotros el los mi y pero eu ele ela o a'
  ).split(' '),
);
/** "Apt. 4", "Nov. 14", "Reforma 222": a capitalized word with its number. */
const NUMBERED = /^\p{Lu}\p{L}{0,14}\.?\s\p{Nd}/u;
/** "z.B", "i.d.R", "p.ej": short parts between dots. */
const DOTTED = /^(?:\p{L}{1,2}\.)+\p{L}{1,3}$/u;

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
/** Letters examined on either side of a dot: no abbreviation, month or street is longer. */
const LONGEST_WORD = 24;

/** The word that the dot at `at` closes, with its inner dots: "e.g". */
function wordBefore(text: string, at: number): string {
  let start = at;
  while (start > 0 && at - start < LONGEST_WORD && LETTER_OR_DOT.test(text[start - 1] as string)) start--;
  return start > 0 && /[\p{L}\p{N}]/u.test(text[start - 1] as string) ? '' : text.slice(start, at);
}

/** The word at `at`, in lower case. */
const wordAt = (text: string, at: number) =>
  (/^\p{L}+/u.exec(text.slice(at, at + LONGEST_WORD))?.[0] ?? '').toLowerCase();

/** Whether a capitalized word in front of `at` makes "Sr." part of a name: "John Smith Sr.", not "el Sr. García". */
const isAfterName = (text: string, at: number) =>
  /(?<!\p{L})\p{Lu}\p{L}*\s\p{L}{2}$/u.test(text.slice(Math.max(0, at - LONGEST_WORD), at));

/** Whether the dot at `at` belongs to an abbreviation, given that the text continues at `next`. In doubt it does: a cut may lose what it separates. */
function isAbbreviation(text: string, at: number, next: number): boolean {
  const first = text[next] ?? '';
  const dotted = wordBefore(text, at);
  const word = dotted.replaceAll('.', '');
  if (word === '') return false;
  if (CAPITAL_INITIAL.test(word)) return word !== 'I'; // "J. Smith"; but "So am I."
  if (word.length === 1) return LOWER.test(first) || text[next + 1] === '.'; // "6 p. m.", "z. B."
  const lower = word.toLowerCase();
  const goesOn = LOWER.test(first) || DIGIT.test(first) || first === ',';
  if (OPEN_ABBREVIATIONS.has(lower)) return true;
  if (BEFORE_NUMBER.has(lower)) return DIGIT.test(first);
  if (lower === 'sr') return goesOn || !isAfterName(text, at);
  if (LAST_ABBREVIATIONS.has(lower)) return goesOn;
  if (ADDRESS.has(lower) || lower.endsWith('str') || (WEEKDAYS.has(lower) && word !== lower))
    return goesOn || NUMBERED.test(text.slice(next, next + LONGEST_WORD));
  return DOTTED.test(dotted) && (goesOn || !STARTS.has(wordAt(text, next)));
}

/** The writer begins sentences in lower case. */
const IN_LOWER_CASE = /^\P{L}*\p{Ll}/u;
/** English questions begin with them, but German dates go on with them: "Freitag, 12.5. am Nachmittag". */
const ALSO_GERMAN = new Set(['am', 'was', 'will']);

/** Whether the dot at `at` makes an ordinal of the one or two digits before it: "12. Mai", "am 3. und 4. Mai", "im 2. Stock", "12.5. um acht". */
function isOrdinal(text: string, at: number, next: number): boolean {
  const number = ORDINAL.exec(text.slice(Math.max(0, at - LONGEST_ORDINAL), at));
  if (!number) return false;
  const [whole, day, last] = number;
  const first = text[next] ?? '';
  const isLower = LOWER.test(first);
  const following = text.slice(next, next + LONGEST_WORD);
  const word = wordAt(text, next);
  const isInLowerCase = IN_LOWER_CASE.test(text.slice(0, LONGEST_WORD));
  // "My son is 12. what should he read?"
  const asking = isLower && (asks(following) || requests(following)) && (isInLowerCase || !ALSO_GERMAN.has(word));
  if (day === undefined) {
    if (DIGIT.test(first) || /[–-]/.test(first) || (MONTHS.has(word) && !asking)) return true;
  } else if (!isLower || Number(last) > 12) return false;
  const begins = asking || (STARTS.has(word) && (!isLower || isInLowerCase) && !NEXT_ORDINAL.test(following));
  const start = at - whole.length;
  const before = text.slice(Math.max(0, start - LONGEST_BEFORE_ORDINAL), start);
  const isExpected = BEFORE_ORDINAL.test(before);
  return isLower ? !begins || (isExpected && !IM.test(before)) : isExpected && !begins;
}

/** Whether a mark at `at`, followed by closing marks up to `end` and then by text at `next`, ends a sentence. */
function endsAt(text: string, at: number, end: number, next: number): boolean {
  const mark = text[at] as string;
  const first = text[next] ?? '';
  const quoted = end > at + 1;
  if (ENDS_ALONE.has(mark)) return !(quoted && QUOTE_GOES_ON.has(first));
  if (mark === '.' && !quoted && (isAbbreviation(text, at, next) || isOrdinal(text, at, next))) return false;
  // "Really?" she said: lower-case text after a quotation continues the sentence.
  return !(LOWER.test(first) && (quoted || mark === '…'));
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
    if (endsAt(text, last, end, after(text, end))) cut(end);
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

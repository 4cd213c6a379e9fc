import type { Work } from '../../kernel/turns/turns.js';
import { stretchOf } from '../../text/window.js';

/** Shows that something was left out after a text, and before one. */
export const CUT_MARK = ' […]';
export const LEFT_OUT = '[…] ';

// A run of marks is matched only from its first one: otherwise a hundred thousand dots would take seconds.
const SENTENCE_END = /(?<![.!?…])[.!?…]+["'”’)\]]*(?=\s)|[。！？]+["'”’)\]」』]*|(?=\n)/gu;
const WORD_END = /(?=\s)/g;
/** Words of a sentence that are worth a line without the rest of it. */
const MIN_WORDS = 5;

/** Units of work per character searched for an end, or for terms, and for reading where terms were found. */
const SEARCHED = 1 / 8;
const READ = 10_000;
/** Characters of a text that are looked at as what answers a question. */
const ANSWER = 320;

type Fits = (shortened: string) => Work<boolean>;

/**
 * The longest beginning of a text, up to the end of a sentence or else of a word, for which `fits` holds with the mark appended; null if there is
 * none. `room` is roughly how many characters may fit.
 */
export function* cutToFit(text: string, room: number, fits: Fits): Work<string | null> {
  const within = text.slice(0, room);
  return (yield* longest(within, SENTENCE_END, 1, fits)) ?? (yield* longest(within, WORD_END, MIN_WORDS, fits));
}

/** With at least this many of what ends there. */
function* longest(text: string, end: RegExp, least: number, fits: Fits): Work<string | null> {
  const all = Array.from(text.matchAll(end), (found) => found.index + found[0].length).filter((at) => at > 0);
  const ends = all.slice(least - 1);
  yield text.length * SEARCHED;
  let best: string | null = null;
  // The longest is tried first, because `room` is usually right.
  for (let low = 0, high = ends.length, at = high - 1; low < high; at = (low + high) >> 1) {
    const shortened = text.slice(0, ends[at]).trimEnd() + CUT_MARK;
    if (yield* fits(shortened)) {
      best = shortened;
      low = at + 1;
    } else high = at;
  }
  return best;
}

/**
 * Where to begin a text of which about `room` characters can be shown: early enough to show the sentences with most of the terms, with what is said
 * before and after them, and at the beginning if it shows them, too.
 */
export function* beginningWith(text: string, terms: ReadonlySet<string>, room: number): Work<number> {
  if (terms.size === 0 || text.length <= room) return 0;
  const { place } = stretchOf(text, terms, ANSWER);
  yield text.length * SEARCHED;
  yield READ;
  if (!place || place.to <= room) return 0;
  const before = Math.max(0, Math.min(room >> 1, room - (place.to - place.from)));
  const earliest = Math.max(0, Math.min(place.from - before, text.length - room));
  return earliest + startIn(text.slice(earliest, place.from));
}

/** At most `longest` characters of a longer text: the part with most of the terms, or else the beginning, and then one character more. */
export function partWith(text: string, terms: ReadonlySet<string>, longest: number): string {
  const place = terms.size > 0 ? stretchOf(text, terms, ANSWER).place : null;
  if (!place || place.to <= longest) return text.slice(0, longest + 1);
  const size = longest - LEFT_OUT.length - CUT_MARK.length;
  const earliest = Math.max(0, Math.min(place.from - (size >> 1), text.length - size));
  const from = earliest + startIn(text.slice(earliest, place.from));
  return LEFT_OUT + text.slice(from, from + size) + (from + size < text.length ? CUT_MARK : '');
}

/** Where the first sentence begins after the beginning of a text, or else the first word; at its end if there is none. */
function startIn(text: string): number {
  for (const end of [SENTENCE_END, WORD_END]) {
    for (const found of text.matchAll(end)) {
      const at = found.index + found[0].length;
      const space = /^\s*/.exec(text.slice(at))?.[0].length ?? 0;
      if (at + space > 0) return at + space;
    }
  }
  return text.length;
}

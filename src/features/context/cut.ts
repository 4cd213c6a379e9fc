import type { Work } from '../../kernel/turns/turns.js';

/** Shows that something was left out. */
export const CUT_MARK = ' […]';

// A run of marks is matched only from its first one: otherwise a hundred thousand dots would take seconds.
const SENTENCE_END = /(?<![.!?…])[.!?…]+["'”’)\]]*(?=\s)|[。！？]+["'”’)\]」』]*|(?=\n)/gu;
const WORD_END = /(?=\s)/g;
/** Words of a sentence that are worth a line without the rest of it. */
const MIN_WORDS = 5;

/** Units of work per character searched for an end. */
const SEARCHED = 1 / 8;

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

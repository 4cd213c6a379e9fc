import type { Work } from '../../kernel/turns/turns.js';

/** Shows that something was left out. */
export const CUT_MARK = ' […]';

// A run of marks is matched only from its first one: otherwise a hundred thousand dots would take seconds.
const SENTENCE_END = /(?<![.!?…])[.!?…]+["'”’)\]]*(?=\s)|[。！？]+["'”’)\]」』]*|(?=\n)/gu;
const WORD_END = /(?=\s)/g;

/** Units of work per character searched for an end. */
const SEARCHED = 1 / 8;

type Fits = (shortened: string) => Work<boolean>;

/**
 * The longest beginning of a text, up to the end of a sentence or else of a word, for which `fits` holds with the mark appended; null if there is
 * none. `room` is roughly how many characters may fit.
 */
export function* cutToFit(text: string, room: number, fits: Fits): Work<string | null> {
  const within = text.slice(0, room);
  return (yield* longest(within, SENTENCE_END, fits)) ?? (yield* longest(within, WORD_END, fits));
}

function* longest(text: string, end: RegExp, fits: Fits): Work<string | null> {
  const ends = Array.from(text.matchAll(end), (found) => found.index + found[0].length).filter((at) => at > 0);
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

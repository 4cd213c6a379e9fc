import { defineTask } from '../../compute/task.js';
import type { Work } from '../../kernel/turns/turns.js';
import { choosingSentences, ended, measured, type Sentence } from '../../readers/summary/salience.js';
import { fold } from '../../text/fold.js';
import { sentences } from '../../text/sentences.js';

/** Characters up to which everything is included: a handful of facts needs no summary. */
const INCLUDED_WHOLE = 1_000;
/** Of longer material, this share, and at most this many characters and sentences: what an agent reads when it starts working. */
const SHARE = 0.35;
const MAX_CHARACTERS = 6_000;
const MAX_SENTENCES = 60;
/** Sentences considered: the work is this times the sentences that are taken. */
const LOOKED_AT = 5_000;

/** Anything without an end for longer than this is not a sentence: only its beginning is included. */
const LONGEST_SENTENCE = 2_000;
/** Units of work (kernel/turns/turns.ts) per character. */
const UNITS = 5;

export const digestTask = defineTask('transfer.digest', digest);
export const digestUnits = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + text.length * UNITS, 0);

/** How many characters to read of each text, so that together they are at most `total`: only the longest texts are cut. */
export function charactersOfEach(lengths: readonly number[], total: number): number {
  let left = total;
  for (const [i, length] of lengths.toSorted((a, b) => a - b).entries()) {
    const share = Math.floor(left / (lengths.length - i));
    if (length > share) return share;
    left -= length;
  }
  return total;
}

/** The beginning of a long text, up to the end of a word. */
export function beginning(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const part = text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, ''); // not in the middle of a character
  const wordEnd = part.lastIndexOf(' ');
  return `${wordEnd > longest / 2 ? part.slice(0, wordEnd) : part}…`;
}

function* read(texts: readonly string[]): Work<Sentence[]> {
  const found: Sentence[] = [];
  const seen = new Set<string>();
  for (const [turn, text] of texts.entries()) {
    for (const whole of sentences(text)) {
      yield whole.length * UNITS;
      const sentence = beginning(whole, LONGEST_SENTENCE);
      const plain =
        fold(sentence)
          .replace(/[^\p{L}\p{N}]+/gu, ' ')
          .trim() || sentence;
      if (seen.has(plain)) continue;
      if (found.length === LOOKED_AT) return found;
      seen.add(plain);
      found.push({ ...measured(sentence), turn });
    }
  }
  return found;
}

/** One text out of many, given in the order in which to use them: all of it if it is short, or else the sentences that say most. */
export function* digest(texts: readonly string[]): Work<string> {
  const all = yield* read(texts);
  const length = all.reduce((sum, { text }) => sum + text.length + 1, 0);
  const chosen =
    length <= INCLUDED_WHOLE
      ? all
      : yield* choosingSentences(all, {
          maxSentences: MAX_SENTENCES,
          maxCharacters: Math.min(MAX_CHARACTERS, Math.max(INCLUDED_WHOLE, length * SHARE)),
          conversation: false,
        });
  return chosen.map(({ text }) => ended(text)).join(' ');
}

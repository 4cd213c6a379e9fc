import { chooseSentences, ended, measured, type Sentence } from '../../readers/summary/salience.js';
import { fold } from '../../text/fold.js';
import { sentences } from '../../text/sentences.js';

/** Characters up to which everything is included: a handful of facts needs no summary. */
const INCLUDED_WHOLE = 1_000;
/** Of longer material, this share, and at most this many characters and sentences: what an agent reads when it starts working. */
const SHARE = 0.35;
const MOST_CHARACTERS = 6_000;
const MOST_SENTENCES = 60;
/** Sentences considered: the work is this times the sentences that are taken. */
const LOOKED_AT = 5_000;

/** Anything without an end for longer than this is not a sentence: only its beginning is included. */
const LONGEST_SENTENCE = 2_000;
function shortened(sentence: string): string {
  if (sentence.length <= LONGEST_SENTENCE) return sentence;
  const part = sentence.slice(0, LONGEST_SENTENCE).replace(/[\uD800-\uDBFF]$/, ''); // not in the middle of a character
  const wordEnd = part.lastIndexOf(' ');
  return `${wordEnd > LONGEST_SENTENCE / 2 ? part.slice(0, wordEnd) : part}…`;
}

function read(texts: readonly string[]): Sentence[] {
  const found: Sentence[] = [];
  const seen = new Set<string>();
  for (const [turn, text] of texts.entries()) {
    for (const whole of sentences(text)) {
      const sentence = shortened(whole);
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
export function digest(texts: readonly string[]): string {
  const all = read(texts);
  const length = all.reduce((sum, { text }) => sum + text.length + 1, 0);
  const chosen =
    length <= INCLUDED_WHOLE
      ? all
      : chooseSentences(all, {
          maxSentences: MOST_SENTENCES,
          maxCharacters: Math.min(MOST_CHARACTERS, Math.max(INCLUDED_WHOLE, length * SHARE)),
          conversation: false,
        });
  return chosen.map(({ text }) => ended(text)).join(' ');
}

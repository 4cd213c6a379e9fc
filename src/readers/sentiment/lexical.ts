import { sentences } from '../../text/sentences.js';
import { LEXICAL } from './parameters.js';
import { SentenceReader } from './sentence-reader.js';
import { tokensOf } from './tokens.js';

/** How people mark irony in plain text. */
const IRONY_TAG = /\s\/s\s*$/i;

/** What the words, idioms, emoji and punctuation of a text say about its feeling, −1 to 1. Time is linear in the length. */
export function readLexically(text: string): number {
  const read = sentences(text).map(tokensOf);
  const words = read.flat().filter((token) => token.kind === 'word');
  const shoutingCounts = words.some((word) => !word.shouted && word.text.length > 1);
  let sum = 0;
  let feeling = 0;
  for (const tokens of read) {
    const sentence = new SentenceReader(tokens, shoutingCounts).read();
    sum += sentence.sum;
    if (sentence.hits > 0) feeling++;
  }
  if (feeling > 1) sum /= feeling ** LEXICAL.sentenceShare;
  if (sum > 0 && IRONY_TAG.test(text)) sum = -sum;
  return sum / Math.sqrt(sum * sum + LEXICAL.softness);
}

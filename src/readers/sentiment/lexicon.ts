import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { emojiEmotion } from 'emoji-emotion';

/** Only the package's list is used (entry, mean rating from −4 to 4, and more), not its code. */
const LIST = createRequire(import.meta.url).resolve('vader-sentiment/vader_lexicon.txt');

/** Entries that are not words: `:-)`, `<3`, `x-d`. At least two characters: a single one is punctuation far more often. */
const isEmoticon = (entry: string) => entry.length > 1 && !entry.includes(' ') && /[^\p{L}\p{N}'-]/u.test(entry);
const ENTRIES = readFileSync(LIST, 'utf8')
  .split('\n')
  .map((line): [string, number] => {
    const [entry = '', rating] = line.split('\t');
    return [entry.toLowerCase(), Number(rating)];
  })
  .filter(([entry, rating]) => entry !== '' && Number.isFinite(rating));

/** Valence of an emoticon, −4 to 4. */
export const EMOTICONS: ReadonlyMap<string, number> = new Map(ENTRIES.filter(([entry]) => isEmoticon(entry)));
export const LONGEST_EMOTICON = Math.max(...[...EMOTICONS.keys()].map((entry) => entry.length));

/** Valence of a word, −4 to 4. */
export const WORDS: ReadonlyMap<string, number> = new Map(
  ENTRIES.filter(([entry]) => !isEmoticon(entry) && /^[\p{L}']+$/u.test(entry)),
);

/** The package rates emoji from −5 to 5. */
const EMOJI_SCALE = 4 / 5;
const TAIL = /[\ufe0e\ufe0f]/g;
/** Valence of an emoji without its presentation mark, −4 to 4. */
export const EMOJI: ReadonlyMap<string, number> = new Map(
  emojiEmotion.map(({ emoji, polarity }) => [emoji.replace(TAIL, ''), polarity * EMOJI_SCALE]),
);

const TRIPLED = /(\p{L})\1{2,}/gu;

/** The valence of a word, even if its letters are drawn out ("sooo goood"); null if it has none. */
export function valenceOf(word: string): number | null {
  const known = WORDS.get(word);
  if (known !== undefined) return known;
  const plain = word.endsWith("'s") ? WORDS.get(word.slice(0, -2)) : undefined;
  if (plain !== undefined) return plain;
  for (const form of shortened(word)) {
    const valence = WORDS.get(form);
    if (valence !== undefined) return valence;
  }
  return null;
}

/** No word is drawn out further than this; longer ones are noise. */
const LONGEST_WORD = 40;

/** "goood" → "good", "god": the words that a drawn-out one may stand for. None if no letter is drawn out. */
export function shortened(word: string): string[] {
  if (word.length > LONGEST_WORD) return [];
  const twice = word.replace(TRIPLED, '$1$1');
  return twice === word ? [] : [twice, word.replace(TRIPLED, '$1')];
}

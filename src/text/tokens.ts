/**
 * Estimates how many tokens a language model makes of a text, without its tokenizer. Byte-pair vocabularies hold whole English words and fragments
 * of the rest, so each script has its own rate, in tokens:
 *
 * - a run of ASCII letters: 1 up to six letters, then one more for every five (long words break into pieces)
 * - digits: one for every three; a run of the same punctuation or of spaces beyond one: one for every four
 * - a line break: 1
 * - other alphabets (accented Latin, Greek, Cyrillic, Hebrew, Arabic): one for every 2.5 letters
 * - Han, kana, Hangul: 1 per character; everything else (Indic scripts, emoji, symbols): 1 per code unit
 *
 * Meant for budgets, so it errs on the high side.
 */
const WORD_LETTERS = 6;
const PIECE_LETTERS = 5;
const DIGITS_PER_TOKEN = 3;
const REPEATS_PER_TOKEN = 4;
const ALPHABET_LETTERS_PER_TOKEN = 2.5;

type Kind = 'letter' | 'digit' | 'space' | 'break' | 'mark' | 'alphabet' | 'character';

export function estimateTokens(text: string): number {
  let tokens = 0;
  for (let start = 0; start < text.length; ) {
    const code = text.charCodeAt(start);
    const kind = kindOf(code);
    let end = start + 1;
    while (end < text.length && continues(kind, code, text.charCodeAt(end))) end++;
    tokens += cost(kind, end - start);
    start = end;
  }
  return Math.ceil(tokens);
}

function kindOf(code: number): Kind {
  if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90)) return 'letter';
  if (code === 32 || code === 9) return 'space';
  if (code >= 48 && code <= 57) return 'digit';
  if (code === 10 || code === 13) return 'break';
  if (code < 0x80) return 'mark';
  return code >= 0xc0 && code <= 0x77f ? 'alphabet' : 'character';
}

/** Punctuation forms a run only if it repeats: "-----" is one token, "})" is two. */
const continues = (kind: Kind, first: number, code: number) =>
  kind === 'mark' || kind === 'break' ? code === first : kindOf(code) === kind;

function cost(kind: Kind, length: number): number {
  switch (kind) {
    case 'letter':
      return length <= WORD_LETTERS ? 1 : 1 + Math.ceil((length - WORD_LETTERS) / PIECE_LETTERS);
    case 'digit':
      return Math.ceil(length / DIGITS_PER_TOKEN);
    case 'space':
      // a single space belongs to the word after it
      return length === 1 ? 0 : Math.ceil((length - 1) / REPEATS_PER_TOKEN);
    case 'mark':
    case 'break':
      return Math.ceil(length / REPEATS_PER_TOKEN);
    case 'alphabet':
      return length / ALPHABET_LETTERS_PER_TOKEN;
    case 'character':
      return length;
  }
}

import { EMOTICONS, LONGEST_EMOTICON } from './lexicon.js';

/** A piece of a text as the sentiment reader sees it. */
export type Token =
  | { readonly kind: 'word'; readonly text: string; readonly shouted: boolean }
  | { readonly kind: 'emoticon' | 'emoji'; readonly text: string }
  /** A run of one kind of punctuation: `!!!`, `?!`, `,`, `"`. */
  | { readonly kind: 'mark'; readonly text: string };

// Each alternative matches characters that the one before it cannot continue with: no text is tried twice.
const ADDRESS = /(?:https?:\/\/|www\.)\S+|[@][\p{L}\p{N}_.]+/uy;
const WORD = /\p{L}[\p{L}\p{M}\p{N}_]*(?:'\p{L}+)*/uy;
const EMOJI = /[\p{Extended_Pictographic}\p{Regional_Indicator}]/uy;
/** Joiners, skin tones and presentation marks: they change how an emoji looks, not what it expresses. */
const EMOJI_TAIL = /[\u{1f3fb}-\u{1f3ff}\ufe0e\ufe0f]+/uy;
const STRESS = /[!?]+/uy;
/** A repeated mark is one: `...:)` is dots and an emoticon. */
const MARK = /([.,;:…"“”()[\]—–*/-])\1*/uy;
const ALPHANUMERIC = /[\p{L}\p{N}]/u;
const DIGIT = /\p{N}/u;
const SHOUT = /^\p{Lu}[\p{Lu}\p{N}']+$/u;

const match = (pattern: RegExp, text: string, at: number): string | undefined => {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
};

/** The longest emoticon at `at` that stands alone: not part of a time, a ratio or a word. */
function emoticonAt(text: string, at: number): string | undefined {
  const before = text[at - 1] ?? ' ';
  const opensWithLetter = ALPHANUMERIC.test(text[at] as string);
  if (DIGIT.test(before) || (opensWithLetter && before.trim() !== '')) return undefined;
  for (let length = Math.min(LONGEST_EMOTICON, text.length - at); length > 1; length--) {
    const candidate = text.slice(at, at + length).toLowerCase();
    if (!EMOTICONS.has(candidate)) continue;
    const next = text[at + length] ?? ' ';
    if (opensWithLetter ? next.trim() === '' : !ALPHANUMERIC.test(next)) return candidate;
  }
  return undefined;
}

/** "well-made" is two words of one clause. */
const isHyphen = (text: string, at: number, mark: string) =>
  mark === '-' && ALPHANUMERIC.test(text[at - 1] ?? ' ') && ALPHANUMERIC.test(text[at + 1] ?? ' ');

/** The tokens of a text in order. Time is linear in its length. */
export function tokensOf(text: string): Token[] {
  const source = text.replace(/[’‘ʼ`´]/g, "'");
  const found: Token[] = [];
  for (let at = 0; at < source.length; ) {
    const address = match(ADDRESS, source, at);
    if (address) {
      at += address.length;
      continue;
    }
    const emoticon = emoticonAt(source, at);
    if (emoticon) {
      found.push({ kind: 'emoticon', text: emoticon });
      at += emoticon.length;
      continue;
    }
    const word = match(WORD, source, at);
    if (word) {
      found.push({ kind: 'word', text: word.toLowerCase(), shouted: SHOUT.test(word) });
      at += word.length;
      continue;
    }
    const emoji = match(EMOJI, source, at);
    if (emoji) {
      found.push({ kind: 'emoji', text: emoji });
      at += emoji.length;
      at += match(EMOJI_TAIL, source, at)?.length ?? 0;
      continue;
    }
    const mark = match(STRESS, source, at) ?? match(MARK, source, at);
    if (mark && !isHyphen(source, at, mark)) found.push({ kind: 'mark', text: mark });
    at += mark ? mark.length : (source.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  }
  return found;
}

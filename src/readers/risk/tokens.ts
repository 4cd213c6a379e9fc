import { split } from './split.js';
import { type Entry, GLUED, vocabulary } from './vocabulary.js';
import type { Part } from './words.js';

/** Whether the act is ordered, reported ("she told me to ignore", "ignored") or forbidden ("never share"). */
export type Mood = 'ordered' | 'narrated' | 'forbidden';

/** A word or phrase of the risk vocabulary in a text. */
export interface Token {
  readonly entry: Entry;
  readonly parts: readonly Part[];
  /** Its first and last word. */
  readonly at: number;
  readonly end: number;
  readonly offset: number;
  readonly quoted: boolean;
  readonly mood: Mood;
}

/** The risk vocabulary of a folded text, in order. */
export function riskTokens(text: string): Token[] {
  const words: Token[] = [];
  split(text, GLUED, (word, at, offset, quoted) => {
    const entry = vocabulary.get(word);
    if (entry === undefined) return;
    const before = words.at(-1);
    const mood = moodOf(entry, before?.at === at - 1 ? before : undefined, words.at(-2));
    words.push({ entry, parts: entry.parts, at, end: at, offset, quoted, mood });
  });
  return withPhrases(words);
}

function moodOf(entry: Entry, before: Token | undefined, beforeThat: Token | undefined): Mood {
  const lead = before?.entry.lead;
  if (lead === 'forbids') return 'forbidden';
  const ordered =
    lead === 'to'
      ? beforeThat?.entry.lead === 'orders' && beforeThat.at === (before?.at ?? 0) - 1
      : lead !== 'narrates';
  return ordered && !entry.inflected ? 'ordered' : 'narrated';
}

function withPhrases(words: readonly Token[]): Token[] {
  const tokens: Token[] = [];
  words.forEach((word, start) => {
    if (word.parts.length > 0) tokens.push(word);
    let phrase: Entry | undefined = word.entry;
    for (let i = start + 1; phrase !== undefined && phrase.next.size > 0; i++) {
      const following = words[i];
      if (following === undefined || following.at !== word.at + i - start) return;
      phrase = phrase.next.get(following.entry);
      if (phrase && phrase.parts.length > 0) tokens.push({ ...word, parts: phrase.parts, end: following.at });
    }
  });
  return tokens;
}

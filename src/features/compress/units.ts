import { measured } from '../../readers/summary/salience.js';
import { fold } from '../../text/fold.js';
import { sentences } from '../../text/sentences.js';
import { commonWords, factsOf } from './facts.js';

/** A sentence of the texts that are combined. */
export interface Unit {
  text: string;
  /** The distinct terms of the sentence. */
  terms: readonly string[];
  words: number;
  question: boolean;
  /** The index of its text. */
  turn: number;
  facts: Set<string>;
  /** The sentence that it depends on: "It costs 40 euros." */
  needs: Unit | null;
}

const REFERS = /^(?:it|its|he|she|they|his|her|their|this|that|these|those)\b/i;

/** Every sentence once, in order. */
export function unitsOf(texts: readonly string[]): Unit[] {
  const common = commonWords(texts);
  const units: Unit[] = [];
  const seen = new Set<string>();
  for (const [turn, text] of texts.entries()) {
    let before: Unit | null = null;
    for (const sentence of sentences(text)) {
      const plain =
        fold(sentence)
          .replace(/[^\p{L}\p{N}]+/gu, ' ')
          .trim() || sentence;
      if (seen.has(plain)) continue;
      seen.add(plain);
      const needs: Unit | null = REFERS.test(sentence) ? before : null;
      before = { ...measured(sentence), turn, facts: factsOf(sentence, common), needs };
      units.push(before);
    }
  }
  return units;
}

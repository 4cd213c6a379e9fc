import type { Work } from '../../kernel/turns/turns.js';
import { measured } from '../../readers/summary/salience.js';
import { fold } from '../../text/fold.js';
import { sentences } from '../../text/sentences.js';
import { Denials } from './denials.js';
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
  /** What it must not lose, and what it says to be so or not. */
  facts: Set<string>;
  /** The sentence that it depends on: "It costs 40 euros." */
  needs: Unit | null;
}

/** Units of work (kernel/turns/turns.ts) per character of a text. */
export const UNITS = 10;
const REFERS = /^(?:it|its|he|she|they|his|her|their|this|that|these|those)\b/i;

/** Every sentence once, in order. One that differs only in signs or accents is repeated if it has facts of its own: "3:5" is not "3.5". */
export function* unitsOf(texts: readonly string[]): Work<Unit[]> {
  const common = commonWords(texts);
  const units: Unit[] = [];
  const denials = new Denials();
  /** The facts of the sentences so far, by their letters and digits. */
  const seen = new Map<string, Set<string>>();
  for (const [turn, text] of texts.entries()) {
    let before: Unit | null = null;
    for (const sentence of sentences(text)) {
      const plain =
        fold(sentence)
          .replace(/[^\p{L}\p{N}]+/gu, ' ')
          .trim() || sentence;
      const read = measured(sentence);
      const facts = new Set([...factsOf(sentence, common), ...denials.of(sentence, read.terms)]);
      const known = seen.get(plain);
      if (known && [...facts].every((fact) => known.has(fact))) continue;
      seen.set(plain, new Set([...(known ?? []), ...facts]));
      const needs: Unit | null = REFERS.test(sentence) ? before : null;
      before = { ...read, turn, facts, needs };
      units.push(before);
      yield sentence.length * UNITS;
    }
  }
  return units;
}

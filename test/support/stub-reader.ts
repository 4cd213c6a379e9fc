import type { Fit, Reader, Relation } from '../../src/readers/reader.js';

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
const NOTHING: Relation = { conflict: 0, partial: 0, same: 0, compatible: 0, different: 1 };

const REPLACED: Relation = { ...NOTHING, conflict: 0.999, different: 0.001 };
const DENIED: Relation = { ...NOTHING, partial: 0.999, different: 0.001 };
const DENIES = /\b(?:not|no longer|never)\b/i;

/** Compares words instead of meaning. Instant and reproducible; tests of language understanding use the real one. */
export class StubReader implements Reader {
  /** Only a statement and its negation in the same words contradict each other; "no longer" supersedes all of it. */
  async relations(pairs: readonly (readonly [string, string])[]): Promise<Relation[]> {
    return pairs.map(([a, b]) => {
      const [one, other] = [wordsOf(a), wordsOf(b)];
      const shared = [...one].filter((word) => other.has(word)).length / Math.max(1, Math.min(one.size, other.size));
      if (DENIES.test(a) === DENIES.test(b) || shared < 0.6) return NOTHING;
      return /\bno longer\b/i.test(b) ? REPLACED : DENIED;
    });
  }

  /** By the share of the question's words that occur. */
  async fit(question: string, texts: readonly string[]): Promise<Fit[]> {
    const asked = wordsOf(question);
    return texts.map((text) => {
      const has = wordsOf(text);
      const relevance = 12 * ([...asked].filter((word) => has.has(word)).length / Math.max(1, asked.size)) - 6;
      return { relevance, needed: relevance };
    });
  }

  /** No word is superseded. */
  async gone(pairs: readonly (readonly [string, string])[]): Promise<Float32Array[]> {
    return pairs.map(() => new Float32Array());
  }

  /** Numbers are worth keeping, questions are not. */
  async keep(sentences: readonly (readonly [string, string])[]): Promise<number[]> {
    return sentences.map(([sentence]) => (/\d/.test(sentence) ? 3 : 0) - (sentence.trimEnd().endsWith('?') ? 3 : 0));
  }

  async close(): Promise<void> {}
}

import type { Reader, Relation } from '../embedding/reader.js';

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
const NOTHING: Relation = { conflict: 0.01, partial: 0.01, same: 0.01, compatible: 0.01, different: 0.96 };

/** Reads words instead of meaning. Instant and repeatable; tests of what is understood use the real one. */
export class StubReader implements Reader {
  /** No two statements have to do with each other. */
  async relations(pairs: readonly (readonly [string, string])[]): Promise<Relation[]> {
    return pairs.map(() => NOTHING);
  }

  /** By the share of the question's words. */
  async relevance(question: string, texts: readonly string[]): Promise<number[]> {
    const asked = wordsOf(question);
    return texts.map((text) => {
      const has = wordsOf(text);
      return 12 * ([...asked].filter((word) => has.has(word)).length / Math.max(1, asked.size)) - 6;
    });
  }

  /** Numbers are worth keeping, questions are not. */
  async keep(sentences: readonly (readonly [string, string])[]): Promise<number[]> {
    return sentences.map(([sentence]) => (/\d/.test(sentence) ? 3 : 0) - (sentence.trimEnd().endsWith('?') ? 3 : 0));
  }

  async close(): Promise<void> {}
}

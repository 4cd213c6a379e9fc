import type { Work } from '../../kernel/turns/turns.js';
import { termCounts } from '../../text/terms.js';
import type { SampledMemory } from './sql/sample.js';

/** Units of work (kernel/turns/turns.ts) per character. */
const UNITS = 2;

/** A memory of the sample, its text tokenized once for everything that uses it. */
export interface ReadMemory extends SampledMemory {
  terms: readonly string[];
  words: readonly Word[];
}

export function* readTexts(memories: readonly SampledMemory[]): Work<ReadMemory[]> {
  const read: ReadMemory[] = [];
  for (const memory of memories) {
    yield memory.text.length * UNITS;
    read.push({ ...memory, terms: [...termCounts(memory.text).keys()], words: wordsOf(memory.text) });
  }
  return read;
}

/** A word, or what ends a sentence. */
const TOKEN = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*|[.!?:\n]+/gu;

interface Word {
  bare: string;
  capital: boolean;
  /** Begins a sentence, where every word is capitalized. */
  first: boolean;
}

function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  let first = true;
  for (const [token] of text.matchAll(TOKEN)) {
    if (/^[.!?:\n]/.test(token)) {
      first = true;
      continue;
    }
    words.push({ bare: token.replace(/['’]s$/u, ''), capital: /^\p{Lu}/u.test(token), first });
    first = false;
  }
  return words;
}

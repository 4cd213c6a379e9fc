import type { Work } from '../../kernel/turns.js';
import { termCounts } from '../../language/terms.js';
import type { SampledMemory } from './sample-statement.js';
import { type Word, wordsOf } from './words.js';

/** Units of work (kernel/turns.ts) per character. */
const UNITS = 2;

/** A memory of the sample with its text taken apart once for all that look at it. */
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

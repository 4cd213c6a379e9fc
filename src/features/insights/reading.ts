import { termCounts } from '../../language/terms.js';
import { type Word, wordsOf } from './names.js';
import type { SampledMemory } from './sample-statement.js';

/** Texts read before others get their turn. */
const BREATH = 25;

/** A memory of the sample with its text taken apart once for all that look at it. */
export interface ReadMemory extends SampledMemory {
  terms: readonly string[];
  words: readonly Word[];
}

export async function readTexts(memories: readonly SampledMemory[]): Promise<ReadMemory[]> {
  const read: ReadMemory[] = [];
  for (const [i, memory] of memories.entries()) {
    if (i % BREATH === 0) await new Promise((resolve) => setImmediate(resolve));
    read.push({ ...memory, terms: [...termCounts(memory.text).keys()], words: wordsOf(memory.text) });
  }
  return read;
}

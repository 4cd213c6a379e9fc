import { bandMark, markOf } from '../marks.js';
import type { SqlValue } from '../sql.js';
import { unpackTerms } from '../terms.js';

/** The largest count that a smallint column can hold. */
const MAX_TIMES = 32_767;

/** What `memory_words` holds of a memory's words: their texts, their marks, and how often each occurs if any occurs more than once. */
export function wordColumns(keyId: string, userId: string, packed: string) {
  const marks: string[] = [];
  const times: string[] = [];
  let isRepeated = false;
  unpackTerms(packed, (term, tf) => {
    marks.push(markOf(keyId, userId, term));
    times.push(String(Math.min(tf, MAX_TIMES)));
    isRepeated ||= tf > 1;
  });
  return { terms: packed, marks, times: isRepeated ? times : null };
}

export const bandColumn = (keyId: string, userId: string, bands: readonly number[]): string[] =>
  [...new Set(bands)].map((band) => bandMark(keyId, userId, band));

export const WORD_COLUMNS = 'key_id, user_id, memory_id, length, terms, marks, times, bands';
export interface WordsOfMemory {
  id: string;
  user_id: string;
  words: { packed: string; length: number };
  bands: readonly number[];
}

/** A row of `memory_words`, in the order of `WORD_COLUMNS`. */
export function wordRow(keyId: string, { id, user_id, words, bands }: WordsOfMemory): SqlValue[] {
  const { terms, marks, times } = wordColumns(keyId, user_id, words.packed);
  return [keyId, user_id, id, words.length, terms, marks, times, bandColumn(keyId, user_id, bands)];
}

import { implied } from './kin.js';
import { remembered } from './memo.js';
import type { Word } from './words.js';

const withImplied = remembered((stems: ReadonlySet<string>) => {
  const all = new Set(stems);
  for (const stem of stems) for (const word of implied(stem)) all.add(word);
  return all;
});

/** Whether a statement that says `stems` also says `wanted`: by the same stem, the same meaning or a narrower word. */
export const says = (stems: ReadonlySet<string>, wanted: string): boolean => withImplied(stems).has(wanted);

export const stemsOf = (words: Iterable<Word>): Set<string> => {
  const stems = new Set<string>();
  for (const word of words) if (word.weight > 0) stems.add(word.stem);
  return stems;
};

/** The part, by weight, of `wanted` that a statement says: 1 when it says all of it. */
export function coverage(wanted: readonly Word[], stems: ReadonlySet<string>): number {
  let all = 0;
  let met = 0;
  const seen = new Set<string>();
  for (const word of wanted) {
    if (word.weight === 0 || seen.has(word.stem)) continue;
    seen.add(word.stem);
    all += word.weight;
    if (says(stems, word.stem)) met += word.weight;
  }
  return all === 0 ? 0 : met / all;
}

/** How alike two sets of words are: the smaller of how much of each is in the other. */
export function alike(a: readonly Word[], b: readonly Word[]): number {
  return Math.min(coverage(a, stemsOf(b)), coverage(b, stemsOf(a)));
}

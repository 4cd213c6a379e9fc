/** Words at the beginning that sentences must share to be folded into one. */
const FEWEST_WORDS = 3;
const END = /[.!…。！｡।]$/;

/**
 * Folds sentences with the same beginning into one: "Ann saw an eagle. Ann saw a fox." becomes "Ann saw an eagle; a fox." Only the repetition is
 * lost. The result takes the place of the first of them.
 */
export function foldBeginnings(sentences: readonly string[]): string[] {
  const groups: { words: string[]; shared: number; rest: string[] }[] = [];
  for (const sentence of sentences) {
    const words = sentence.split(' ');
    const found = groups.find((group) => sharedOf(group.words, words) >= Math.max(FEWEST_WORDS, group.shared));
    if (!found) groups.push({ words, shared: 0, rest: [] });
    else {
      if (found.rest.length === 0) found.shared = sharedOf(found.words, words);
      found.rest.push(words.slice(found.shared).join(' '));
    }
  }
  return groups.map(({ words, rest }) =>
    [words.join(' '), ...rest].map((part, at) => (at < rest.length ? part.replace(END, '') : part)).join('; '),
  );
}

/** The number of words that both begin with; each has at least one more, and neither is a question. */
function sharedOf(a: readonly string[], b: readonly string[]): number {
  if (/[?？؟]$/.test(a.at(-1) ?? '') || /[?？؟]$/.test(b.at(-1) ?? '')) return 0;
  let shared = 0;
  while (shared < Math.min(a.length, b.length) - 1 && a[shared] === b[shared]) shared++;
  return shared;
}

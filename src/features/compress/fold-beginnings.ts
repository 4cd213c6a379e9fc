/** Words that sentences must begin with in common to be told as one. */
const FEWEST_WORDS = 3;
const END = /[.!…。！｡।]$/;

/**
 * Sentences with the same beginning are told as one: "Ann saw an eagle. Ann saw a fox." becomes "Ann saw an eagle; a fox." Nothing is lost but
 * the repetition. They come together where the first of them stands.
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

/** Words at the beginning that both have; of each at least one more is left, and neither asks. */
function sharedOf(a: readonly string[], b: readonly string[]): number {
  if (/[?？؟]$/.test(a.at(-1) ?? '') || /[?？؟]$/.test(b.at(-1) ?? '')) return 0;
  let shared = 0;
  while (shared < Math.min(a.length, b.length) - 1 && a[shared] === b[shared]) shared++;
  return shared;
}

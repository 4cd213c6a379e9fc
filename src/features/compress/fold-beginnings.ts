/** Words at the beginning that sentences must share to be folded into one. */
const FEWEST_WORDS = 3;
const END = /[.!…。！｡।]$/;
const QUESTION = /[?？؟]$/;

interface Group {
  words: string[];
  /** Words that all its sentences begin with; 0 while it has one sentence. */
  shared: number;
  rest: string[];
}
/** The groups that sentences with a certain beginning can join: a tree by words, because a cluster can have thousands of sentences. */
interface Beginning {
  next: Map<string, Beginning>;
  /** The first of these groups. */
  group: number;
}
const beginning = (): Beginning => ({ next: new Map(), group: Number.POSITIVE_INFINITY });

/**
 * Folds sentences with the same beginning into one: "Ann saw an eagle. Ann saw a fox." becomes "Ann saw an eagle; a fox." Only the repetition is
 * lost. The result takes the place of the first of them. Each sentence has at least one word more than what it shares, and none is a question.
 */
export function foldBeginnings(sentences: readonly string[]): string[] {
  const groups: Group[] = [];
  const root = beginning();
  for (const sentence of sentences) {
    const words = sentence.split(' ');
    const isOpen = words.length > FEWEST_WORDS && !QUESTION.test(words.at(-1) as string);
    const found = isOpen ? firstGroup(root, words) : Number.POSITIVE_INFINITY;
    const group = groups[found];
    if (!group) {
      const added = groups.push({ words, shared: 0, rest: [] }) - 1;
      if (isOpen) at(root, words.slice(0, FEWEST_WORDS)).group = added;
      continue;
    }
    if (group.shared === 0) {
      group.shared = sharedOf(group.words, words);
      at(root, words.slice(0, FEWEST_WORDS)).group = Number.POSITIVE_INFINITY;
      const place = at(root, words.slice(0, group.shared));
      place.group = Math.min(place.group, found);
    }
    group.rest.push(words.slice(group.shared).join(' '));
  }
  return groups.map(({ words, rest }) =>
    [words.join(' '), ...rest].map((part, i) => (i < rest.length ? part.replace(END, '') : part)).join('; '),
  );
}

function firstGroup(root: Beginning, words: readonly string[]): number {
  let first = Number.POSITIVE_INFINITY;
  let node: Beginning | undefined = root;
  for (let i = 0; i < words.length - 1 && node; i++) {
    node = node.next.get(words[i] as string);
    if (node) first = Math.min(first, node.group);
  }
  return first;
}

function at(root: Beginning, words: readonly string[]): Beginning {
  let node = root;
  for (const word of words) {
    const next: Beginning = node.next.get(word) ?? beginning();
    node.next.set(word, next);
    node = next;
  }
  return node;
}

function sharedOf(a: readonly string[], b: readonly string[]): number {
  let shared = 0;
  while (shared < Math.min(a.length, b.length) - 1 && a[shared] === b[shared]) shared++;
  return shared;
}

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu;

/** Lower-case words; an apostrophe inside a word belongs to it, a hyphen separates two. */
export const words = (text: string): string[] =>
  text.normalize('NFC').toLowerCase().replaceAll('’', "'").match(WORD) ?? [];

/**
 * Conflates the common English endings ("orders", "ordered", "ordering" → "order"). Crude on purpose: both the lexicons and the text go through it,
 * so a stem need not be a word, only the same for both.
 */
export function stem(word: string): string {
  const known = remembered.get(word);
  if (known !== undefined) return known;
  if (remembered.size >= REMEMBERED_WORDS) remembered.clear();
  const root = rootOf(word);
  if (word.length <= LONGEST_REMEMBERED) remembered.set(word, root);
  return root;
}

/** The same few thousand words make up nearly all text. About 1 MB when full. */
const REMEMBERED_WORDS = 10_000;
const LONGEST_REMEMBERED = 30;
const remembered = new Map<string, string>();

function rootOf(word: string): string {
  let root = word.endsWith("'s") ? word.slice(0, -2) : word;
  if (root.length > 4 && root.endsWith('ies')) return `${root.slice(0, -3)}y`;
  if (root.length > 3 && root.endsWith('s') && !/[sui]s$/.test(root)) root = root.slice(0, -1);
  if (root.length > 6 && root.endsWith('ing')) root = root.slice(0, -3);
  else if (root.length > 5 && root.endsWith('ed')) root = root.slice(0, -2);
  if (root.length > 3 && root.endsWith('e')) root = root.slice(0, -1);
  return root.length > 4 && /([bdgmnprt])\1$/.test(root) ? root.slice(0, -1) : root;
}

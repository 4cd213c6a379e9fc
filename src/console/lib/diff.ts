interface Piece {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** Words compared per text: the table is quadratic in this. Longer texts are shown as replaced after their common prefix. */
const MAX_WORDS = 1_500;

/** Words and the whitespace between them, so that joining them restores the text. */
const wordsOf = (text: string): string[] => text.match(/\s+|[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]/gu) ?? [];

/** Word by word, what to remove from `before` and what to insert to get `after`. */
export function wordDiff(before: string, after: string): Piece[] {
  const [a, b] = [wordsOf(before), wordsOf(after)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const pieces: Piece[] = [];
  add(pieces, 'same', a.slice(0, start));
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (left.length > MAX_WORDS || right.length > MAX_WORDS) {
    add(pieces, 'removed', left);
    add(pieces, 'added', right);
  } else compare(left, right, pieces);
  add(pieces, 'same', a.slice(a.length - end));
  return pieces;
}

function add(pieces: Piece[], kind: Piece['kind'], words: readonly string[]): void {
  if (words.length === 0) return;
  const text = words.join('');
  const last = pieces[pieces.length - 1];
  if (last?.kind === kind) last.text += text;
  else pieces.push({ kind, text });
}

/** Uses the longest common subsequence. */
function compare(a: readonly string[], b: readonly string[], pieces: Piece[]): void {
  const width = b.length + 1;
  const common = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const at = i * width + j;
      common[at] =
        a[i] === b[j]
          ? (common[at + width + 1] as number) + 1
          : Math.max(common[at + width] as number, common[at + 1] as number);
    }
  }
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const at = i * width + j;
    if (i < a.length && j < b.length && a[i] === b[j]) {
      add(pieces, 'same', [a[i] as string]);
      i++;
      j++;
    } else if (j >= b.length || (i < a.length && (common[at + width] as number) >= (common[at + 1] as number))) {
      add(pieces, 'removed', [a[i++] as string]);
    } else add(pieces, 'added', [b[j++] as string]);
  }
}

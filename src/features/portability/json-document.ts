/** A list in a document: each entry is already JSON. */
interface JsonList {
  name: string;
  pages: AsyncIterable<readonly string[]>;
}

/**
 * One JSON document of lists, one entry per line, written while the lists are read. The counts come last: a truncated document does not parse.
 * Nothing is yielded before the first page is there, so an immediate failure is still an ordinary error.
 */
export async function* jsonDocument(
  head: Record<string, unknown>,
  lists: readonly JsonList[],
  tail: (counts: Record<string, number>) => Record<string, unknown>,
): AsyncGenerator<string> {
  let before = JSON.stringify(head).slice(0, -1);
  const counts: Record<string, number> = {};
  for (const { name, pages } of lists) {
    before += `,${JSON.stringify(name)}:[\n`;
    let count = 0;
    for await (const page of pages) {
      yield before + page.join(',\n');
      before = ',\n';
      count += page.length;
    }
    before = `${count === 0 ? before : ''}\n]`;
    counts[name] = count;
  }
  yield `${before},${JSON.stringify(tail(counts)).slice(1)}\n`;
}

/** A list of a document: each entry is JSON already. */
export interface JsonList {
  name: string;
  pages: AsyncIterable<readonly string[]>;
}

/**
 * One JSON document of lists, an entry a line, written while they are read. What is counted comes last: a document without its end does not
 * parse. Nothing is given out before the first page is there, so a failure at once is still an ordinary error.
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

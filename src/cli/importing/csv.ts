import { Failure } from '../failure.js';

/** The rows of a CSV text: quoted fields may contain commas, line breaks and doubled quotes. */
async function* csvRows(input: AsyncIterable<string>, separator: string): AsyncGenerator<string[]> {
  let row: string[] = [];
  let field = '';
  let isQuoted = false;
  /** A quote inside quotes: the end, or the first half of an escaped quote. */
  let wasQuote = false;
  const endField = () => {
    row.push(field);
    field = '';
  };
  for await (const text of input) {
    for (const char of text) {
      if (isQuoted && wasQuote) {
        wasQuote = false;
        if (char === '"') {
          field += '"';
          continue;
        }
        isQuoted = false;
      }
      if (isQuoted) {
        if (char === '"') wasQuote = true;
        else field += char;
      } else if (char === '"' && field === '') isQuoted = true;
      else if (char === separator) endField();
      else if (char === '\n') {
        field = field.replace(/\r$/, '');
        endField();
        if (row.length > 1 || row[0] !== '') yield row;
        row = [];
      } else field += char;
    }
  }
  if (isQuoted && !wasQuote) throw new Failure('A quote in the last row of the file is never closed.');
  if (field !== '' || row.length > 0) {
    endField();
    yield row;
  }
}

/** Each row as an object keyed by the names in the first row. Without a separator, the most frequent one in the first row is used. */
export async function* csvRecords(
  input: AsyncIterable<string>,
  separator?: string,
): AsyncGenerator<Record<string, string>> {
  let names: string[] | undefined;
  const { first, all } = await lookAhead(input);
  for await (const row of csvRows(all, separator ?? separatorOf(first))) {
    if (names) yield Object.fromEntries(names.map((name, i) => [name, row[i] ?? '']));
    else names = row.map((name) => name.trim());
  }
}

async function lookAhead(input: AsyncIterable<string>) {
  const texts = input[Symbol.asyncIterator]();
  let first = '';
  for (let next = await texts.next(); !next.done; next = await texts.next()) {
    first += next.value;
    if (first.includes('\n')) break;
  }
  async function* all() {
    yield first;
    for (let next = await texts.next(); !next.done; next = await texts.next()) yield next.value;
  }
  return { first, all: all() };
}

/** Spreadsheets in some countries use semicolons. */
function separatorOf(text: string): string {
  const names = (text.split('\n', 1)[0] ?? '').replaceAll(/"[^"]*"/g, '');
  const count = (separator: string) => names.split(separator).length;
  return [',', ';', '\t'].reduce((best, one) => (count(one) > count(best) ? one : best));
}

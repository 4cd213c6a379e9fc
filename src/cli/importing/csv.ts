import { Failure } from '../failure.js';

/** The rows of a CSV text: quoted fields may hold commas, line breaks and doubled quotes. */
export async function* csvRows(input: AsyncIterable<string>, separator: string): AsyncGenerator<string[]> {
  let row: string[] = [];
  let field = '';
  let isQuoted = false;
  /** A quote inside of quotes: an end, or the first half of a quote. */
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

/** Each row as an object with the names of the first one. */
export async function* csvRecords(
  input: AsyncIterable<string>,
  separator: string,
): AsyncGenerator<Record<string, string>> {
  let names: string[] | undefined;
  for await (const row of csvRows(input, separator)) {
    if (names) yield Object.fromEntries(names.map((name, i) => [name, row[i] ?? '']));
    else names = row.map((name) => name.trim());
  }
}

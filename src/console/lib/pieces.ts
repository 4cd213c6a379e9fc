import { ENVELOPE } from '../../features/portability/envelope.js';

/** As many entries as the service writes at once, in far fewer bytes than a body may have. */
export const PIECE_LINES = 500;
const PIECE_CHARACTERS = 2_000_000;

export interface Piece {
  /** The number of its first line, counted from 0. */
  first: number;
  lines: number;
  body: string;
}

/** Groups lines into pieces that fit into a body. Skips the lines before `from`. */
export async function* piecesOf(lines: AsyncIterable<string> | Iterable<string>, from = 0): AsyncGenerator<Piece> {
  let [first, at, size] = [from, 0, 0];
  let held: string[] = [];
  const piece = (): Piece => ({ first, lines: held.length, body: `${held.join('\n')}\n` });
  for await (const line of lines) {
    if (at++ < from) continue;
    if (held.length > 0 && (held.length >= PIECE_LINES || size + line.length > PIECE_CHARACTERS)) {
      yield piece();
      [first, size, held] = [at - 1, 0, []];
    }
    held.push(line);
    size += line.length + 1;
  }
  if (held.length > 0) yield piece();
}

/** Splits chunks of text into lines; the last one needs no line break. */
export async function* linesIn(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line;
  }
  if (rest !== '') yield rest;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a file that starts with this line has one entry per line. */
export function isLine(first: string): boolean {
  try {
    const value: unknown = JSON.parse(first);
    return isRecord(value) && !Object.entries(value).some(([name, list]) => name in ENVELOPE && Array.isArray(list));
  } catch {
    return false;
  }
}

/** The entries of a document as lines; undefined if it holds none. */
export function entriesOf(document: unknown): string[] | undefined {
  if (Array.isArray(document)) return document.map((entry) => JSON.stringify(entry));
  if (!isRecord(document)) return undefined;
  const isOurs = String(document.format ?? '').startsWith('recollect.');
  const names = Object.keys(ENVELOPE).filter((name) => Array.isArray(document[name]));
  if (names.length === 0) return undefined;
  return names.flatMap((name) => {
    const type = name === 'memories' && isOurs ? 'memory' : ENVELOPE[name];
    const entries = document[name] as unknown[];
    return entries.map((entry) => JSON.stringify(type && isRecord(entry) ? { type, ...entry } : entry));
  });
}

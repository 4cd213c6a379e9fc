import pc from 'picocolors';
import type { Environment } from '../../config/env.js';

export type Colours = ReturnType<typeof pc.createColors>;

interface Stream {
  isTTY?: boolean;
}

/** A terminal whose user has not asked for plain text (see no-color.org). */
const wantsColours = (stream: Stream, env: Environment) =>
  stream.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';

export const coloursFor = (stream: Stream, env: Environment): Colours => pc.createColors(wantsColours(stream, env));

/** What could move the cursor, hide text or turn its direction: C0 and C1 controls but tab and line feed, and bidirectional controls. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it is for
const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it is for
const COLOUR = /(\x1b\[\d{1,3}m)/;

/** A text for a terminal. Names and memories may be a stranger's: only colours take effect. */
export const printable = (text: string): string =>
  text
    .split(COLOUR)
    .map((part, at) => (at % 2 === 1 ? part : part.replace(CONTROLS, '')))
    .join('');

/** A text as one cell of a line. */
const cellOf = (text: string) => text.replace(/[\r\n\t\u2028\u2029]/g, ' ');

/** Columns padded to their widest cell; the last one is left as it is. */
export function table(cells: readonly (readonly string[])[]): string[] {
  const rows = cells.map((row) => row.map(cellOf));
  const widths = rows.reduce<number[]>(
    (widest, row) => row.map((cell, i) => Math.max(widest[i] ?? 0, cell.length)),
    [],
  );
  return rows.map((row) =>
    row
      .map((cell, i) => (i === row.length - 1 ? cell : cell.padEnd(widths[i] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}

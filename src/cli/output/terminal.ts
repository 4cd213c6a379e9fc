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

/** Columns padded to their widest cell; the last one is left as it is. */
export function table(rows: readonly (readonly string[])[]): string[] {
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

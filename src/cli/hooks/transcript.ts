import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { joined, transcriptLine } from '../conversations/claude-code.js';
import type { Message } from '../conversations/message.js';

/** At most this much of the end is read: a hook has no time for more. */
const MAX_BYTES = 4 * 1024 * 1024;
const NEWLINE = 0x0a;

interface Heard {
  answers: Message[];
  /** How far the file has been read. */
  offset: number;
}

/** Undefined if there is no file yet. */
export function sizeOf(path: string): number | undefined {
  try {
    const file = openSync(path, 'r');
    try {
      return fstatSync(file).size;
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}

/** What the assistant has said since `offset`; without one, since the last prompt. */
export function answersSince(path: string, offset: number | undefined): Heard | null {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return null;
  }
  try {
    const { size } = fstatSync(file);
    const isKnown = offset !== undefined && offset <= size;
    const from = Math.max(isKnown ? offset : 0, size - MAX_BYTES);
    const bytes = Buffer.alloc(size - from);
    const read = readSync(file, bytes, 0, bytes.length, from);
    // A last line without a line break is still being written: it is left for the next call.
    const end = bytes.subarray(0, read).lastIndexOf(NEWLINE) + 1;
    const lines = bytes.toString('utf8', 0, end).split('\n');
    const said = joined(lines.flatMap((line) => transcriptLine(line) ?? []));
    const begin = isKnown ? 0 : said.findLastIndex(({ role }) => role === 'user') + 1;
    const answers = said
      .slice(begin)
      .filter(({ role }) => role === 'assistant')
      .map(
        ({ text, at }): Message => ({
          role: 'assistant',
          content: text,
          ...(at === undefined ? {} : { created_at: at }),
        }),
      );
    return { answers, offset: from + end };
  } catch {
    return null;
  } finally {
    closeSync(file);
  }
}

import { setImmediate } from 'node:timers/promises';
import { cutToFit } from './cut.js';
import { type Entry, type Format, LAYOUTS, render } from './formats.js';
import type { Tokenizer } from './tokens/tokenizer.js';

/** A text that is longer than this many characters a token is not tried whole. */
export const CHARACTERS_PER_TOKEN = 8;
/** Tokens counted for one of the budget, trials included: a pool full of texts that have no place to be cut is not tried to its end. */
const WORK = 12;
/** Less than this is not worth a line. */
const LEAST_TOKENS = 16;
/** How long other requests wait while tokens are counted. */
const TURN_MS = 10;

export interface Filled {
  context: string;
  tokens: number;
  entries: Entry[];
}

/**
 * Puts in as many entries as the budget holds, in their order. One that does not fit whole gets half of what is left (all of it when no
 * other waits) and is cut there; when no sentence or word ends early enough, it is left out and the next is tried. What is left over in the
 * end goes to the first that was cut.
 */
export async function fill(
  tokenizer: Tokenizer,
  format: Format,
  candidates: Iterable<Entry>,
  budget: number,
): Promise<Filled> {
  const { head, line, tail } = LAYOUTS[format];
  let work = budget * WORK;
  const entries: Entry[] = [];
  let left = budget - tokenizer.count(`${head}\n`) - tokenizer.count(tail);
  let cut: { at: number; whole: Entry } | undefined;
  let since = performance.now();
  for (const [whole, isLast] of withLast(candidates)) {
    if (left < LEAST_TOKENS || work < 0) break;
    const entry = fits(whole) ? whole : shortened(whole, isLast ? left : left >> 1);
    if (entry) {
      left -= cost(entry, left);
      if (entry !== whole) cut ??= { at: entries.length, whole };
      entries.push(entry);
    }
    if (performance.now() - since < TURN_MS) continue;
    await setImmediate();
    since = performance.now();
  }
  if (cut) lengthen(cut);
  const used = entries.length > 0;
  return { context: render(format, entries), tokens: used ? budget - left : 0, entries };

  function cost(entry: Entry, limit: number): number {
    const tokens = tokenizer.count(`${line(entry)}\n`, limit);
    work -= tokens;
    return tokens;
  }
  function fits(entry: Entry): boolean {
    return !entry.isPartial && entry.text.length <= left * CHARACTERS_PER_TOKEN && cost(entry, left) <= left;
  }
  function shortened(whole: Entry, share: number): Entry | null {
    if (share < LEAST_TOKENS) return null;
    const { id, date } = whole;
    const beginning = whole.text.slice(0, share * CHARACTERS_PER_TOKEN);
    const room = tokenizer.room(beginning, share - LEAST_TOKENS);
    work -= share;
    const text = cutToFit(beginning, room, (shorter) => cost({ id, date, text: shorter }, share) <= share);
    return text === null ? null : { id, date, text };
  }
  function lengthen({ at, whole }: { at: number; whole: Entry }): void {
    const before = entries[at];
    if (!before) return;
    const had = cost(before, budget);
    const longer = shortened(whole, had + left);
    if (!longer || longer.text.length <= before.text.length) return;
    entries[at] = longer;
    left += had - cost(longer, budget);
  }
}

/** Each with whether it is the last, known one step ahead. */
function* withLast<T>(list: Iterable<T>): Generator<[item: T, isLast: boolean]> {
  let held: [T] | undefined;
  for (const item of list) {
    if (held) yield [held[0], false];
    held = [item];
  }
  if (held) yield [held[0], true];
}

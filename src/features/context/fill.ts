import type { Work } from '../../kernel/turns/turns.js';
import { beginningWith, cutToFit, LEFT_OUT } from './cut.js';
import { type Entry, type Format, LAYOUTS, render } from './formats.js';
import type { Tokenizer } from './tokens/tokenizer.js';

/** A text longer than this many characters per token is not tried as a whole. */
export const CHARACTERS_PER_TOKEN = 8;
/** Tokens counted per token of the budget, attempts included: a pool full of texts that cannot be cut anywhere is not tried to its end. */
const WORK = 12;
/** Units of work per character made plain, and per character written into a line. */
const READ = 1 / 8;
const WRITTEN = 1 / 20;
/** Less than this is not worth a line. */
const MIN_TOKENS = 16;

export interface Filled {
  context: string;
  tokens: number;
  entries: Entry[];
}

/** Entries, interleaved with the units of work spent on finding them. */
export type Entries = Iterable<Entry | number>;

/**
 * Adds as many entries as the budget holds, in order. One that does not fit as a whole gets half of what is left (all of it if it is the last) and is
 * cut there, around the sentences with most of the terms, if there are any; if no sentence or word ends early enough, it is left out and the next is
 * tried. What is left in the end goes to the first one that was cut.
 */
export function* filling(
  tokenizer: Tokenizer,
  format: Format,
  candidates: Entries,
  budget: number,
  terms: ReadonlySet<string> = new Set(),
): Work<Filled> {
  const { head, line, tail } = LAYOUTS[format];
  let work = budget * WORK;
  const entries: Entry[] = [];
  let left = budget - (yield* tokenizer.count(`${head}\n`)) - (yield* tokenizer.count(tail));
  let cut: { at: number; whole: Entry } | undefined;
  for (const step of withLast(candidates)) {
    if (typeof step === 'number') {
      yield step;
      continue;
    }
    const [whole, isLast] = step;
    if (left < MIN_TOKENS || work < 0) break;
    yield whole.text.length * READ;
    const entry = (yield* fits(whole)) ? whole : yield* shortened(whole, isLast ? left : left >> 1);
    if (!entry) continue;
    left -= yield* cost(entry, left);
    if (entry !== whole) cut ??= { at: entries.length, whole };
    entries.push(entry);
  }
  if (cut) yield* lengthen(cut);
  const used = entries.length > 0;
  return { context: render(format, entries), tokens: used ? budget - left : 0, entries };

  function* cost(entry: Entry, limit: number): Work<number> {
    const written = `${line(entry)}\n`;
    yield written.length * WRITTEN;
    const tokens = yield* tokenizer.count(written, limit);
    work -= tokens;
    return tokens;
  }
  function* fits(entry: Entry): Work<boolean> {
    if (entry.isPartial || entry.text.length > left * CHARACTERS_PER_TOKEN) return false;
    return (yield* cost(entry, left)) <= left;
  }
  function* shortened(whole: Entry, share: number): Work<Entry | null> {
    if (share < MIN_TOKENS) return null;
    const isCut = whole.text.startsWith(LEFT_OUT);
    const text = isCut ? whole.text.slice(LEFT_OUT.length) : whole.text;
    const reach = share * CHARACTERS_PER_TOKEN;
    const room = yield* tokenizer.room(text.slice(0, reach), share - MIN_TOKENS);
    work -= share;
    const from = yield* beginningWith(text, terms, room);
    if (from > 0) {
      const rest = text.slice(from, from + reach);
      const end = { ...named(whole), text: LEFT_OUT + rest };
      const isEnd = !whole.isPartial && from + rest.length === text.length;
      if (isEnd && (yield* cost(end, share)) <= share) return end;
      const fitting = yield* tokenizer.room(rest, share - MIN_TOKENS);
      work -= share;
      const around = yield* cutFrom(whole, LEFT_OUT, rest, fitting, share);
      if (around) return around;
    }
    return yield* cutFrom(whole, isCut ? LEFT_OUT : '', text.slice(0, reach), room, share);
  }
  function* cutFrom(whole: Entry, mark: string, part: string, room: number, share: number): Work<Entry | null> {
    const entryOf = (shorter: string): Entry => ({ ...named(whole), text: mark + shorter });
    const text = yield* cutToFit(part, room, function* (shorter) {
      return (yield* cost(entryOf(shorter), share)) <= share;
    });
    return text === null ? null : entryOf(text);
  }
  function* lengthen({ at, whole }: { at: number; whole: Entry }): Work<void> {
    const before = entries[at];
    if (!before) return;
    const had = yield* cost(before, budget);
    const longer = yield* shortened(whole, had + left);
    if (!longer || longer.text.length <= before.text.length) return;
    entries[at] = longer;
    left += had - (yield* cost(longer, budget));
  }
}

const named = ({ id, date }: Entry) => ({ id, date });

/** Each entry with whether it is the last, by reading one step ahead. */
function* withLast(list: Entries): Generator<[item: Entry, isLast: boolean] | number> {
  let held: [Entry] | undefined;
  for (const item of list) {
    if (typeof item === 'number') {
      yield item;
      continue;
    }
    if (held) yield [held[0], false];
    held = [item];
  }
  if (held) yield [held[0], true];
}

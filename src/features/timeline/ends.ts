import type { ReadOptions } from '../../readers/reader.js';
import type { MemoryRecord } from '../memories/record.js';
import { type Reading, whileAvailable } from '../memories/search/read-with.js';
import type { Matter } from './matter.js';

/** Later statements of a matter that each statement is compared with. */
const LATER = 3;
/** The latest statements of a matter, which are compared this way: with more, nobody wants to know when each one ended. */
const STATEMENTS = 24;
/** The least score by the reader for the later statement to end the earlier one. That both are about one matter is already known. */
const ENDS_FROM = 0.85;
/** Characters read of each. */
const READ = 320;

export const sinceOf = (memory: MemoryRecord): number => memory.valid_from ?? memory.created_at;
export const inOrder = (a: MemoryRecord, b: MemoryRecord): number => sinceOf(a) - sinceOf(b) || (a.id < b.id ? -1 : 1);

/** Which statement ended which, as ids: what is known, and what the reader finds between statements that follow each other. */
export async function endsOf(
  { reader, db }: Reading,
  { memories, ties, asides }: Matter,
  signal: AbortSignal | null,
): Promise<Map<string, string>> {
  const place = new Map([...memories].sort(inOrder).map((memory, at) => [memory.id, at]));
  const ends = new Map<string, string>();
  const add = (older: string, newer: string) => {
    const [from, to] = [place.get(older), place.get(newer)];
    if (from === undefined || to === undefined || from >= to) return;
    if (to < (place.get(ends.get(older) ?? '') ?? Number.POSITIVE_INFINITY)) ends.set(older, newer);
  };
  for (const [older, newer] of ties.replaced) add(older, newer);
  for (const { older, newer, isOpen } of ties.contradictions) if (isOpen) add(older, newer);
  if (!signal) return ends;
  // A recorded end is not guessed again, and nor is what somebody has decided. Either may be older now: times can be changed.
  const decided = ties.contradictions.filter(({ isOpen }) => !isOpen);
  const known = new Set([...asides, ...decided].flatMap(({ older, newer }) => [older + newer, newer + older]));
  const ended = new Set(ties.replaced.map(([older]) => older));
  const pairs = unknownPairs([...memories].sort(inOrder).slice(-STATEMENTS), ends).filter(
    ([older, newer]) => older.valid_until === null && !ended.has(older.id) && !known.has(older.id + newer.id),
  );
  const texts = pairs.map(([older, newer]) => [older.content.slice(0, READ), newer.content.slice(0, READ)] as const);
  const options: ReadOptions = { priority: 'call', key: db.keyId, signal };
  const relations = (await whileAvailable(() => reader.relations(texts, options))) ?? [];
  relations.forEach(({ conflict, partial }, at) => {
    const [older, newer] = pairs[at] as [MemoryRecord, MemoryRecord];
    if (conflict + partial >= ENDS_FROM) add(older.id, newer.id);
  });
  return ends;
}

/** Each statement with those that follow it, up to the one that is known to have ended it. */
function unknownPairs(
  memories: readonly MemoryRecord[],
  ends: ReadonlyMap<string, string>,
): [MemoryRecord, MemoryRecord][] {
  return memories.flatMap((older, at) => {
    const later = memories.slice(at + 1, at + 1 + LATER);
    const end = later.findIndex(({ id }) => id === ends.get(older.id));
    return (end < 0 ? later : later.slice(0, end)).map((newer): [MemoryRecord, MemoryRecord] => [older, newer]);
  });
}

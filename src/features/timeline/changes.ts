import * as z from 'zod';
import { whole } from '../../kernel/fields.js';
import { type MemoryRecord, memoryRecord } from '../memories/record.js';
import { inOrder, sinceOf } from './ends.js';
import type { Matter } from './matter.js';

const CHANGES = ['added', 'updated', 'contradicted', 'superseded', 'ended'] as const;
type Change = (typeof CHANGES)[number];

export const timelineEntry = memoryRecord.extend({
  change: z.enum(CHANGES),
  supersedes: z.string().nullable().describe('The memory that this one superseded.'),
  at: whole.describe('When it became true, or else was stored. Unix milliseconds.'),
  from: whole.describe('Since when it held: the same as `at`.'),
  to: whole.nullable().describe('Until when it held; null if no end is known. Unix milliseconds.'),
  ended_by: z
    .string()
    .nullable()
    .describe(
      'The entry that ended it: one that superseded or contradicts it, or that says otherwise according to the reader.',
    ),
  current: z.boolean().describe('True if it holds now.'),
});
export type Entry = z.infer<typeof timelineEntry>;

/** One entry per memory, oldest first, with what became of it and when it held. */
export function timelineOf({ memories, ties }: Matter, ends: ReadonlyMap<string, string>, now: number): Entry[] {
  const replaced = new Set(ties.replaced.map(([older]) => older));
  const replacedBy = new Map(ties.replaced.map(([older, newer]) => [newer, older]));
  const edited = new Set(ties.edited);
  const since = new Map(memories.map((memory) => [memory.id, sinceOf(memory)]));
  const changeOf = (memory: MemoryRecord, to: number | null): Change => {
    if (replaced.has(memory.id)) return 'superseded';
    if (memory.valid_until !== null && memory.valid_until <= now) return 'ended';
    if (to !== null && to <= now) return 'contradicted';
    return replacedBy.has(memory.id) || edited.has(memory.id) ? 'updated' : 'added';
  };
  return [...memories].sort(inOrder).map((memory) => {
    const endedBy = ends.get(memory.id) ?? null;
    const endedAt = endedBy === null ? null : (since.get(endedBy) ?? null);
    const to =
      memory.valid_until !== null && endedAt !== null
        ? Math.min(memory.valid_until, endedAt)
        : (memory.valid_until ?? endedAt);
    const at = sinceOf(memory);
    return {
      ...memory,
      change: changeOf(memory, to),
      supersedes: replacedBy.get(memory.id) ?? null,
      at,
      from: at,
      to,
      ended_by: endedBy,
      current: at <= now && (to === null || to > now),
    };
  });
}

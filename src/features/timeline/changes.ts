import type { MemoryRecord } from '../memories/record.js';
import { inOrder, sinceOf } from './ends.js';
import type { Matter } from './matter.js';

export const CHANGES = ['added', 'updated', 'contradicted', 'superseded', 'ended'] as const;
export type Change = (typeof CHANGES)[number];

export interface Entry extends MemoryRecord {
  change: Change;
  supersedes: string | null;
  at: number;
  from: number;
  to: number | null;
  ended_by: string | null;
  current: boolean;
}

/** One entry per memory, oldest first, with what became of it and when it held. */
export function timelineOf({ memories, ties }: Matter, ends: ReadonlyMap<string, string>, now: number): Entry[] {
  const replaced = new Set(ties.replaced.map(([older]) => older));
  const replacedBy = new Map(ties.replaced.map(([older, newer]) => [newer, older]));
  const disputed = new Set(ties.contradictions.flatMap(({ older, newer, isOpen }) => (isOpen ? [older, newer] : [])));
  const edited = new Set(ties.edited);
  const since = new Map(memories.map((memory) => [memory.id, sinceOf(memory)]));
  const changeOf = (memory: MemoryRecord): Change => {
    if (replaced.has(memory.id)) return 'superseded';
    if (memory.valid_until !== null && memory.valid_until <= now) return 'ended';
    if (replacedBy.has(memory.id) || edited.has(memory.id)) return 'updated';
    return disputed.has(memory.id) ? 'contradicted' : 'added';
  };
  return [...memories].sort(inOrder).map((memory) => {
    const endedBy = ends.get(memory.id) ?? null;
    const told = endedBy === null ? null : (since.get(endedBy) ?? null);
    const to =
      memory.valid_until !== null && told !== null ? Math.min(memory.valid_until, told) : (memory.valid_until ?? told);
    const at = sinceOf(memory);
    return {
      ...memory,
      change: changeOf(memory),
      supersedes: replacedBy.get(memory.id) ?? null,
      at,
      from: at,
      to,
      ended_by: endedBy,
      current: at <= now && (to === null || to > now),
    };
  });
}

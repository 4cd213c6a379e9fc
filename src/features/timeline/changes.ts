import type { RecalledMemory } from '../memories/recall.js';
import type { MemoryRecord } from '../memories/record.js';
import type { Ties } from './statement.js';

export const CHANGES = ['added', 'updated', 'contradicted', 'superseded', 'ended'] as const;
export type Change = (typeof CHANGES)[number];

export interface Entry extends MemoryRecord {
  change: Change;
  supersedes: string | null;
  at: number;
}

/** Share of the best that a memory must reach to belong to the topic: the rest only shares a word or a mood with it. */
const TOPIC_SHARE = 0.55;
/** What says how near a memory is to the topic; recency, importance or having been replaced do not. */
const NEARNESS = new Set(['meaning', 'words']);

/** What of the found memories is about the topic. */
export function aboutTopic(found: readonly RecalledMemory[]): RecalledMemory[] {
  const nearness = (memory: RecalledMemory) =>
    memory.parts?.reduce((sum, part) => sum + (NEARNESS.has(part.name) ? part.value : 0), 0);
  const best = Math.max(0, ...found.map((memory) => nearness(memory) ?? 0));
  return found.filter((memory) => (nearness(memory) ?? best) >= best * TOPIC_SHARE);
}

/** One entry per memory, oldest first, with what became of it. */
export function timelineOf(memories: readonly MemoryRecord[], ties: Ties, now: number): Entry[] {
  const replacedBy = new Map(ties.replaced.map(([older, newer]) => [newer, older]));
  const disputed = new Set(ties.disputed);
  const edited = new Set(ties.edited);
  const changeOf = (memory: MemoryRecord): Change => {
    if (memory.superseded_by !== null) return 'superseded';
    if (memory.valid_until !== null && memory.valid_until <= now) return 'ended';
    if (replacedBy.has(memory.id) || edited.has(memory.id)) return 'updated';
    return disputed.has(memory.id) ? 'contradicted' : 'added';
  };
  return memories
    .map((memory) => ({
      ...memory,
      change: changeOf(memory),
      supersedes: replacedBy.get(memory.id) ?? null,
      at: memory.valid_from ?? memory.created_at,
    }))
    .sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
}

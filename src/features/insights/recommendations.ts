import type { HealthFound } from './sql/health.js';

export const ACTIONS = [
  'resolve_conflicts',
  'review_failing',
  'review_flagged',
  'wait_for_embedding',
  'merge_duplicates',
  'verify_stale',
  'compress',
  'remove_expired',
] as const;
type Action = (typeof ACTIONS)[number];

interface Recommendation {
  action: Action;
  reason: string;
  count: number;
  memory_ids: string[];
}
interface HealthCounts {
  stale: number;
  conflicts: number;
  unembedded: number;
  expired: number;
  compressible: number;
  failing: number;
  flagged: number;
  duplicates: number;
}

const many = (count: number, one: string, more = `${one}s`) => `${count} ${count === 1 ? one : more}`;

/** What to do, the most harmful first: each says why, how many memories it is about, and names some of them. */
export function recommend(
  counts: HealthCounts,
  samples: HealthFound['samples'] & { duplicates: string[] },
  staleDays: number,
): Recommendation[] {
  const { conflicts, failing, flagged, unembedded, duplicates, stale, compressible, expired } = counts;
  const all: [Action, number, string[], string][] = [
    [
      'resolve_conflicts',
      conflicts,
      samples.conflicts,
      `${many(conflicts, 'open contradiction')}: resolve each with POST /memory/conflicts/{id}/resolve.`,
    ],
    [
      'review_failing',
      failing,
      samples.failing,
      `Acting on ${many(failing, 'memory', 'memories')} mostly went wrong: correct or forget them.`,
    ],
    [
      'review_flagged',
      flagged,
      samples.flagged,
      `${many(flagged, 'memory looks', 'memories look')} like instructions aimed at the agent: check where they came from.`,
    ],
    [
      'wait_for_embedding',
      unembedded,
      samples.unembedded,
      `${many(unembedded, 'memory', 'memories')} cannot be found by meaning yet: GET /health shows whether the embedder works.`,
    ],
    [
      'merge_duplicates',
      duplicates,
      samples.duplicates,
      `${many(duplicates, 'memory repeats', 'memories repeat')} what another one says: merge with POST /memory/compress (strategy merge).`,
    ],
    [
      'verify_stale',
      stale,
      samples.stale,
      `${many(stale, 'memory was', 'memories were')} not verified for ${staleDays} days or more: confirm what still holds with POST /memory/verify/{id}.`,
    ],
    [
      'compress',
      compressible,
      samples.compressible,
      `${many(compressible, 'older memory', 'older memories')} may be summarized with POST /memory/compress: GET /memory/compression/preview shows the gain.`,
    ],
    [
      'remove_expired',
      expired,
      samples.expired,
      `${many(expired, 'memory has', 'memories have')} expired and wait for the sweep: DELETE /memory/expired removes them now.`,
    ],
  ];
  return all
    .filter(([, count]) => count > 0)
    .map(([action, count, memory_ids, reason]) => ({ action, reason, count, memory_ids }));
}

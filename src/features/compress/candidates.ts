import type { Request } from '../request.js';
import { type CandidatePoint, compressCandidates, keptMemories, type Place, type Scope } from './sql/points.js';

/** Memories considered per call, oldest first, to limit its cost. The next call continues. */
export const MAX_CANDIDATES = 20_000;
const PAGE = 1_000;

export interface Wish extends Scope {
  keep: number;
  olderThan: number | null;
  withText: boolean;
}

/** What may be compressed, and how many of the newest stay untouched. */
export async function findCandidates(
  request: Request,
  wish: Wish,
): Promise<{ kept: number; points: CandidatePoint[] }> {
  const { db, now } = request;
  const { userId, agentId, keep, olderThan, withText } = wish;
  const kept = await db.run(keptMemories, { userId, agentId, keep, now });
  const points: CandidatePoint[] = [];
  let after: Place | null = null;
  // If there are fewer than should be kept, nothing is left over.
  while ((keep === 0 || kept.count === keep) && points.length < MAX_CANDIDATES) {
    const page: CandidatePoint[] = await db.run(compressCandidates, {
      ...{ userId, agentId, olderThan, withText, now, after },
      model: request.embedder.model.id,
      before: kept.last,
      limit: Math.min(PAGE, MAX_CANDIDATES - points.length),
    });
    points.push(...page);
    const last = page.at(-1);
    if (!last || page.length < PAGE) break;
    after = { at: last.at, id: last.id };
  }
  return { kept: kept.count, points };
}

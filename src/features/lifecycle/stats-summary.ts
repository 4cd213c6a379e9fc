import { qualityOf } from './quality.js';
import type { Counts, StatsFound } from './sql/stats.js';

const sizes = (counts: Counts) => counts.map(([, count]) => count);

/** The response of stats, from what the database counted. */
export function summaryOf({ facets, totals, ...found }: StatsFound) {
  const quality = qualityOf({
    ...totals,
    total: totals.count,
    openConflicts: found.openConflicts,
    categories: sizes(facets.category),
    namespaces: sizes(facets.namespace),
    sampled: found.sampled,
    repeated: found.repeated,
  });
  return {
    total_memories: totals.count,
    by_kind: Object.fromEntries(facets.kind),
    by_namespace: Object.fromEntries(facets.namespace),
    by_category: Object.fromEntries(facets.category),
    by_outcome: Object.fromEntries(facets.outcome),
    by_agent: Object.fromEntries(facets.agent_id),
    avg_importance: totals.count ? Math.round((totals.importance / totals.count) * 100) / 100 : null,
    embedded_count: totals.embedded,
    stale_count: totals.stale,
    expired_count: found.expired,
    compressed_count: found.compressed,
    conflict_count: found.openConflicts,
    oldest_memory: found.oldest,
    newest_memory: found.newest,
    memory_quality_score: quality.score,
    quality_breakdown: quality.breakdown,
  };
}

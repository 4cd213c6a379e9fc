import { queryTerms } from '../../language/terms.js';
import { type Confidence, confidenceOf } from '../../ranking/confidence.js';
import { POOL_SIZE } from '../../ranking/fusion.js';
import { type Candidate, type Part, rankHybrid, readQuestion } from '../../ranking/hybrid.js';
import { sql } from '../../storage/sql.js';
import { tenantSearch } from '../../storage/statement.js';
import type { HybridHit } from '../../storage/vectors.js';
import type { MemoryFilter } from './filter.js';
import { rounded } from './read-statements.js';
import type { MemoryRecord } from './record.js';
import { RECORD_COLUMNS, toRecord } from './row.js';
import { visible } from './visible.js';

export interface HybridRequest {
  text: string;
  userId: string;
  filter: MemoryFilter;
  model: string;
  vector: Float32Array;
  limit: number;
  minScore: number | null;
  now: number;
}
export interface HybridAnswer extends Confidence {
  memories: (MemoryRecord & { score: number | null; final_score: number; parts: Part[] })[];
}

/** Meaning, words, time, speakers and neighbours: two stages, the second on the best of the first. */
export const searchHybrid = tenantSearch(
  'memories.searchHybrid',
  async (tx, input: HybridRequest): Promise<HybridAnswer> => {
    const hits = await tx.vectors.hybrid({
      userId: input.userId,
      model: input.model,
      vector: input.vector,
      terms: [...queryTerms(input.text).keys()],
      where: visible(tx.dialect, input.filter, input.now),
      columns: sql`${RECORD_COLUMNS}, m.group_id, m.position`,
      limit: Math.max(POOL_SIZE, input.limit),
      now: input.now,
    });
    const byId = new Map(hits.map((hit) => [hit.row.id as string, hit]));
    const question = readQuestion(input.text, input.now);
    const ranked = rankHybrid(question, hits.map(candidate), input.now);
    const memories = ranked.flatMap(({ id, final, parts }) => {
      const hit = byId.get(id) as HybridHit;
      if (input.minScore !== null && (hit.cosine ?? -1) < input.minScore) return [];
      const score = hit.cosine === null ? null : rounded(hit.cosine);
      return [{ ...toRecord(hit.row), score, final_score: final, parts }];
    });
    return { memories: memories.slice(0, input.limit), ...confidenceOf(question, ranked, input.model) };
  },
);

const candidate = ({ row, cosine, lexical, fused }: HybridHit): Candidate => ({
  id: row.id as string,
  content: row.content as string,
  cosine: cosine ?? 0,
  lexical,
  fused,
  at: (row.valid_from ?? row.created_at) as number,
  createdAt: row.created_at as number,
  group: row.group_id as string | null,
  position: row.position as number | null,
  importance: row.importance as number,
  outcomeScore: row.outcome_score as number,
  supersededBy: row.superseded_by as string | null,
});

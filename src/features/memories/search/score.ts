import * as z from 'zod';
import { notFound } from '../../../kernel/errors.js';
import { LIMITS, memoryId, pageLimit, text, whole } from '../../../kernel/fields.js';
import { POOL_SIZE } from '../../../ranking/fusion.js';
import { defineOperation, type Request } from '../../request.js';
import type { MemoryRecord } from '../record.js';
import { rounded, storedMemory } from '../sql/read.js';
import { filterFields, filterOf, type MemoryFilter, supersededByQuestion } from './filter.js';
import { type Recalled, recall } from './recall.js';

const REASONS = [
  ...(['returned', 'rank', 'min_score', 'filtered', 'superseded', 'expired'] as const),
  ...(['not_yet_valid', 'no_longer_valid', 'too_far'] as const),
] as const;
interface Verdict {
  reason: (typeof REASONS)[number];
  why: string;
}

export const score = defineOperation({
  id: 'memory.score',
  method: 'GET',
  path: '/memory/{id}/score',
  scope: 'read',
  bound: { records: { memory: ['id'] } },
  group: 'Memories',
  summary: 'Explain how one memory scores for a question, and why it is not among the results',
  description:
    'Runs the search of `GET /memory/retrieve` with `ranking=hybrid`, for the user whose memory it is and with the ' +
    `same filters, and reports where the memory ranks. The best ${POOL_SIZE} are considered. It does not count as a ` +
    'retrieval.',
  input: z.object({
    id: memoryId,
    q: text(1, LIMITS.content).describe('The question.'),
    limit: pageLimit(10, 100).describe('How many results the search would return.'),
    min_score: z.number().min(-1).max(1).optional().describe('The lowest score that the search would return.'),
    ...filterFields,
    include_superseded: supersededByQuestion,
  }),
  output: z.object({
    id: z.string(),
    query: z.string(),
    user_id: z.string(),
    semantic: z.boolean().describe('False if embeddings were unavailable: only words counted.'),
    rank: whole.nullable().describe(`Its rank, from 1; null if not among the best ${POOL_SIZE}.`),
    score: z.number().nullable().describe("Cosine similarity of the memory's best passage."),
    final_score: z.number().nullable().describe('What results are ordered by.'),
    relevance: z.number().nullable().describe('0–1: how likely it answers the question; only for the best results.'),
    explain: z.array(z.object({ name: z.string(), value: z.number() })).describe('The parts of `final_score`.'),
    confidence: z.number().nullable().describe('0–1: how likely the answer is among the results.'),
    abstained: z.boolean().describe('True if nothing found answers the question.'),
    returned: z.boolean().describe('Whether the search returns it.'),
    reason: z.enum(REASONS).describe('Why it is returned or not.'),
    why: z.string().describe('The same in a sentence.'),
  }),
  async handler(request, { id, q, limit, min_score = null, ...asked }) {
    const memory = await request.db.run(storedMemory, { id });
    if (!memory) throw notFound('No memory has this id');
    const filter = boundFilter(request, filterOf(asked));
    const recalled = await recall(request, {
      ...{ text: q, userId: memory.user_id, filter, limit: POOL_SIZE, minScore: null },
      ...{ ranking: 'hybrid', explain: true, internal: true },
    });
    const at = recalled.memories.findIndex((found) => found.id === id);
    const found = recalled.memories[at];
    const verdict = verdictOf(memory, filter, { request, recalled, at, limit, minScore: min_score });
    return {
      ...{ id, query: q, user_id: memory.user_id, semantic: recalled.semantic, rank: found ? at + 1 : null },
      ...{ score: found?.score ?? null, final_score: found?.final_score ?? null, relevance: found?.relevance ?? null },
      explain: found?.parts ?? [],
      confidence: recalled.confidence === null ? null : rounded(recalled.confidence),
      ...{ abstained: recalled.abstained, returned: verdict.reason === 'returned', ...verdict },
    };
  },
});

/** Restricts the filter to what a child key may see. */
function boundFilter({ caller }: Request, filter: MemoryFilter): MemoryFilter {
  const bound = caller.kind === 'key' ? caller.bound : undefined;
  return {
    ...filter,
    ...(bound?.agentId ? { agent_id: bound.agentId } : {}),
    ...(bound?.namespace ? { namespace: bound.namespace } : {}),
  };
}

interface Standing {
  request: Request;
  recalled: Recalled;
  at: number;
  limit: number;
  minScore: number | null;
}

function verdictOf(memory: MemoryRecord, filter: MemoryFilter, standing: Standing): Verdict {
  const { request, recalled, at, limit, minScore } = standing;
  const found = recalled.memories[at];
  if (!found) {
    return (
      hiddenBy(memory, filter, request.now) ?? {
        reason: 'too_far',
        why: memory.embedded
          ? `It is not among the best ${POOL_SIZE} for this question.`
          : `It waits to be embedded, and is not among the best ${POOL_SIZE} by its words.`,
      }
    );
  }
  if (minScore !== null && (found.score ?? -1) < minScore)
    return { reason: 'min_score', why: `It scores ${found.score ?? 'nothing'}, less than min_score (${minScore}).` };
  if (at >= limit) return { reason: 'rank', why: `It has rank ${at + 1}, and ${limit} are returned.` };
  const doubt = recalled.abstained ? '; but nothing found answers the question' : '';
  return { reason: 'returned', why: `It is returned at rank ${at + 1}${doubt}.` };
}

/** States in words what `visible` decides in SQL. */
function hiddenBy(memory: MemoryRecord, filter: MemoryFilter, now: number): Verdict | null {
  const field = filteredBy(memory, filter);
  if (field) return { reason: 'filtered', why: `The filter ${field} leaves it out.` };
  const { expires_at, valid_from, valid_until, superseded_by, created_at } = memory;
  if (!filter.include_expired && expires_at !== null && expires_at <= now)
    return { reason: 'expired', why: `It expired at ${isoOf(expires_at)}.` };
  const at = filter.as_of ?? now;
  const from = filter.as_of === undefined ? valid_from : (valid_from ?? created_at);
  if (from !== null && from > at) return { reason: 'not_yet_valid', why: `It is true only from ${isoOf(from)} on.` };
  if (filter.as_of === undefined && superseded_by !== null)
    return filter.include_superseded ? null : { reason: 'superseded', why: `It was superseded by ${superseded_by}.` };
  if (valid_until !== null && valid_until <= at)
    return { reason: 'no_longer_valid', why: `It was true until ${isoOf(valid_until)}.` };
  return null;
}

const isoOf = (time: number) => new Date(time).toISOString();

function filteredBy(memory: MemoryRecord, filter: MemoryFilter): string | undefined {
  const equal = (['agent_id', 'namespace', 'kind', 'outcome', 'category'] as const).find(
    (name) => filter[name] !== undefined && filter[name] !== memory[name],
  );
  if (equal) return equal;
  const { min_importance, created_after, created_before, tags, tags_all, metadata } = filter;
  if (min_importance !== undefined && memory.importance < min_importance) return 'min_importance';
  if (created_after !== undefined && memory.created_at <= created_after) return 'created_after';
  if (created_before !== undefined && memory.created_at >= created_before) return 'created_before';
  if (tags && !tags.some((tag) => memory.tags.includes(tag))) return 'tags';
  if (tags_all && !tags_all.every((tag) => memory.tags.includes(tag))) return 'tags_all';
  const other = Object.entries(metadata ?? {}).find(([name, value]) => asText(memory.metadata[name]) !== value);
  return other ? `metadata.${other[0]}` : undefined;
}

const asText = (value: unknown) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : `${value}`);

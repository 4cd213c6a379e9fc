import { z } from 'zod';
import { LIMITS, pageLimit, text, userId } from '../../kernel/fields.js';
import { COMPOSITE } from '../../ranking/composite.js';
import { defineOperation, type Request } from '../request.js';
import { embedQuery } from './embed.js';
import { filterFields, filterOf } from './filter.js';
import { listMemories, searchMemories } from './read-statements.js';
import { memoryRecord } from './record.js';

const RANKINGS = ['semantic', 'composite'] as const;

const rankedMemory = memoryRecord.extend({
  score: z
    .number()
    .nullable()
    .describe("Cosine similarity of the memory's best passage; null when `semantic` is false."),
  final_score: z.number().nullable().describe('What the order was made of.'),
});

const input = z.object({
  q: text(1, LIMITS.content).describe('What to look for, best phrased as a question.'),
  user_id: userId,
  limit: pageLimit(10, 100),
  min_score: z
    .number()
    .min(-1)
    .max(1)
    .optional()
    .describe('Leave out what scores lower. With the standard model unrelated texts score 0.3–0.6, paraphrases 0.8–1.'),
  ranking: z
    .enum(RANKINGS)
    .default('semantic')
    .describe('`semantic`: cosine. `composite`: cosine, outcome, importance and recency weighed.'),
  ...filterFields,
});

export const retrieve = defineOperation({
  id: 'memory.retrieve',
  method: 'GET',
  path: '/memory/retrieve',
  scope: 'read',
  group: 'Memories',
  summary: 'Find memories by meaning',
  description:
    'Exact search over every memory of the user, best first. What has expired, is outside its validity or was replaced does not appear unless ' +
    'asked for. `composite` weighs cosine 0.5, outcome 0.25, importance 0.15 and recency 0.10 (e^(−days/30)). While no vector can be made for the ' +
    'question, the most recent memories are returned with `semantic: false`.',
  input,
  output: z.object({
    query: z.string(),
    user_id: z.string(),
    agent_id: z.string().nullable(),
    semantic: z.boolean().describe('False: embeddings were unavailable, these are the most recent memories.'),
    ranking: z.enum(RANKINGS),
    count: z.number().int(),
    results: z.array(rankedMemory),
  }),
  example: { q: 'Where does Ada like to sit?', user_id: 'ada' },
  async handler(request, asked) {
    const vector = await embedQuery(request, asked.q);
    const results = vector ? await byMeaning(request, asked, vector) : await mostRecent(request, asked);
    request.retrievals.add(
      request.db.keyId,
      results.map((memory) => memory.id),
    );
    return {
      query: asked.q,
      user_id: asked.user_id,
      agent_id: asked.agent_id ?? null,
      semantic: vector !== null,
      ranking: asked.ranking,
      count: results.length,
      results,
    };
  },
});

type Asked = z.output<typeof input>;

const byMeaning = (request: Request, asked: Asked, vector: Float32Array) =>
  request.db.run(searchMemories, {
    userId: asked.user_id,
    filter: filterOf(asked),
    model: request.embedder.model.id,
    vector,
    limit: asked.limit,
    minScore: asked.min_score ?? null,
    ...(asked.ranking === 'composite' ? { weights: COMPOSITE } : {}),
    now: request.now,
  });

async function mostRecent(request: Request, asked: Asked) {
  const page = { userId: asked.user_id, filter: filterOf(asked), limit: asked.limit, after: null, now: request.now };
  const records = await request.db.run(listMemories, page);
  return records.map((record) => ({ ...record, score: null, final_score: null }));
}

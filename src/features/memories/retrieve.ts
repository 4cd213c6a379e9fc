import { z } from 'zod';
import { LIMITS, pageLimit, text, userId } from '../../kernel/fields.js';
import { eventsAround } from '../episodes/around-statement.js';
import { defineOperation } from '../request.js';
import { filterFields, filterOf } from './filter.js';
import { rounded } from './read-statements.js';
import { RANKINGS, recall } from './recall.js';
import { memoryRecord } from './record.js';

const rankedMemory = memoryRecord.extend({
  score: z
    .number()
    .nullable()
    .describe(
      "Cosine similarity of the memory's best passage; null when `semantic` is false or it waits to be embedded.",
    ),
  final_score: z.number().nullable().describe('What the order was made of.'),
  relevance: z
    .number()
    .optional()
    .describe('0–1: how likely this memory answers the question; of the best results of `hybrid`.'),
  explain: z
    .array(z.object({ name: z.string(), value: z.number() }))
    .optional()
    .describe('With `explain`: the parts that `final_score` is the sum of.'),
  episode_id: z.string().optional().describe('With `around`: the episode that the memory is an event of.'),
  around: z
    .array(
      z.object({
        id: z.string(),
        seq: z.number().int().describe('Its place in the episode.'),
        type: z.string(),
        content: z.string(),
        created_at: z.number().int().describe('Unix milliseconds.'),
      }),
    )
    .optional()
    .describe('With `around`: the events before and after it in its episode, in order, without itself.'),
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
    .describe(
      '`semantic`: cosine. `composite`: cosine, outcome, importance and recency weighed. `hybrid`: meaning, words, time, speakers and neighbours; the best this service can do.',
    ),
  explain: z.boolean().default(false).describe('Say of each result what its `final_score` is made of.'),
  around: z
    .number()
    .int()
    .min(0)
    .max(5)
    .default(0)
    .describe('Of each result that is an event of an episode, also return so many events before and after it.'),
  ...filterFields,
});

export const retrieve = defineOperation({
  id: 'memory.retrieve',
  method: 'GET',
  path: '/memory/retrieve',
  scope: 'read',
  bound: 'fields',
  group: 'Memories',
  summary: 'Find memories by meaning',
  description:
    'Search over every memory of the user, best first: exact, but for users of more memories than `RECOLLECT_HNSW_FROM` (200,000 unless set) on PostgreSQL. ' +
    'What has expired, is outside its validity or was replaced does not appear unless asked for. `composite` weighs cosine 0.5, outcome 0.25, importance 0.15 and recency 0.10 (e^(−days/30)). While no vector can be made for the ' +
    'question, `semantic` is false: `hybrid` then finds by words and fills up with the most recent memories, the others return the most recent.',
  input,
  output: z.object({
    query: z.string(),
    user_id: z.string(),
    agent_id: z.string().nullable(),
    namespace: z.string().nullable(),
    semantic: z
      .boolean()
      .describe(
        'False: embeddings were unavailable, these share words with the question (`hybrid`) or are the most recent.',
      ),
    ranking: z.enum(RANKINGS),
    scoring: z
      .enum(['cosine', 'composite', 'hybrid', 'words', 'recency'])
      .describe('What the order was made by: when `semantic` is false `words` (`hybrid`) or `recency`.'),
    confidence: z
      .number()
      .nullable()
      .describe('0–1: how likely the answer is among the results; null when `semantic` is false.'),
    abstained: z.boolean().describe('Nothing that was found answers the question: better say that you do not know.'),
    count: z.number().int(),
    results: z.array(rankedMemory),
  }),
  example: { q: 'Where does Ada like to sit?', user_id: 'ada' },
  tool: {
    name: 'retrieve_memory',
    description:
      'Find memories by meaning, words and time; ask in a question. `abstained: true` means that nothing found answers it.',
    fields: ['q', 'user_id', 'agent_id', 'limit', 'kind', 'tags', 'as_of'],
    defaults: { ranking: 'hybrid' },
  },
  async handler(request, asked) {
    const { semantic, memories, confidence, abstained } = await recall(request, {
      text: asked.q,
      userId: asked.user_id,
      filter: filterOf(asked),
      limit: asked.limit,
      minScore: asked.min_score ?? null,
      ranking: asked.ranking,
      explain: asked.explain,
    });
    const ids = memories.map((memory) => memory.id);
    const surroundings =
      asked.around > 0 ? await request.db.run(eventsAround, { ids, places: asked.around, now: request.now }) : null;
    return {
      query: asked.q,
      user_id: asked.user_id,
      agent_id: asked.agent_id ?? null,
      namespace: asked.namespace ?? null,
      semantic,
      ranking: asked.ranking,
      scoring: (semantic ? SCORING : BLIND)[asked.ranking],
      confidence: confidence === null ? null : rounded(confidence),
      abstained,
      count: memories.length,
      results: memories.map(({ parts, ...memory }) => ({
        ...memory,
        ...(asked.explain ? { explain: parts ?? whole(memory) } : {}),
        ...surroundings?.get(memory.id),
      })),
    };
  },
});

const SCORING = { semantic: 'cosine', composite: 'composite', hybrid: 'hybrid' } as const;
/** Without a vector. */
const BLIND = { semantic: 'recency', composite: 'recency', hybrid: 'words' } as const;

/** Rankings with one part. */
const whole = (memory: { final_score: number | null }) => [{ name: 'score', value: memory.final_score ?? 0 }];

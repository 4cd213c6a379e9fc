import * as z from 'zod';
import { LIMITS, pageLimit, text, userId, whole, wholeBetween } from '../../../kernel/fields.js';
import { eventsAround } from '../../episodes/sql/around.js';
import { defineOperation } from '../../request.js';
import { memoryRecord } from '../record.js';
import { rounded } from '../sql/read.js';
import { filterFields, filterOf, supersededByQuestion } from './filter.js';
import { RANKINGS, recall } from './recall.js';

const rankedMemory = memoryRecord.extend({
  score: z
    .number()
    .nullable()
    .describe(
      "Cosine similarity of the memory's best passage; null if `semantic` is false or it waits to be embedded.",
    ),
  final_score: z.number().nullable().describe('What results are ordered by.'),
  relevance: z
    .number()
    .optional()
    .describe('0–1: how likely this memory answers the question; only for the best results of `hybrid`.'),
  explain: z
    .array(z.object({ name: z.string(), value: z.number() }))
    .optional()
    .describe('With `explain`: the parts that add up to `final_score`.'),
  episode_id: z.string().optional().describe('With `around`: the episode that the memory is an event of.'),
  around: z
    .array(
      z.object({
        id: z.string(),
        seq: whole.describe('Its position in the episode.'),
        type: z.string(),
        content: z.string(),
        created_at: whole.describe('Unix milliseconds.'),
      }),
    )
    .optional()
    .describe('With `around`: the events before and after it in its episode, in order, without the memory itself.'),
});

const input = z.object({
  q: text(1, LIMITS.content).describe('What to search for, best phrased as a question.'),
  user_id: userId,
  limit: pageLimit(10, 100),
  min_score: z
    .number()
    .min(-1)
    .max(1)
    .optional()
    .describe(
      'Leave out what scores lower. With the default model unrelated texts score 0.3–0.6, paraphrases 0.8–1. Ignored by `words`.',
    ),
  ranking: z
    .enum(RANKINGS)
    .default('semantic')
    .describe(
      '`semantic`: cosine. `composite`: a weighted sum of cosine, outcome, importance and recency. `hybrid`: meaning, words, time, speakers and neighbours; the most accurate. `words`: full text; only memories that share a word with `q`, by BM25, whatever they mean.',
    ),
  explain: z.boolean().default(false).describe('Return the parts of `final_score` for each result.'),
  around: wholeBetween(0, 5)
    .default(0)
    .describe('For each result that is an event of an episode, also return this many events before and after it.'),
  ...filterFields,
  include_superseded: supersededByQuestion,
});

export const retrieve = defineOperation({
  id: 'memory.retrieve',
  method: 'GET',
  path: '/memory/retrieve',
  scope: 'read',
  bound: 'fields',
  group: 'Memories',
  summary: 'Retrieve memories by meaning',
  description:
    'Searches every memory of the user, best first. The search is exact, except on PostgreSQL for users with more ' +
    'memories than `RECOLLECT_HNSW_FROM` (default: 200,000). Memories that have expired, are outside their validity ' +
    'or were superseded are left out unless asked for. `composite` weighs cosine 0.5, outcome 0.25, importance 0.15 ' +
    'and recency 0.10 (e^(−days/30)). `words` uses no vectors, so `semantic` is false. If the question cannot be embedded, `semantic` is false: `hybrid` then ' +
    'searches by words and fills up with the most recent memories; the others return the most recent.',
  input,
  output: z.object({
    query: z.string(),
    respelled: z
      .string()
      .optional()
      .describe('The question as it was understood, if a word of it looked misspelled and this finds more (`hybrid`).'),
    user_id: z.string(),
    agent_id: z.string().nullable(),
    namespace: z.string().nullable(),
    semantic: z
      .boolean()
      .describe(
        'False if embeddings were unavailable, or not needed (`words`): results share words with the question (`hybrid`, `words`) or are the most recent.',
      ),
    ranking: z.enum(RANKINGS),
    scoring: z
      .enum(['cosine', 'composite', 'hybrid', 'words', 'recency'])
      .describe('The ranking that was used: if `semantic` is false, `words` (`hybrid`, `words`) or `recency`.'),
    confidence: z
      .number()
      .nullable()
      .describe(
        '0–1: how likely the answer is among the results; null if `semantic` is false. Calibrated for English; in other languages it can be high for a wrong answer.',
      ),
    abstained: z
      .boolean()
      .describe(
        'True if nothing found answers the question: say that you do not know. Made for English; in other languages it is rarely true.',
      ),
    count: whole,
    results: z.array(rankedMemory),
  }),
  example: { q: 'Where does Ada like to sit?', user_id: 'ada' },
  tool: {
    name: 'retrieve_memory',
    description:
      'Retrieve memories by meaning, words and time; ask a question. `abstained: true` means nothing found answers it.',
    fields: ['q', 'user_id', 'agent_id', 'limit', 'kind', 'tags', 'as_of'],
    defaults: { ranking: 'hybrid' },
  },
  async handler(request, asked) {
    const { semantic, memories, confidence, abstained, respelled } = await recall(request, {
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
      ...(respelled === undefined ? {} : { respelled }),
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
        ...(asked.explain ? { explain: parts ?? soleScore(memory) } : {}),
        ...surroundings?.get(memory.id),
      })),
    };
  },
});

const SCORING = { semantic: 'cosine', composite: 'composite', hybrid: 'hybrid', words: 'words' } as const;
/** The scoring without a vector. */
const BLIND = { semantic: 'recency', composite: 'recency', hybrid: 'words', words: 'words' } as const;

/** Rankings with a single part. */
const soleScore = (memory: { final_score: number | null }) => [{ name: 'score', value: memory.final_score ?? 0 }];

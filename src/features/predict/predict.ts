import * as z from 'zod';
import { agentId, LIMITS, pageLimit, text, userId, whole } from '../../kernel/fields.js';
import { bestStanding } from '../context/sql/statements.js';
import { memoryRecord } from '../memories/record.js';
import type { MemoryFilter } from '../memories/search/filter.js';
import { recall } from '../memories/search/recall.js';
import { defineOperation, type Request } from '../request.js';
import { expectNext, learn, REPLAYED } from './blend.js';
import { compose, trustOf } from './compose.js';
import { because, factsOf } from './reasons.js';
import { readHistory, readPredicted } from './sql/read.js';

/** The newest retrievals to learn from: they take most of a prediction's time, some milliseconds per hundred. */
const RETRIEVALS = 500;
/** The newest memories, known by when they were stored. */
const STORED = 200;
/** Memories that the given context may add, and memories worth showing by themselves. */
const FOUND = 20;
const WORTHY = 50;
/** Memories looked up: more than are shown, because superseded and expired ones drop out. */
const CANDIDATES = 200;

const STRATEGIES = ['history', 'history_and_context', 'context', 'importance_and_recency'] as const;

export const predict = defineOperation({
  id: 'memory.predict',
  method: 'GET',
  path: '/memory/predict',
  scope: 'read',
  bound: 'fields',
  group: 'Insights',
  summary: 'Predict which memories will be needed next',
  description:
    `Learns from the newest ${RETRIEVALS} retrievals of the user and the newest ${STORED} memories: how recently ` +
    'and often each was returned (a power law), what followed or accompanied what was just retrieved, the time of ' +
    `day and week, and what is new. The weight of each is learned by predicting the last ${REPLAYED} retrievals ` +
    'again. `probability` is the chance that the next retrieval returns the memory. Without any history, ' +
    'importance, activation and recency decide, and `strategy` says so. Superseded and expired memories are left ' +
    'out. A prediction does not count as a retrieval.',
  input: z.object({
    user_id: userId,
    agent_id: agentId.optional().describe('Only this agent. Default: all agents of the user.'),
    context: text(1, LIMITS.content).optional().describe('The situation: a message, a task. Compared by meaning.'),
    limit: pageLimit(5, 20),
  }),
  output: z.object({
    strategy: z
      .enum(STRATEGIES)
      .describe(
        'What it is based on. `importance_and_recency`: nothing was retrieved so far; `context`: only the context was available.',
      ),
    semantic: z
      .boolean()
      .nullable()
      .describe('False if embeddings were unavailable, so the context was not used. Null without `context`.'),
    considered: z.object({
      retrievals: whole.describe('Past retrievals it was learned from.'),
      memories: whole.describe('Memories that may be shown.'),
    }),
    predicted: z.array(
      memoryRecord.extend({
        probability: z.number().min(0).max(1).describe('Chance that the next retrieval returns it.'),
        because: z.string().describe('The main reasons, in words.'),
      }),
    ),
  }),
  example: { user_id: 'ada', context: 'Ada asks for a flight to Lisbon.' },
  async handler(request, input) {
    const { user_id, agent_id = null, limit, context } = input;
    const scope = { userId: user_id, agentId: agent_id, now: request.now };
    const filter = { ...(agent_id === null ? {} : { agent_id }), include_expired: false, include_superseded: false };
    const shown = { userId: user_id, filter, includeFlagged: true, now: request.now };
    await request.retrievals.flushKey(request.db.keyId);
    const [{ uses, stored, memories }, best, found] = await Promise.all([
      request.db.run(readHistory, { ...scope, retrievals: RETRIEVALS, stored: STORED }),
      request.db.run(bestStanding, { ...shown, limit: WORTHY, characters: 0 }),
      context === undefined ? null : findFor(request, context, shown),
    ]);
    const learnt = await learn(uses, stored, request.now, () => new Promise((resolve) => setImmediate(resolve)));
    const expected = expectNext(learnt, request.now).slice(0, CANDIDATES);
    const usable = found?.semantic ? { ids: found.ids, trust: trustOf(found.confidence) } : null;
    const all = compose({ learnt, expected, context: usable, standing: { best, memories } }).slice(0, 2 * CANDIDATES);
    const ids = all.map(({ id }) => id);
    const records = new Map((await request.db.run(readPredicted, { ...scope, ids })).map((one) => [one.id, one]));
    const chosen = all.filter(({ id }) => records.has(id)).slice(0, limit);
    const facts = factsOf(learnt.log, new Set(chosen.map(({ id }) => id)), request.now);
    return {
      strategy: strategyOf(uses.length > 0, Boolean(usable?.ids.length)),
      semantic: found ? found.semantic : null,
      considered: { retrievals: uses.length, memories },
      predicted: chosen.flatMap((one) => {
        const record = records.get(one.id);
        if (!record) return [];
        const probability = Math.round(one.probability * 1e4) / 1e4;
        return [{ ...record, probability, because: because(one, record, facts.get(one.id), request.now) }];
      }),
    };
  },
});

async function findFor(request: Request, context: string, scope: { userId: string; filter: MemoryFilter }) {
  const question = { text: context, userId: scope.userId, filter: scope.filter, limit: FOUND, minScore: null };
  const { semantic, memories, confidence } = await recall(request, { ...question, ranking: 'hybrid', internal: true });
  return { semantic, confidence, ids: memories.map(({ id }) => id) };
}

const strategyOf = (history: boolean, context: boolean): (typeof STRATEGIES)[number] => {
  if (history) return context ? 'history_and_context' : 'history';
  return context ? 'context' : 'importance_and_recency';
};

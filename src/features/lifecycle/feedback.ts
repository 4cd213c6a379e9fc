import * as z from 'zod';
import { notFound } from '../../kernel/errors.js';
import { amount, memoryId } from '../../kernel/fields.js';
import { defineOperation } from '../request.js';
import { giveFeedback } from './sql/feedback.js';

const outcome = z.enum(['success', 'failure']);

export const feedback = defineOperation({
  id: 'memory.feedback',
  method: 'POST',
  path: '/memory/feedback',
  scope: 'write',
  bound: { records: { memory: ['memory_id'] } },
  group: 'Lifecycle',
  summary: 'Report how acting on a memory went',
  description:
    'Updates `outcome_score`, which starts at 0.5, as an exponential moving average: 0.7 × score + 0.3 × target. ' +
    'The target is the `confidence` on success and 1 − `confidence` on failure. Rankings that weigh outcomes put ' +
    'what has worked higher. Concurrent reports are all counted. 404 if the key has no such memory.',
  input: z.object({
    memory_id: memoryId.describe('The memory that was acted on.'),
    outcome: outcome.describe('How it went.'),
    confidence: amount(0, 1).default(1).describe('0–1: how sure you are.'),
  }),
  output: z.object({
    memory_id: z.string(),
    outcome,
    outcome_score: z.number().describe('0–1: how well acting on it has gone so far, including this report.'),
  }),
  example: { memory_id: 'mem_01kf0z5w8qv7m3t9x2c4e6h8ja', outcome: 'success', confidence: 0.9 },
  tool: {
    name: 'give_feedback',
    description: 'Report whether acting on a memory worked. What works ranks higher.',
  },
  async handler(request, { memory_id, outcome, confidence }) {
    const score = await request.db.run(giveFeedback, { id: memory_id, outcome, confidence, now: request.now });
    if (score === null) throw notFound('No memory has this id');
    return { memory_id, outcome, outcome_score: score };
  },
});

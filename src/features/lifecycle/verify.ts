import * as z from 'zod';
import { notFound } from '../../kernel/errors.js';
import { memoryId, whole } from '../../kernel/fields.js';
import { defineOperation } from '../request.js';
import { verifyMemory } from './sql/feedback.js';

export const verify = defineOperation({
  id: 'memory.verify',
  method: 'POST',
  path: '/memory/verify/{id}',
  scope: 'write',
  bound: { records: { memory: ['id'] } },
  group: 'Lifecycle',
  summary: 'Mark a memory as still valid',
  description:
    'Sets `verified_at` to now: the memory is not stale for another 30 days. Takes no body. 404 if the key has no ' +
    'such memory.',
  input: z.object({ id: memoryId }),
  output: z.object({
    verified: z.literal(true),
    memory_id: z.string(),
    verified_at: whole.describe('Now, in Unix milliseconds.'),
  }),
  example: { id: 'mem_01kf0z5w8qv7m3t9x2c4e6h8ja' },
  async handler(request, { id }) {
    if (!(await request.db.run(verifyMemory, { id, now: request.now }))) throw notFound('No memory has this id');
    return { verified: true as const, memory_id: id, verified_at: request.now };
  },
});

import * as z from 'zod';
import { pageInput, pageOf, userId } from '../../kernel/fields.js';
import { defineOperation } from '../request.js';
import { memoryRecord } from './record.js';
import { filterFields, filterOf } from './search/filter.js';
import { listMemories } from './sql/read.js';

/** Per page: one hundred memories of 40,000 characters. Two hundred of the largest size would be 90 MB. */
const PAGE_CHARACTERS = 4_000_000;

export const list = defineOperation({
  id: 'memory.list',
  method: 'GET',
  path: '/memory',
  scope: 'read',
  bound: 'fields',
  group: 'Memories',
  summary: 'List memories, newest first',
  description:
    'Takes the filters of retrieve; `order=oldest` reverses the order. Without `user_id`, lists the memories of all ' +
    'users of the key. A page of very long memories has fewer than `limit`: it ends after about 4 million ' +
    'characters, and `next_cursor` continues from there.',
  input: z.object({
    user_id: userId.optional(),
    ...pageInput(50, 200),
    order: z.enum(['newest', 'oldest']).default('newest').describe('Which come first, by the time they were stored.'),
    ...filterFields,
  }),
  output: pageOf({ memories: z.array(memoryRecord) }),
  example: { user_id: 'ada', limit: 20 },
  async handler(request, input) {
    const { cursor: given, limit, ...rest } = input;
    const name = JSON.stringify(['memory.list', request.db.keyId, rest]);
    const { memories, more } = await request.db.run(listMemories, {
      userId: input.user_id ?? null,
      filter: filterOf(input),
      oldestFirst: input.order === 'oldest',
      limit,
      characters: PAGE_CHARACTERS,
      after: request.cursors.readCreated(name, given),
      now: request.now,
    });
    const last = more ? memories[memories.length - 1] : undefined;
    return {
      count: memories.length,
      memories,
      next_cursor: last ? request.cursors.write(name, [last.created_at, last.id]) : null,
    };
  },
});

import * as z from 'zod';
import { notFound } from '../../kernel/errors.js';
import { memoryId, pageInput, whole } from '../../kernel/fields.js';
import { defineOperation } from '../request.js';
import { memoryRecord } from './record.js';
import { memoryHistory } from './sql/read.js';

export const history = defineOperation({
  id: 'memory.history',
  method: 'GET',
  path: '/memory/{id}/history',
  scope: 'read',
  bound: { records: { memory: ['id'] } },
  group: 'Memories',
  summary: "List a memory's versions",
  description: 'Newest first; the first one is in force. Every change keeps the version before it.',
  input: z.object({ id: memoryId, ...pageInput(50, 200) }),
  output: z.object({
    id: z.string(),
    count: whole,
    versions: z.array(
      z.object({
        version: whole,
        replaced_at: whole.nullable().describe('When the next version replaced it; null for the version in force.'),
        record: memoryRecord,
      }),
    ),
    next_cursor: z.string().nullable(),
  }),
  async handler(request, { id, limit, cursor: given }) {
    const name = JSON.stringify(['memory.history', request.db.keyId, id]);
    const before = given === undefined ? null : Number(request.cursors.read(name, given)[0]);
    const page = await request.db.run(memoryHistory, { id, before, limit: limit + 1, now: request.now });
    if (!page) throw notFound('No memory has this id');
    const { page: versions, next_cursor } = request.cursors.page(name, page, limit, ['version']);
    return { id, count: versions.length, versions, next_cursor };
  },
});

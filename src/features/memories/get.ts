import * as z from 'zod';
import { notFound } from '../../kernel/errors.js';
import { memoryId } from '../../kernel/fields.js';
import { defineOperation } from '../request.js';
import { memoryRecord } from './record.js';
import { getMemory } from './sql/read.js';

export const get = defineOperation({
  id: 'memory.get',
  method: 'GET',
  path: '/memory/{id}',
  scope: 'read',
  bound: { records: { memory: ['id'] } },
  group: 'Memories',
  summary: 'Get one memory',
  input: z.object({ id: memoryId }),
  output: memoryRecord,
  async handler(request, { id }) {
    const record = await request.db.run(getMemory, { id, now: request.now });
    if (!record) throw notFound('No memory has this id');
    request.handOut([id], record.user_id);
    return record;
  },
});

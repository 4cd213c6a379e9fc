import * as z from 'zod';
import { agentId, pageInput, pageOf, userId } from '../../kernel/fields.js';
import { RECORDED_SENTIMENTS } from '../../readers/sentiment/feeling.js';
import { defineOperation } from '../request.js';
import { emotionalRecord } from './record.js';
import { listEmotional } from './sql/statements.js';

export const list = defineOperation({
  id: 'emotional.list',
  method: 'GET',
  path: '/memory/emotional',
  scope: 'read',
  bound: 'fields',
  group: 'Emotional',
  summary: 'List emotional records, newest first',
  description: 'Without `user_id`, the records of all users of the key.',
  input: z.object({
    user_id: userId.optional(),
    agent_id: agentId.optional(),
    sentiment: z.enum(RECORDED_SENTIMENTS).optional(),
    ...pageInput(50, 200),
  }),
  output: pageOf({ records: z.array(emotionalRecord) }),
  example: { user_id: 'ada', limit: 20 },
  async handler(request, { cursor: given, limit, ...rest }) {
    const name = JSON.stringify(['emotional.list', request.db.keyId, rest]);
    const page = await request.db.run(listEmotional, {
      userId: rest.user_id ?? null,
      agentId: rest.agent_id ?? null,
      sentiment: rest.sentiment ?? null,
      after: request.cursors.readCreated(name, given),
      limit: limit + 1,
    });
    const { page: records, next_cursor } = request.cursors.page(name, page, limit, ['created_at', 'id']);
    return { count: records.length, records, next_cursor };
  },
});

import * as z from 'zod';
import { whole } from '../../kernel/fields.js';
import { defineOperation } from '../request.js';
import { sessionId, whoseItems } from './fields.js';
import { getItems } from './sql/read.js';

export const get = defineOperation({
  id: 'working.get',
  method: 'GET',
  path: '/memory/working',
  scope: 'read',
  group: 'Working memory',
  summary: "Get a session's working memory",
  description:
    'The items that have not expired, in the order they were stored. A session that nobody wrote to is empty.',
  input: z.object({ session_id: sessionId, ...whoseItems }),
  output: z.object({
    session_id: z.string(),
    count: whole,
    items: z.array(
      z.object({
        content: z.unknown().describe('As it was stored.'),
        at: whole.describe('When it was stored. Unix milliseconds.'),
      }),
    ),
  }),
  tool: {
    name: 'get_working_memory',
    description: 'What this session stored.',
    fields: ['session_id', 'user_id'],
  },
  example: { session_id: 'checkout-42' },
  async handler(request, { session_id, user_id, agent_id }) {
    const which = { sessionId: session_id, userId: user_id, agentId: agent_id, now: request.now };
    const items = await request.db.run(getItems, which);
    return { session_id, count: items.length, items };
  },
});

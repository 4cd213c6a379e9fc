import * as z from 'zod';
import { agentId, userId, whole } from '../../kernel/fields.js';
import { defineOperation } from '../request.js';
import { sessionId } from './fields.js';
import { clearItems } from './sql/read.js';

export const clear = defineOperation({
  id: 'working.clear',
  method: 'DELETE',
  path: '/memory/working',
  scope: 'write',
  whenFull: true,
  group: 'Working memory',
  summary: "Clear a session's working memory",
  description:
    'Removes every item of the session, or only those of a user or an agent. Clearing a session that does not exist ' +
    'is not an error: `removed` is 0.',
  input: z.object({
    session_id: sessionId,
    user_id: userId.optional().describe('Only items of this user.'),
    agent_id: agentId.optional().describe('Only items of this agent.'),
  }),
  output: z.object({
    session_id: z.string(),
    cleared: z.literal(true),
    removed: whole.describe('Items that had not expired.'),
  }),
  example: { session_id: 'nobody-yet' },
  async handler(request, { session_id, user_id, agent_id }) {
    const which = { sessionId: session_id, userId: user_id, agentId: agent_id, now: request.now };
    const removed = await request.db.run(clearItems, which);
    return { session_id, cleared: true as const, removed };
  },
});

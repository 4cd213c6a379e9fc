import * as z from 'zod';
import { agentId, pageInput, pageOf, userId } from '../../kernel/fields.js';
import { defineOperation } from '../request.js';
import { procedureRecord } from './record.js';
import { listProcedures } from './sql/read.js';

export const list = defineOperation({
  id: 'procedures.list',
  method: 'GET',
  path: '/memory/procedures',
  scope: 'read',
  bound: 'fields',
  group: 'Procedures',
  summary: 'List procedures, newest first',
  description: 'Each in its latest version, with its outcomes.',
  input: z.object({
    agent_id: agentId.optional().describe('Only this agent. Default: all agents.'),
    user_id: userId.optional().describe('Only this user. Default: all users and those stored without one.'),
    ...pageInput(50, 200),
  }),
  output: pageOf({ procedures: z.array(procedureRecord) }),
  example: { agent_id: 'support' },
  async handler(request, { limit, cursor: given, ...rest }) {
    const name = JSON.stringify(['procedures.list', request.db.keyId, rest]);
    const page = await request.db.run(listProcedures, {
      agentId: rest.agent_id ?? null,
      userId: rest.user_id ?? null,
      after: request.cursors.readCreated(name, given),
      limit: limit + 1,
      now: request.now,
    });
    const { page: procedures, next_cursor } = request.cursors.page(name, page, limit, ['created_at', 'id']);
    return { count: procedures.length, procedures, next_cursor };
  },
});

import * as z from 'zod';
import { pageInput, pageOf } from '../../kernel/fields.js';
import { defineOperation } from '../request.js';
import { agentRecord } from './record.js';
import { listAgents } from './sql/registry.js';

export const list = defineOperation({
  id: 'agents.list',
  method: 'GET',
  path: '/agents',
  scope: 'read',
  group: 'Agents',
  summary: 'List registered agents',
  description: 'Newest first. Agents that only stored memories, without being registered, are not included.',
  input: z.object(pageInput(50, 200)),
  output: pageOf({ agents: z.array(agentRecord) }),
  example: { limit: 20 },
  async handler(request, { limit, cursor: given }) {
    const name = JSON.stringify(['agents.list', request.db.keyId]);
    const [before] = request.cursors.read(name, given);
    const found = await request.db.run(listAgents, {
      before: before === undefined ? null : String(before),
      limit: limit + 1,
    });
    const { page: agents, next_cursor } = request.cursors.page(name, found, limit, ['id']);
    return { count: agents.length, agents, next_cursor };
  },
});

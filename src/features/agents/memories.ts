import * as z from 'zod';
import { pageInput, userId, whole } from '../../kernel/fields.js';
import { memoryRecord } from '../memories/record.js';
import { filterFields, filterOf } from '../memories/search/filter.js';
import { defineOperation } from '../request.js';
import { agentPath, unknownAgent } from './path.js';
import { agentMemories } from './sql/profile.js';

const { agent_id: _, ...filters } = filterFields;

export const memories = defineOperation({
  id: 'agents.memories',
  method: 'GET',
  path: '/agents/{id}/memories',
  scope: 'read',
  group: 'Agents',
  summary: 'List the memories of an agent',
  description:
    'Memories of all its users, newest first. Takes the filters of retrieve. 404 if the key has neither registered ' +
    'this agent nor stored anything for it.',
  input: z.object({
    id: agentPath,
    user_id: userId.optional().describe('Only memories of this user.'),
    ...pageInput(50, 200),
    ...filters,
  }),
  output: z.object({
    agent_id: z.string(),
    count: whole,
    memories: z.array(memoryRecord),
    next_cursor: z.string().nullable(),
  }),
  example: { id: 'planner', limit: 20 },
  async handler(request, input) {
    const { cursor: given, limit, ...rest } = input;
    const name = JSON.stringify(['agents.memories', request.db.keyId, rest]);
    const { agent_id: __, ...filter } = filterOf({ ...rest, agent_id: undefined });
    const found = await request.db.run(agentMemories, {
      ...{ id: input.id, userId: input.user_id ?? null, filter, limit: limit + 1, now: request.now },
      after: request.cursors.readCreated(name, given),
    });
    if (!found) throw unknownAgent();
    const { page, next_cursor } = request.cursors.page(name, found.memories, limit, ['created_at', 'id']);
    return { agent_id: found.name, count: page.length, memories: page, next_cursor };
  },
});

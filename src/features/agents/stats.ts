import * as z from 'zod';
import { whole } from '../../kernel/fields.js';
import { defineOperation } from '../request.js';
import { agentPath, unknownAgent } from './path.js';
import { agentStats } from './sql/profile.js';

export const stats = defineOperation({
  id: 'agents.stats',
  method: 'GET',
  path: '/agents/{id}/stats',
  scope: 'read',
  group: 'Agents',
  summary: 'Get statistics of an agent',
  description:
    'Only memories in force are counted: neither expired nor superseded. 404 if the key has neither registered this ' +
    'agent nor stored anything for it.',
  input: z.object({ id: agentPath }),
  output: z.object({
    agent_id: z.string(),
    memories: whole,
    episodes: whole,
    procedures: whole,
    emotional_memories: whole.describe('Emotional records.'),
    users: whole.describe('Users it has stored anything about.'),
    retrievals: whole.describe('Searches made for it.'),
    last_activity: whole.nullable().describe('When it last stored, changed or searched something. Unix milliseconds.'),
  }),
  example: { id: 'planner' },
  async handler(request, { id }) {
    await request.usage.flush();
    await request.retrievals.flushKey(request.db.keyId);
    const found = await request.db.run(agentStats, { id, now: request.now });
    if (!found) throw unknownAgent();
    const { name, memories, episodes, procedures, emotional, users, retrievals, lastActivity } = found;
    return {
      ...{ agent_id: name, memories, episodes, procedures, emotional_memories: emotional, users, retrievals },
      last_activity: lastActivity,
    };
  },
});

import * as z from 'zod';
import { whole } from '../../kernel/fields.js';
import { defineOperation } from '../request.js';
import { agentPath, unknownAgent } from './path.js';
import { agentRecord } from './record.js';
import { agentProfile } from './sql/profile.js';

export const get = defineOperation({
  id: 'agents.get',
  method: 'GET',
  path: '/agents/{id}',
  scope: 'read',
  group: 'Agents',
  summary: 'Get the profile of an agent',
  description:
    'An agent that was never registered but has memories, episodes, procedures or emotional records also has a ' +
    'profile: `registered` is false, and the profile contains only its name. 404 if the agent is neither registered ' +
    'nor has any of these.',
  input: z.object({ id: agentPath }),
  output: agentRecord.extend({
    id: z.string().nullable().describe('Null if it is not registered.'),
    registered: z.boolean(),
    created_at: whole.nullable().describe('When it was registered. Unix milliseconds.'),
    updated_at: whole.nullable().describe('When its profile last changed. Unix milliseconds.'),
  }),
  example: { id: 'planner' },
  async handler(request, { id }) {
    const known = await request.db.run(agentProfile, { id });
    if (!known) throw unknownAgent();
    if (known.registered) return { ...known.registered, registered: true };
    return {
      ...{ id: null, name: known.name, agent_id: known.name, description: null, capabilities: [], metadata: {} },
      ...{ template: null, created_at: null, updated_at: null, registered: false },
    };
  },
});

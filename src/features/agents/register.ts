import * as z from 'zod';
import { LIMITS, metadata, text } from '../../kernel/fields.js';
import { ID_PREFIXES } from '../../kernel/ids.js';
import { StatusResponse } from '../../kernel/operation.js';
import { defineOperation } from '../request.js';
import { agentRecord, capabilities, description } from './record.js';
import { registerAgent } from './sql/registry.js';

export const register = defineOperation({
  id: 'agents.register',
  method: 'POST',
  path: '/agents/register',
  scope: 'write',
  group: 'Agents',
  summary: 'Register an agent',
  description:
    'The name is what memories carry as `agent_id`. Memories can be stored without registering the agent; ' +
    'registering gives it a profile. Registering the same name again changes the agent: the fields you send replace ' +
    'what it had, the others stay, and the response is 200.',
  input: z.object({
    name: text(1, LIMITS.name).describe('Its name, which is also its `agent_id`.'),
    description: description.optional(),
    capabilities: capabilities.optional(),
    metadata: metadata.optional(),
  }),
  output: agentRecord,
  success: 201,
  otherSuccess: { status: 200, when: 'the agent was already registered' },
  example: { name: 'planner', description: 'Plans trips for travellers.', capabilities: ['flights', 'hotels'] },
  async handler(request, { name, ...given }) {
    const { created, agent } = await request.db.run(registerAgent, {
      ...{ id: request.ids.next(ID_PREFIXES.agent), name, now: request.now },
      change: {
        ...(given.description === undefined ? {} : { description: given.description }),
        ...(given.capabilities === undefined ? {} : { capabilities: [...new Set(given.capabilities)] }),
        ...(given.metadata === undefined ? {} : { metadata: given.metadata }),
      },
    });
    return new StatusResponse(created ? 201 : 200, agent);
  },
});

import * as z from 'zod';
import { agentId } from '../../kernel/fields.js';
import { ID_PREFIXES } from '../../kernel/ids.js';
import { StatusResponse } from '../../kernel/operation.js';
import { agentRecord } from '../agents/record.js';
import { defineOperation } from '../request.js';
import { templateId, templateNamed } from './get.js';
import { applyTemplate } from './sql/statements.js';
import { template } from './template.js';

export const apply = defineOperation({
  id: 'templates.apply',
  method: 'POST',
  path: '/templates/{id}/apply',
  scope: 'write',
  group: 'Templates',
  summary: 'Set an agent up with a template',
  description:
    'Registers the agent if it is not registered (201), records the template in its profile, and returns what to ' +
    'use from now on. A description and capabilities of its own stay; those of an earlier template are replaced. ' +
    'Applying the same template again changes nothing. Memories are not changed.',
  input: z.object({ id: templateId, agent_id: agentId.describe('Name or id of the agent.') }),
  output: template
    .pick({ namespaces: true, tags: true, recommended_memory_types: true, guide: true, example: true })
    .extend({ template: z.string(), agent_id: z.string(), agent: agentRecord }),
  success: 201,
  otherSuccess: { status: 200, when: 'the agent was already registered' },
  example: { id: 'coding', agent_id: 'coder' },
  async handler(request, { id, agent_id }) {
    const { id: template, namespaces, tags, recommended_memory_types, guide, example } = templateNamed(id);
    const { created, agent } = await request.db.run(applyTemplate, {
      ...{ id: request.ids.next(ID_PREFIXES.agent), agent: agent_id, template, now: request.now },
    });
    return new StatusResponse(created ? 201 : 200, {
      ...{ template, agent_id: agent.name, agent, namespaces, tags, recommended_memory_types, guide },
      example: { ...example, agent_id: agent.name },
    });
  },
});

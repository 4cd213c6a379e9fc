import { invalidField } from '../../../kernel/errors.js';
import { tenantWrite } from '../../../storage/statement.js';
import { type AgentRecord, MAX_CAPABILITIES } from '../../agents/record.js';
import {
  type AgentChange,
  findAgent,
  type Registered,
  type Registration,
  register,
} from '../../agents/sql/registry.js';
import { templateOf } from '../library/index.js';
import type { Template } from '../template.js';

interface Application extends Omit<Registration, 'name'> {
  /** Id or name of the agent; an unregistered name is registered. */
  agent: string;
  template: string;
}

export const applyTemplate = tenantWrite('templates.apply', async (tx, input: Application): Promise<Registered> => {
  const template = templateOf(input.template);
  if (!template) throw new Error(`There is no template ${input.template}`);
  const name = (await findAgent(tx, input.agent))?.name ?? input.agent;
  return register(tx, { id: input.id, name, now: input.now }, (agent) => {
    const change = changeBy(template, templateOf(agent.template), agent);
    const { length = 0 } = change.capabilities ?? [];
    if (length > MAX_CAPABILITIES) {
      const message = `of the agent would be ${length} with those of the template, at most ${MAX_CAPABILITIES} are allowed: nothing was changed`;
      throw invalidField('capabilities', message);
    }
    return change;
  });
});

/**
 * What applying a template changes in an agent. Its own description stays; one that came from the previous template is replaced. Its own capabilities
 * stay alongside those of the template. Nothing changes if the template is already in force.
 */
export function changeBy(
  template: Template,
  before: Template | undefined,
  agent: Pick<AgentRecord, 'description' | 'capabilities' | 'template'>,
): AgentChange {
  const borrowed = agent.description === null || agent.description === before?.description;
  const description = borrowed ? template.description : agent.description;
  const own = agent.capabilities.filter((one) => !before?.capabilities.includes(one));
  const capabilities = [...new Set([...own, ...template.capabilities])];
  const same =
    agent.template === template.id &&
    description === agent.description &&
    capabilities.every((one) => agent.capabilities.includes(one));
  return same ? {} : { template: template.id, description, capabilities };
}

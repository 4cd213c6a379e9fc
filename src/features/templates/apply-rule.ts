import type { AgentRecord } from '../agents/record.js';
import type { AgentChange } from '../agents/registry-statements.js';
import type { Template } from './template.js';

/**
 * What applying a template changes of an agent. A description of its own stays; one that came from the template before gives way. Its own
 * capabilities stay beside those of the template. Nothing changes when the template is in force already.
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

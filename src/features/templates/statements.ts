import { invalidField } from '../../kernel/errors.js';
import { tenantWrite } from '../../storage/statement.js';
import { MOST_CAPABILITIES } from '../agents/record.js';
import { findAgent, type Registered, type Registration, register } from '../agents/registry-statements.js';
import { changeBy } from './apply-rule.js';
import { templateOf } from './library/index.js';

export interface Application extends Omit<Registration, 'name'> {
  /** Id or name of the agent; a name that is not registered yet is registered. */
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
    if (length > MOST_CAPABILITIES) {
      const message = `of the agent would be ${length} with those of the template, at most ${MOST_CAPABILITIES} are allowed: nothing was changed`;
      throw invalidField('capabilities', message);
    }
    return change;
  });
});

import { agentId, userId } from '../../kernel/fields.js';
import type { Scope } from './scope.js';

export const scopeFields = {
  user_id: userId.optional().describe('Only this user. Default: all users of the key.'),
  agent_id: agentId.optional().describe('Only this agent. Default: all agents.'),
};

export const scopeOf = (input: { user_id?: string | undefined; agent_id?: string | undefined }): Scope => ({
  ...(input.user_id === undefined ? {} : { userId: input.user_id }),
  ...(input.agent_id === undefined ? {} : { agentId: input.agent_id }),
});

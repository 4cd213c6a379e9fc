import { notFound } from '../../kernel/errors.js';
import { LIMITS, text } from '../../kernel/fields.js';

export const agentPath = text(1, LIMITS.name).describe("The agent's id (`agt_…`) or its name.");
export const unknownAgent = () => notFound('No agent has this id or name');

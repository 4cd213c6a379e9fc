import { agentMemories, agentProfile, agentStats } from './profile-statements.js';
import { listAgents, registerAgent } from './registry-statements.js';

export const agentStatements = [registerAgent, listAgents, agentProfile, agentMemories, agentStats];

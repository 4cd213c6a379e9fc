import { addAgentUsage, addUsage, readUsage, removeOldUsage } from './store.js';

export const usageStatements = [addUsage, addAgentUsage, readUsage, removeOldUsage];

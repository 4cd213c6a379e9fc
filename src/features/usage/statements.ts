import { storageStatements } from './storage-statements.js';
import { addAgentUsage, addUsage, readUsage, removeOldUsage } from './store.js';

export const usageStatements = [addUsage, addAgentUsage, readUsage, removeOldUsage, ...storageStatements];

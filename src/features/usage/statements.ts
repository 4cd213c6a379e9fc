import { addUsage, readUsage } from './store.js';

export const usageStatements = [addUsage, readUsage];

import type { Memory } from './memory.js';

export interface User {
  id: string;
  name: string;
  type: 'user' | 'agent' | 'app' | 'run';
  totalMemories: number;
  createdAt: Date;
  updatedAt: Date;
}
const TYPES = [
  ['user', 'userId'],
  ['agent', 'agentId'],
  ['app', 'appId'],
  ['run', 'runId'],
] as const;

/** The entities that memories belong to, with how many and since when; ordered by name. */
export function usersAmong(memories: readonly Memory[]): User[] {
  const users = new Map<string, User>();
  for (const memory of memories) {
    for (const [type, field] of TYPES) {
      const name = memory[field];
      if (name === null) continue;
      const { createdAt, updatedAt } = memory;
      const known = users.get(`${type}/${name}`);
      if (!known) users.set(`${type}/${name}`, { id: name, name, type, totalMemories: 1, createdAt, updatedAt });
      else {
        known.totalMemories++;
        if (createdAt < known.createdAt) known.createdAt = createdAt;
        if (updatedAt > known.updatedAt) known.updatedAt = updatedAt;
      }
    }
  }
  return [...users.values()].sort((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)));
}

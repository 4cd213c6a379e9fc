import { hash } from 'node:crypto';

/** Two memories of a user with the same key are the same memory: same agent, namespace, kind and text. */
export const dedupeKeyOf = (memory: { agent_id: string; namespace: string; kind: string; content: string }) =>
  hash('sha256', JSON.stringify([memory.agent_id, memory.namespace, memory.kind, memory.content]), 'base64url');

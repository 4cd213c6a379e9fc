import type { MemoryListInput } from '../../client/index.js';

/** The fields by which the service narrows down a list or a search. */
export type Scope = Pick<MemoryListInput, 'user_id' | 'agent_id' | 'tags' | 'category' | 'metadata'> & {
  created_after?: number;
};

/** Longest tag, in characters. */
export const LONGEST_TAG = 64;
/** Most calls that one filter may turn into. */
const MAX_SCOPES = 50;
/** Most metadata keys that one call may filter by. */
const MAX_KEYS = 16;

/** The intersection of two unions of scopes; if that is too many, the first union. */
export function within(some: readonly Scope[], others: readonly Scope[]): Scope[] {
  const both = some.flatMap((a) => others.flatMap((b) => merged(a, b) ?? []));
  return both.length > MAX_SCOPES ? [...some] : both;
}

/** The union of the scopes; if that is too many, everything. */
export function anyOf(scopes: readonly Scope[]): Scope[] {
  const everything = scopes.length > MAX_SCOPES || scopes.some((scope) => Object.keys(scope).length === 0);
  return everything ? [{}] : [...scopes];
}

/** The intersection; null if it is empty. It may be wider if the service cannot express it. */
function merged(a: Scope, b: Scope): Scope | null {
  for (const name of ['user_id', 'agent_id', 'category'] as const)
    if (a[name] !== undefined && b[name] !== undefined && a[name] !== b[name]) return null;
  const pairs = { ...a.metadata };
  for (const [key, value] of Object.entries(b.metadata ?? {})) {
    if (Object.hasOwn(pairs, key) && pairs[key] !== value) return null;
    if (Object.keys(pairs).length < MAX_KEYS) pairs[key] = value;
  }
  const created = Math.max(a.created_after ?? -Infinity, b.created_after ?? -Infinity);
  const tags = a.tags ?? b.tags;
  return {
    ...b,
    ...a,
    ...(tags ? { tags } : {}),
    ...(Object.keys(pairs).length > 0 ? { metadata: pairs } : {}),
    ...(created > -Infinity ? { created_after: created } : {}),
  };
}

import type { MemoryListInput } from '../../client/index.js';

/** What the service narrows a list or a search down by. */
export type Scope = Pick<MemoryListInput, 'user_id' | 'agent_id' | 'tags' | 'category' | 'metadata'> & {
  created_after?: number;
};

/** Characters of a tag. */
export const LONGEST_TAG = 64;
/** Calls that one filter may become. */
const MOST_SCOPES = 50;
/** Keys of metadata that one call may filter by. */
const MOST_KEYS = 16;

/** What lies in one of the first and in one of the second; where that is too many, what lies in one of the first. */
export function within(some: readonly Scope[], others: readonly Scope[]): Scope[] {
  const both = some.flatMap((a) => others.flatMap((b) => merged(a, b) ?? []));
  return both.length > MOST_SCOPES ? [...some] : both;
}

/** What lies in any of them; where that is too many, everything. */
export function anyOf(scopes: readonly Scope[]): Scope[] {
  const everything = scopes.length > MOST_SCOPES || scopes.some((scope) => Object.keys(scope).length === 0);
  return everything ? [{}] : [...scopes];
}

/** What lies in both; null where that is nothing. It may be wider where the service cannot express it. */
function merged(a: Scope, b: Scope): Scope | null {
  for (const name of ['user_id', 'agent_id', 'category'] as const)
    if (a[name] !== undefined && b[name] !== undefined && a[name] !== b[name]) return null;
  const pairs = { ...a.metadata };
  for (const [key, value] of Object.entries(b.metadata ?? {})) {
    if (Object.hasOwn(pairs, key) && pairs[key] !== value) return null;
    if (Object.keys(pairs).length < MOST_KEYS) pairs[key] = value;
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

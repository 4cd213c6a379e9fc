import type { MemoryListInput } from '../../client/index.js';

/** The filters of the list and of a search, as they appear in the URL of the page. */
export type Filters = Omit<MemoryListInput, 'limit' | 'cursor'>;

const WORDS = ['user_id', 'agent_id', 'namespace', 'kind', 'outcome', 'category', 'order'] as const;
const LISTS = ['tags', 'tags_all'] as const;
const NUMBERS = ['min_importance', 'created_after', 'created_before', 'as_of'] as const;
const FLAGS = ['include_expired', 'include_superseded'] as const;
const METADATA = 'metadata.';

export function filtersFrom(query: URLSearchParams): Filters {
  const found: Record<string, unknown> = {};
  for (const name of WORDS) if (query.get(name)) found[name] = query.get(name);
  for (const name of LISTS) if (query.get(name)) found[name] = query.get(name)?.split(',').filter(Boolean);
  for (const name of NUMBERS) {
    const value = query.get(name);
    if (value && Number.isFinite(Number(value))) found[name] = Number(value);
  }
  for (const name of FLAGS) if (query.get(name) === 'true') found[name] = true;
  const metadata = [...query].filter(([name]) => name.startsWith(METADATA));
  if (metadata.length > 0)
    found.metadata = Object.fromEntries(metadata.map(([name, value]) => [name.slice(METADATA.length), value]));
  return found as Filters;
}

export function queryOfFilters(filters: Filters): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) {
    if (value === undefined || value === null || value === false || value === '') continue;
    if (Array.isArray(value)) {
      if (value.length > 0) query.set(name, value.join(','));
    } else if (typeof value === 'object') {
      for (const [key, item] of Object.entries(value)) query.set(`${METADATA}${key}`, String(item));
    } else query.set(name, String(value));
  }
  return query;
}

/** The filters that are set. The order is left out because it hides nothing. */
export const setFilters = (filters: Filters): string[] => {
  const names = [...queryOfFilters(filters).keys()].filter((name) => name !== 'order');
  return [...new Set(names.map((name) => (name.startsWith(METADATA) ? 'metadata' : name)))];
};

import { sourcesOf } from '../../features/memories/reading/sources.js';

/** What a model has no use for: echoes of its own question, counters, and copies of neighbouring fields. */
const DROPPED = new Set([
  ...['query', 'ranking', 'scoring', 'explain', 'final_score', 'trust_score', 'content_hash', 'group_id', 'position'],
  ...['retrieval_count', 'last_retrieved_at', 'importance_estimated', 'duplicate', 'deduplicated', 'conflict'],
  ...['formatted', 'tokens_saved', 'sha256', 'api_key_id'],
]);
/** Fields that are informative only if they differ from this value. */
const USUAL: Readonly<Record<string, unknown>> = {
  ...{ kind: 'semantic', namespace: 'default', agent_id: 'default', outcome: 'unknown', outcome_score: 0.5 },
  ...{ embedded: true, semantic: true, automatic: false, is_error: false },
};
/** Lower risks are not reported. */
const MIN_RISK = 0.5;
const TIME = /(?:_at|_from|_until|^at|^from|^to|reset_date|^oldest_memory|^newest_memory)$/;
/** A time in 1973, in milliseconds: smaller numbers are counts. */
const FIRST_TIME = 1e11;
/** The last that a `Date` can hold. */
const LAST_TIME = 8.64e15;
const DECIMALS = 1_000;

/** A result reduced for a model: only what it needs, with times that it can read. `user` is the user the call was about. */
export function brief(value: unknown, user: unknown): unknown {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(fieldsOf(value, user).filter(([, item]) => item !== undefined))
    : value;
}

const fieldsOf = (record: object, user: unknown): [string, unknown][] =>
  Object.entries(record).map(([name, item]) => [
    name,
    isSaid(record, name, item, user) ? said(name, item, user) : undefined,
  ]);

function isSaid(record: object, name: string, item: unknown, user: unknown): boolean {
  if (name === 'content') return true;
  if (item === null || DROPPED.has(name) || USUAL[name] === item) return false;
  if (name === 'user_id') return item !== user;
  if (name === 'risk') return typeof item !== 'number' || item >= MIN_RISK;
  if (name === 'updated_at' || name === 'verified_at') return item !== (record as { created_at?: unknown }).created_at;
  return true;
}

function said(name: string, item: unknown, user: unknown): unknown {
  if (name === 'metadata') return nonEmpty(withoutSources(item)); // these names and values belong to the caller
  if (isOfCaller(name, item)) return item;
  if (typeof item === 'number')
    return TIME.test(name) && item >= FIRST_TIME && item <= LAST_TIME ? isoTime(item) : rounded(item);
  if (Array.isArray(item)) return item.map((one) => nested(one, user));
  return nested(item, user);
}

/** The ids and positions of the turns that a statement was derived from tell a model nothing. */
function withoutSources(metadata: unknown): unknown {
  if (typeof metadata !== 'object' || metadata === null) return metadata;
  const { derived_from, ...own } = metadata as Record<string, unknown>;
  return sourcesOf({ derived_from }).length > 0 ? own : metadata;
}

/** Working memory is any JSON, and counts have the names of agents and namespaces. */
const isOfCaller = (name: string, item: unknown) =>
  name === 'content' || (name.startsWith('by_') && typeof item === 'object' && !Array.isArray(item));

/** A nested empty list is left out; at the top it is the result. */
function nested(item: unknown, user: unknown): unknown {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return item;
  const fields = fieldsOf(item, user).filter(
    ([name, one]) => one !== undefined && (name === 'content' || nonEmpty(one) !== undefined),
  );
  return Object.fromEntries(fields);
}

const nonEmpty = (item: unknown) =>
  typeof item === 'object' && item !== null && Object.keys(item).length === 0 ? undefined : item;

const rounded = (value: number) => (Number.isInteger(value) ? value : Math.round(value * DECIMALS) / DECIMALS);

/** `2026-03-14`, or `2026-03-14T09:30Z` if the time of day matters. */
const isoTime = (time: number): string =>
  new Date(time).toISOString().replace(/(?:T00:00:00\.000Z|:\d\d\.\d{3}(Z))$/, '$1');

export const isTimeField = (name: string) => TIME.test(name);

import { hash } from 'node:crypto';
import type { JsonObject } from '../../kernel/fields.js';
import type { HeldRecord } from '../holdings.js';
import { sourcesOf } from '../memories/reading/sources.js';
import type { Request } from '../request.js';
import type { EntryOptions, HeldCandidate, LinkCandidate, MemoryCandidate } from './entry.js';
import { isObject } from './formats/format.js';
import { foreignIds } from './sql/foreign-ids.js';

type Scope = EntryOptions['scope'];
type Rename = (id: string) => string;

const PREFIX = /^[a-z]{2,5}_/;
const HASH_CHARACTERS = 26;

/** The id of the copy that this user or agent gets: always the same, so that importing twice adds nothing, and that links follow. */
function copyOf(id: string, { user_id, agent_id }: Scope): string {
  const text = hash('sha256', JSON.stringify([id, user_id ?? null, agent_id ?? null])).slice(0, HASH_CHARACTERS);
  return `${PREFIX.exec(id)?.[0] ?? 'copy_'}${text}`;
}

/** An import for a user or agent that the request names gets ids of its own in place of those that others of the same key have. */
async function renaming(request: Request, scope: Scope, ids: readonly string[]): Promise<Rename> {
  const { user_id: userId, agent_id: agentId } = scope;
  if (ids.length === 0 || (userId === undefined && agentId === undefined)) return (id) => id;
  const held = { ...(userId !== undefined && { userId }), ...(agentId !== undefined && { agentId }) };
  const foreign = new Set(await request.db.run(foreignIds, { ids: [...new Set(ids)], scope: held }));
  return (id) => (foreign.has(id) ? copyOf(id, scope) : id);
}

const given = (...ids: unknown[]) => ids.filter((id): id is string => typeof id === 'string');

export async function ownMemories(
  request: Request,
  scope: Scope,
  candidates: readonly MemoryCandidate[],
): Promise<MemoryCandidate[]> {
  const ids = candidates.flatMap(({ id, input }) =>
    given(id, input.superseded_by, input.group_id, ...sourcesOf(input.metadata ?? {})),
  );
  const rename = await renaming(request, scope, ids);
  return candidates.map(({ id, input, ...rest }) => ({
    ...rest,
    id: rename(id),
    input: {
      ...input,
      superseded_by: input.superseded_by && rename(input.superseded_by),
      group_id: input.group_id && rename(input.group_id),
      metadata: input.metadata && withSources(input.metadata, rename),
    },
  }));
}

/** A statement names the turns that it was derived from. */
function withSources(metadata: JsonObject, rename: Rename): JsonObject {
  if (sourcesOf(metadata).length === 0) return metadata;
  return { ...metadata, derived_from: (metadata.derived_from as unknown[]).map((span) => withOwnId(span, rename)) };
}

const withOwnId = (value: unknown, rename: Rename): unknown =>
  isObject(value) && typeof value.id === 'string' ? { ...value, id: rename(value.id) } : value;

export async function ownLinks(
  request: Request,
  scope: Scope,
  candidates: readonly LinkCandidate[],
): Promise<LinkCandidate[]> {
  const rename = await renaming(
    request,
    scope,
    candidates.flatMap(({ input }) => [input.from, input.to]),
  );
  return candidates.map((one) => {
    const [from, to] = [rename(one.input.from), rename(one.input.to)];
    const isCopy = from !== one.input.from || to !== one.input.to;
    return { ...one, id: isCopy ? copyOf(one.id, scope) : one.id, input: { ...one.input, from, to } };
  });
}

export async function ownRecords(
  request: Request,
  scope: Scope,
  candidates: readonly HeldCandidate[],
): Promise<HeldCandidate[]> {
  const eventsOf = ({ events }: HeldRecord) => (Array.isArray(events) ? (events as unknown[]) : []);
  const ids = candidates.flatMap(({ record }) =>
    given(record.id, record.summary_memory_id, ...eventsOf(record).map((event) => isObject(event) && event.id)),
  );
  const rename = await renaming(request, scope, ids);
  return candidates.map(({ record, ...rest }) => {
    const { id, summary_memory_id: summary, events } = record;
    const own = {
      ...(typeof summary === 'string' && { summary_memory_id: rename(summary) }),
      ...(Array.isArray(events) && { events: eventsOf(record).map((event) => withOwnId(event, rename)) }),
    };
    return { ...rest, record: { ...record, ...own, id: rename(id) } };
  });
}

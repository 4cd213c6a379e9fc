import { ConflictError, type MemoryIngestInput, type Recollect } from '../../client/index.js';
import { shortHash } from '../hash.js';
import type { Entities } from './entities.js';
import { type Memory, memoryOf } from './memory.js';
import type { Turn } from './messages.js';

/** Messages to be sent to the service. */
export interface NewMemories {
  turns: Turn[];
  owner: { user_id: string; agent_id?: string };
  entities: Entities;
  tags: { tags?: string[] };
  times: { valid_from?: number; ttl_seconds?: number };
  metadata: Record<string, unknown>;
}

type Role = NonNullable<MemoryIngestInput['messages']>[number]['role'];
/** Other names for the roles. */
const ROLES = new Map<string, Role>([
  ...['user', 'human'].map((name) => [name, 'user'] as const),
  ...['assistant', 'ai', 'model', 'bot'].map((name) => [name, 'assistant'] as const),
  ...['tool', 'function'].map((name) => [name, 'tool'] as const),
  ['developer', 'system'],
]);
/** Messages that one call accepts. */
const MAX_AT_ONCE = 100;
/** Attempts for a run that others add to at the same time. */
const TRIES = 10;

/** Stores each message as its own memory. */
export async function storeEach(client: Recollect, given: NewMemories): Promise<Memory[]> {
  const { owner, tags, times } = given;
  const added: Memory[] = [];
  for (const { content, ...speaker } of given.turns) {
    const metadata = { ...speaker, ...given.metadata };
    const stored = await client.memory.store({ ...owner, ...tags, ...times, content, metadata });
    const kept = stored.duplicate ? await withTimes(client, stored, times) : stored;
    added.push({ ...memoryOf(kept), event: stored.duplicate ? 'NOOP' : 'ADD' });
  }
  return added;
}

/**
 * Stores the messages as a conversation, and the statements in it as memories. The calls of one run form one conversation, in which a message that
 * merely repeats the last one counts as sent again; without a run, each call is a conversation of its own.
 */
export async function storeAsConversation(client: Recollect, given: NewMemories): Promise<Memory[]> {
  const { owner, tags, times, metadata, entities } = given;
  const { valid_from: created_at, ttl_seconds } = times;
  const messages = given.turns.map((turn) => ({
    ...turn,
    role: roleOf(turn.role),
    ...(created_at === undefined ? {} : { created_at }),
  }));
  let session_id =
    entities.runId && `mem0/${await shortHash(JSON.stringify([entities.appId ?? null, entities.runId]))}`;
  const added = new Map<string, Memory>();
  for (let position = 0; position < messages.length; position += MAX_AT_ONCE) {
    const response = await retryOnConflict(() =>
      client.memory.ingest({
        ...{ ...owner, ...tags, metadata, wait: true },
        messages: messages.slice(position, position + MAX_AT_ONCE),
        ...(session_id ? { session_id } : {}),
        ...(entities.runId ? {} : { position }),
        ...(ttl_seconds === undefined ? {} : { ttl_seconds }),
      }),
    );
    session_id = response.session_id;
    for (const { status, ...statement } of response.statements ?? []) {
      if (added.has(statement.id)) continue;
      const kept = status === 'duplicate' ? await withTimes(client, statement, times) : statement;
      added.set(statement.id, { ...memoryOf(kept), event: status === 'duplicate' ? 'NOOP' : 'ADD' });
    }
  }
  return [...added.values()];
}

function roleOf(name: string): Role {
  const role = ROLES.get(name);
  if (role) return role;
  throw new Error(
    `messages: the role must be one of ${[...ROLES.keys()].join(', ')}, system, not ${JSON.stringify(name)}`,
  );
}

/** What was already there keeps its times unless new ones are given. */
const withTimes = async <Kept extends Parameters<typeof memoryOf>[0]>(
  client: Recollect,
  kept: Kept,
  times: NewMemories['times'],
) => (Object.keys(times).length > 0 ? client.memory.update({ id: kept.id, ...times }) : kept);

async function retryOnConflict<Result>(call: () => Promise<Result>): Promise<Result> {
  for (let tried = 1; ; tried++) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ConflictError) || tried === TRIES) throw error;
    }
  }
}

import { type Memory as Kept, NotFoundError, Recollect } from '../client/index.js';

/** As mem0's client takes them; names with underscores are understood too. */
export interface Entity {
  userId?: string;
  agentId?: string;
  appId?: string;
  runId?: string;
  user_id?: string;
  agent_id?: string;
  app_id?: string;
  run_id?: string;
}
export interface Message {
  role: string;
  content: string;
}
export interface AddOptions extends Entity {
  metadata?: Record<string, unknown>;
}
export interface SearchOptions extends Entity {
  topK?: number;
  limit?: number;
  threshold?: number;
  filters?: Record<string, unknown>;
}
export interface GetAllOptions extends Entity {
  filters?: Record<string, unknown>;
  page?: number;
  pageSize?: number;
}
export interface Memory {
  id: string;
  memory: string;
  userId: string;
  agentId: string;
  runId: string | null;
  appId: string | null;
  metadata: Record<string, unknown>;
  categories: string[];
  createdAt: Date;
  updatedAt: Date;
  score?: number;
  event?: string;
}

const PAGE = 100;

/**
 * A drop-in for the calls of mem0's client. Messages are kept as they are, one memory each: there is no language model that rewrites them,
 * so nothing of them is lost and a write takes milliseconds. What repeats is kept once.
 */
export class MemoryClient {
  readonly #client: Recollect;

  constructor(options: { client: Recollect } | { apiKey: string; host?: string }) {
    this.#client =
      'client' in options
        ? options.client
        : new Recollect({ key: options.apiKey, ...(options.host ? { url: options.host } : {}) });
  }

  /** Messages of the user and the assistant, or one text. */
  async add(messages: string | Message[], options: AddOptions): Promise<Memory[]> {
    const texts =
      typeof messages === 'string'
        ? [{ role: 'user', content: messages }]
        : messages.filter(({ role }) => role !== 'system');
    const { agent, runId, appId, user } = entityOf(options);
    const about = { ...(runId ? { run_id: runId } : {}), ...(appId ? { app_id: appId } : {}) };
    const added: Memory[] = [];
    for (const { role, content } of texts) {
      const metadata = { ...options.metadata, ...about, role };
      const stored = await this.#client.memory.store({ user_id: user, ...agent, content, metadata });
      added.push({ ...memoryOf(stored), event: stored.duplicate ? 'NOOP' : 'ADD' });
    }
    return added;
  }

  async search(query: string, options: SearchOptions = {}): Promise<{ results: Memory[] }> {
    const { user, agent, metadata } = entityOf({ ...options, ...entityIn(options.filters) }, options.filters);
    const limit = options.topK ?? options.limit ?? 10;
    const input = { user_id: user, ...agent, ...metadata, q: query, limit, ranking: 'hybrid' as const };
    const { results } = await this.#client.memory.retrieve({
      ...input,
      ...(options.threshold === undefined ? {} : { min_score: options.threshold }),
    });
    return { results: results.map((memory) => ({ ...memoryOf(memory), score: memory.score ?? 0 })) };
  }

  async get(memoryId: string): Promise<Memory> {
    return memoryOf(await this.#client.memory.get({ id: memoryId }));
  }

  /** A page, as `next` and `previous` say; every memory when no page is named. */
  async getAll(options: GetAllOptions = {}) {
    const { user, agent, metadata } = entityOf({ ...options, ...entityIn(options.filters) }, options.filters);
    const all: Memory[] = [];
    for await (const memory of this.#client.memory.list.items({ user_id: user, ...agent, ...metadata, limit: PAGE }))
      all.push(memoryOf(memory));
    const { page, pageSize = PAGE } = options;
    if (page === undefined) return { count: all.length, next: null, previous: null, results: all };
    const end = page * pageSize;
    return {
      count: all.length,
      next: end < all.length ? String(page + 1) : null,
      previous: page > 1 ? String(page - 1) : null,
      results: all.slice(end - pageSize, end),
    };
  }

  async update(
    memoryId: string,
    change: string | { text?: string; metadata?: Record<string, unknown> },
  ): Promise<Memory[]> {
    const { text, metadata } = typeof change === 'string' ? { text: change, metadata: undefined } : change;
    const input = { id: memoryId, ...(text === undefined ? {} : { content: text }), ...(metadata ? { metadata } : {}) };
    return [{ ...memoryOf(await this.#client.memory.update(input)), event: 'UPDATE' }];
  }

  async delete(memoryId: string): Promise<{ message: string }> {
    await this.#client.memory.forget({ id: memoryId });
    return { message: 'Memory deleted successfully!' };
  }

  /** Of a user, and of one agent or run of theirs when that is named. */
  async deleteAll(options: Entity): Promise<{ message: string }> {
    const { user, agent, runId, metadata } = entityOf(options);
    if (runId === undefined) await this.#client.memory.forget({ user_id: user, ...agent });
    else {
      const found: string[] = [];
      for await (const { id } of this.#client.memory.list.items({ user_id: user, ...agent, ...metadata, limit: PAGE }))
        found.push(id);
      for (const id of found) await this.#client.memory.forget({ id }).catch(unlessGone);
    }
    return { message: 'Memories deleted successfully!' };
  }

  /** Oldest first: what it said before each change and after it. */
  async history(memoryId: string) {
    const versions: { version: number; record: Kept }[] = [];
    for await (const version of this.#client.memory.history.items({ id: memoryId, limit: PAGE }))
      versions.push(version);
    const ordered = versions.sort((a, b) => a.version - b.version);
    return ordered.map(({ version, record }, i) => ({
      id: `${memoryId}:${version}`,
      memoryId,
      oldMemory: ordered[i - 1]?.record.content ?? null,
      newMemory: record.content,
      userId: record.user_id,
      event: i === 0 ? 'ADD' : 'UPDATE',
      createdAt: new Date(record.created_at),
      updatedAt: new Date(record.updated_at),
    }));
  }
}

function unlessGone(error: unknown): void {
  if (!(error instanceof NotFoundError)) throw error;
}

const ENTITIES = ['user_id', 'agent_id', 'app_id', 'run_id'] as const;
const entityIn = (filters: Record<string, unknown> = {}): Entity =>
  Object.fromEntries(ENTITIES.flatMap((name) => (typeof filters[name] === 'string' ? [[name, filters[name]]] : [])));

function entityOf(options: Entity, filters: Record<string, unknown> = {}) {
  const user = options.userId ?? options.user_id;
  if (!user) throw new Error('userId is required: memories belong to a user.');
  const agentId = options.agentId ?? options.agent_id;
  const runId = options.runId ?? options.run_id;
  const appId = options.appId ?? options.app_id;
  const own = Object.entries(filters).filter(([name]) => !(ENTITIES as readonly string[]).includes(name));
  const metadata: Record<string, string> = Object.fromEntries(own.map(([name, value]) => [name, String(value)]));
  if (runId) metadata.run_id = runId;
  if (appId) metadata.app_id = appId;
  return {
    user,
    agent: agentId ? { agent_id: agentId } : {},
    runId,
    appId,
    metadata: Object.keys(metadata).length ? { metadata } : {},
  };
}

function memoryOf(kept: Kept): Memory {
  const { run_id, app_id, ...metadata } = kept.metadata as Record<string, unknown>;
  return {
    id: kept.id,
    memory: kept.content,
    userId: kept.user_id,
    agentId: kept.agent_id,
    runId: typeof run_id === 'string' ? run_id : null,
    appId: typeof app_id === 'string' ? app_id : null,
    metadata,
    categories: [kept.category],
    createdAt: new Date(kept.created_at),
    updatedAt: new Date(kept.updated_at),
  };
}

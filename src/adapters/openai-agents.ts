import type { AgentInputItem, Session } from '@openai/agents-core';
import { type Memory, NotFoundError, type Recollect } from '../client/index.js';
import { randomId } from '../client/random-id.js';

export interface RecollectSessionOptions {
  client: Recollect;
  /** The user whose conversation it is. */
  userId: string;
  /** A new one unless given. */
  sessionId?: string;
}

/** Items per request: the service's own limit for a batch. */
const BATCH = 100;
const LONGEST_CONTENT = 100_000;
/** A longer item is stored as the content instead of as metadata, which holds 64 KB. */
const MAX_METADATA_CHARACTERS = 15_000;

/**
 * An OpenAI Agents SDK session on Recollect: the history of one conversation, item by item. Every item is also an `episodic` memory of its user, so
 * what was said in one session can be retrieved from all others.
 */
export class RecollectSession implements Session {
  readonly #client: Recollect;
  readonly #userId: string;
  readonly #sessionId: string;

  constructor({ client, userId, sessionId = randomId() }: RecollectSessionOptions) {
    this.#client = client;
    this.#userId = userId;
    this.#sessionId = sessionId;
  }

  get #scope() {
    return { user_id: this.#userId, agent_id: `session:${this.#sessionId}` };
  }

  async getSessionId(): Promise<string> {
    return this.#sessionId;
  }

  async getItems(limit?: number): Promise<AgentInputItem[]> {
    const newest: AgentInputItem[] = [];
    if (limit !== undefined && limit <= 0) return newest;
    for await (const memory of this.#newestFirst(BATCH)) {
      newest.push(itemOf(memory));
      if (newest.length === limit) break;
    }
    return newest.reverse();
  }

  async addItems(items: AgentInputItem[]): Promise<void> {
    for (let i = 0; i < items.length; i += BATCH) {
      const memories = items
        .slice(i, i + BATCH)
        .map((item) => ({ ...this.#scope, ...keptAs(item), kind: 'episodic' as const, dedupe: false }));
      const { results } = await this.#client.memory.batch({ memories });
      const refused = results.find((result) => result.error);
      if (refused) throw new Error(`An item could not be stored: ${refused.error}`);
    }
  }

  async popItem(): Promise<AgentInputItem | undefined> {
    for await (const last of this.#newestFirst(1)) {
      try {
        await this.#client.memory.forget({ id: last.id });
      } catch (error) {
        const isGone = error instanceof NotFoundError;
        if (isGone && !error.retried) continue; // somebody else popped it
        if (!isGone) throw error;
      }
      return itemOf(last);
    }
    return undefined;
  }

  async clearSession(): Promise<void> {
    await this.#client.memory.forget(this.#scope);
  }

  /** Every item, also those that a later one contradicts; but not summaries and other memories of the same agent. */
  async *#newestFirst(limit: number): AsyncGenerator<Memory> {
    const items = { ...this.#scope, kind: 'episodic' as const, include_superseded: true, limit };
    for await (const memory of this.#client.memory.list.items(items)) if (isItem(memory)) yield memory;
  }
}

function keptAs(item: AgentInputItem): { content: string; metadata: Record<string, unknown> } {
  const json = JSON.stringify(item);
  if (json.length > MAX_METADATA_CHARACTERS) {
    if (json.length > LONGEST_CONTENT)
      throw new Error(`An item may have at most ${LONGEST_CONTENT} characters as JSON; this one has ${json.length}`);
    return { content: json, metadata: { item_in: 'content' } };
  }
  const text = textOf(item);
  return { content: text.trim() === '' ? json : text, metadata: { item_in: 'metadata', item } };
}

/** A summary of items has the metadata that they have in common. */
const isItem = ({ metadata }: Memory) => metadata.item_in !== undefined && metadata.compressed_from === undefined;

const itemOf = ({ content, metadata }: Memory): AgentInputItem =>
  (metadata.item_in === 'content' ? JSON.parse(content) : metadata.item) as AgentInputItem;

/** What was said, for search by meaning. */
function textOf(item: AgentInputItem): string {
  const { content } = item as { content?: unknown };
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part) => (part as { text?: unknown }).text)
    .filter((text): text is string => typeof text === 'string')
    .join('\n');
}

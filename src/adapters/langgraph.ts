import {
  BaseStore,
  type GetOperation,
  getTextAtPath,
  type Item,
  type ListNamespacesOperation,
  type Operation,
  type OperationResults,
  type PutOperation,
  type SearchItem,
  type SearchOperation,
} from '@langchain/langgraph-checkpoint';
import type { Memory, Recollect } from '../client/index.js';
import { shortHash } from './hash.js';
import { depthCut, matches, passes } from './langgraph-match.js';

export interface RecollectStoreOptions {
  client: Recollect;
  /** Under which user the items of this store are kept; `langgraph` unless given. */
  userId?: string;
  /** Which fields of a value are searched by meaning; every text in it unless given. */
  fields?: string[];
}

/** What an item is kept as: the searched texts are the content, the value itself is metadata. */
interface Kept {
  namespace: string[];
  key: string;
  value: Record<string, unknown>;
}

/** Results that one search by meaning can bring. */
const MOST_RANKED = 100;
/** Of the content when nothing of a value is to be searched. */
const NO_TEXT = '(not searched)';
const LONGEST_CONTENT = 100_000;

/**
 * LangGraph's long-term store on Recollect. A namespace and each of its beginnings is a tag, so that a search under a prefix is one
 * filtered search; a value may have 64 KB as JSON.
 */
export class RecollectStore extends BaseStore {
  readonly #client: Recollect;
  readonly #userId: string;
  readonly #fields: string[];
  /** One key is written by one call at a time, so that two puts of it make one item. */
  readonly #writing = new Map<string, Promise<unknown>>();

  constructor({ client, userId = 'langgraph', fields = ['$'] }: RecollectStoreOptions) {
    super();
    this.#client = client;
    this.#userId = userId;
    this.#fields = fields;
  }

  async batch<Op extends Operation[]>(operations: Op): Promise<OperationResults<Op>> {
    const last = new Map<string, PutOperation>();
    for (const operation of operations) {
      if ('value' in operation) last.set(nameOf(operation.namespace, operation.key), operation);
    }
    // Reads see what was there before the writes of the same batch, and of two writes the last one counts.
    const results = await Promise.all(
      operations.map((operation) => ('value' in operation ? undefined : this.#read(operation))),
    );
    await Promise.all([...last.values()].map((operation) => this.#put(operation)));
    return results as OperationResults<Op>;
  }

  #read(operation: Exclude<Operation, PutOperation>): Promise<unknown> {
    if ('namespacePrefix' in operation) return this.#search(operation);
    if ('key' in operation) return this.#get(operation);
    return this.#listNamespaces(operation);
  }

  async #get({ namespace, key }: GetOperation): Promise<Item | null> {
    const [found] = await this.#versionsOf(namespace, key);
    return found ? itemOf(found) : null;
  }

  /** Usually one; two processes that put a new key at the same moment can make two, of which the newest counts. */
  async #versionsOf(namespace: string[], key: string): Promise<Memory[]> {
    const tags = [await keyTag(namespace, key)];
    const { memories } = await this.#client.memory.list({ user_id: this.#userId, tags, limit: 10 });
    return memories.sort((a, b) => b.updated_at - a.updated_at);
  }

  async #put(operation: PutOperation): Promise<void> {
    const name = nameOf(operation.namespace, operation.key);
    const before = this.#writing.get(name) ?? Promise.resolve();
    const work = before.catch(() => {}).then(() => this.#write(operation));
    this.#writing.set(name, work);
    try {
      await work;
    } finally {
      if (this.#writing.get(name) === work) this.#writing.delete(name);
    }
  }

  async #write({ namespace, key, value, index }: PutOperation): Promise<void> {
    const [newest, ...others] = await this.#versionsOf(namespace, key);
    for (const { id } of value === null && newest ? [newest, ...others] : others)
      await this.#client.memory.forget({ id });
    if (value === null) return;
    const content = this.#textOf(value, index);
    const metadata = { namespace, key, value, searched: index !== false };
    if (newest) {
      await this.#client.memory.update({ id: newest.id, content, metadata });
      return;
    }
    const tags = [await keyTag(namespace, key), ...(await Promise.all(beginnings(namespace).map(prefixTag)))];
    await this.#client.memory.store({ user_id: this.#userId, content, metadata, tags, dedupe: false });
  }

  #textOf(value: Record<string, unknown>, index: PutOperation['index']): string {
    if (index === false) return NO_TEXT;
    const texts = (index ?? this.#fields).flatMap((path) =>
      path === '$' ? textsIn(value) : getTextAtPath(value, path),
    );
    return [...texts.join('\n')].slice(0, LONGEST_CONTENT).join('') || NO_TEXT;
  }

  async #search({ namespacePrefix, filter, limit = 10, offset = 0, query }: SearchOperation): Promise<SearchItem[]> {
    const scope = {
      user_id: this.#userId,
      ...(namespacePrefix.length ? { tags: [await prefixTag(namespacePrefix)] } : {}),
    };
    const found: SearchItem[] = [];
    const seen = new Set<string>();
    const take = (memory: Memory, score?: number): boolean => {
      const item = itemOf(memory);
      const name = item && nameOf(item.namespace, item.key);
      if (!item || !name || seen.has(name) || (filter && !passes(item.value, filter))) return false;
      seen.add(name);
      found.push({ ...item, ...(score === undefined ? {} : { score }) });
      return found.length >= offset + limit;
    };
    if (query) {
      const { results } = await this.#client.memory.retrieve({
        ...scope,
        q: query,
        ranking: 'hybrid',
        limit: MOST_RANKED,
      });
      const ranked = results.filter((memory) => memory.metadata.searched === true);
      for (const memory of ranked) if (take(memory, memory.final_score ?? undefined)) break;
    }
    // Without a question, or when ranking brought too few: the newest first.
    if (found.length < offset + limit) {
      for await (const memory of this.#client.memory.list.items({ ...scope, limit: 100 })) if (take(memory)) break;
    }
    return found.slice(offset, offset + limit);
  }

  /** Looks at every item of the store. */
  async #listNamespaces({
    matchConditions = [],
    maxDepth,
    limit,
    offset,
  }: ListNamespacesOperation): Promise<string[][]> {
    const names = new Map<string, string[]>();
    for await (const memory of this.#client.memory.list.items({ user_id: this.#userId, limit: 100 })) {
      const namespace = itemOf(memory)?.namespace;
      if (!namespace || !matchConditions.every((condition) => matches(condition, namespace))) continue;
      const cut = depthCut(namespace, maxDepth);
      names.set(JSON.stringify(cut), cut);
    }
    const sorted = [...names.values()].sort((a, b) => a.join(':').localeCompare(b.join(':')));
    return sorted.slice(offset ?? 0, (offset ?? 0) + (limit ?? sorted.length));
  }
}

const nameOf = (namespace: string[], key: string) => JSON.stringify([namespace, key]);
const keyTag = async (namespace: string[], key: string) => `lgk:${await shortHash(nameOf(namespace, key))}`;
const prefixTag = async (namespace: string[]) => `lgn:${await shortHash(JSON.stringify(namespace))}`;
const beginnings = (namespace: string[]) => namespace.map((_, i) => namespace.slice(0, i + 1));

function itemOf({ metadata, created_at, updated_at }: Memory): Item | null {
  const { namespace, key, value } = metadata as Partial<Kept>;
  if (!Array.isArray(namespace) || typeof key !== 'string' || !value) return null;
  return { namespace, key, value, createdAt: new Date(created_at), updatedAt: new Date(updated_at) };
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

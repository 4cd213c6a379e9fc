import {
  BaseStore,
  type GetOperation,
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
import { depthCut, matches, passes } from './langgraph/match.js';
import { gistOf, textsAt } from './langgraph/text.js';
import { ignoreNotFound } from './not-found.js';
import { queryOf } from './query.js';

export interface RecollectStoreOptions {
  client: Recollect;
  /** The user under which the items of this store are stored; `langgraph` unless given. */
  userId?: string;
  /**
   * The fields of a value that are searched by meaning, as paths. By default all its texts, but of many short ones only the first 4,000 characters.
   */
  fields?: string[];
}

/** How an item is stored: the searched texts are the content, the value itself is metadata. */
interface Kept {
  namespace: string[];
  key: string;
  value: Record<string, unknown>;
  /** False if it has no text to search by. */
  searched: boolean;
}

/** Most results that one search by meaning can return. */
const MAX_RANKED = 100;
/** Size of a page of the list. */
const PAGE = 200;
/** Most tags in one filter. */
const MAX_TAGS = 64;
/** The content if nothing of a value is to be searched. */
const NO_TEXT = '(not searched)';
const LONGEST_CONTENT = 100_000;
/** The path that stands for the whole value. */
const WHOLE = '$';
/** Size of an item as JSON: what the service accepts as metadata. */
const MAX_BYTES = 65_536;

/**
 * LangGraph's long-term store on Recollect. A namespace and each of its prefixes is a tag, so that a search under a prefix is one filtered search.
 * A value may take at most 64 KB as JSON.
 */
export class RecollectStore extends BaseStore {
  readonly #client: Recollect;
  readonly #fields: string[];
  /** Everything in this store. Items may contradict each other from the service's point of view: both stay. */
  readonly #all: { user_id: string; include_superseded: true };
  /** Only one call at a time writes a key, so that two puts of it make one item. */
  readonly #writing = new Map<string, Promise<unknown>>();

  constructor({ client, userId = 'langgraph', fields = [WHOLE] }: RecollectStoreOptions) {
    super();
    this.#client = client;
    this.#all = { user_id: userId, include_superseded: true };
    this.#fields = fields;
  }

  async batch<Op extends Operation[]>(operations: Op): Promise<OperationResults<Op>> {
    const last = new Map<string, PutOperation>();
    for (const operation of operations) {
      if ('value' in operation) last.set(nameOf(operation.namespace, operation.key), operation);
    }
    // Reads see the state before the writes of the same batch, and of two writes the last one wins.
    const results = await Promise.all(
      operations.map((operation) => ('value' in operation ? null : this.#read(operation))),
    );
    if (last.size > 0) await this.#putAll(last);
    return results as OperationResults<Op>;
  }

  #read(operation: Exclude<Operation, PutOperation>): Promise<unknown> {
    if ('namespacePrefix' in operation) return this.#search(operation);
    if ('key' in operation) return this.#get(operation);
    return this.#listNamespaces(operation);
  }

  async #get({ namespace, key }: GetOperation): Promise<Item | null> {
    const name = nameOf(namespace, key);
    const [found] = (await this.#versionsOf([name])).get(name) ?? [];
    return found ? itemOf(found) : null;
  }

  /** Newest first. Usually one per name; two processes that put a new key at the same moment can create two, of which the newest counts. */
  async #versionsOf(names: string[]): Promise<Map<string, Memory[]>> {
    const found = new Map<string, Memory[]>();
    const keyTags = await Promise.all(names.map(keyTag));
    for (let from = 0; from < names.length; from += MAX_TAGS) {
      const tags = keyTags.slice(from, from + MAX_TAGS);
      for await (const memory of this.#client.memory.list.items({ ...this.#all, tags, limit: PAGE })) {
        const { namespace, key } = itemOf(memory) ?? {};
        if (!namespace || key === undefined) continue;
        const name = nameOf(namespace, key);
        found.set(name, [...(found.get(name) ?? []), memory]);
      }
    }
    for (const memories of found.values()) memories.sort((a, b) => b.updated_at - a.updated_at);
    return found;
  }

  async #putAll(puts: Map<string, PutOperation>): Promise<void> {
    const names = [...puts.keys()];
    const before = Promise.allSettled(names.map((name) => this.#writing.get(name)));
    const work = before.then(async () => {
      const versions = await this.#versionsOf(names);
      // Sequentially: a search without a query returns them in the order in which they were put.
      for (const [name, operation] of puts) await this.#write(operation, versions.get(name) ?? []);
    });
    for (const name of names) this.#writing.set(name, work);
    try {
      await work;
    } finally {
      for (const name of names) if (this.#writing.get(name) === work) this.#writing.delete(name);
    }
  }

  async #write({ namespace, key, value, index }: PutOperation, [newest, ...others]: Memory[]): Promise<void> {
    for (const { id } of value === null && newest ? [newest, ...others] : others)
      await this.#client.memory.forget({ id }).catch(ignoreNotFound);
    if (value === null) return;
    const text = this.#textOf(value, index);
    const content = text || NO_TEXT;
    const metadata = { namespace, key, value, searched: text !== '' } satisfies Kept;
    const bytes = new TextEncoder().encode(JSON.stringify(metadata)).length;
    if (bytes > MAX_BYTES)
      throw new Error(
        `The value of "${key}" is too large: with its namespace it has ${bytes} bytes as JSON, and the limit is ${MAX_BYTES}`,
      );
    if (newest) {
      // Unchanged text need not be embedded again.
      const changed = content === newest.content ? {} : { content };
      const update = this.#client.memory.update({ id: newest.id, ...changed, metadata });
      // Unless another process deleted it in the meantime: then it is a new item.
      if (await update.catch(ignoreNotFound)) return;
    }
    const tags = await Promise.all([keyTag(nameOf(namespace, key)), ...beginnings(namespace).map(prefixTag)]);
    await this.#client.memory.store({ user_id: this.#all.user_id, content, metadata, tags, dedupe: false });
  }

  #textOf(value: Record<string, unknown>, index: PutOperation['index']): string {
    if (index === false) return '';
    const paths = index ?? this.#fields;
    const texts = new Set(paths.flatMap((path) => (path === WHOLE ? gistOf(value) : textsAt(value, path))));
    return [...[...texts].join('\n').trim()].slice(0, LONGEST_CONTENT).join('');
  }

  async #search({ namespacePrefix, filter, limit = 10, offset = 0, query }: SearchOperation): Promise<SearchItem[]> {
    const wanted = offset + limit;
    if (limit <= 0) return [];
    const scope = {
      ...this.#all,
      ...(namespacePrefix.length ? { tags: [await prefixTag(namespacePrefix)] } : {}),
    };
    const found: SearchItem[] = [];
    const seen = new Set<string>();
    const take = (memory: Memory, score?: number): boolean => {
      const item = itemOf(memory);
      const name = item && nameOf(item.namespace, item.key);
      if (!item || !name || seen.has(name) || (filter && !passes(item.value, filter))) return false;
      seen.add(name);
      found.push({ ...item, score });
      return found.length >= wanted;
    };
    if (query) {
      const { results } = await this.#client.memory.retrieve({
        ...scope,
        q: queryOf(query),
        metadata: { searched: 'true' },
        ranking: 'hybrid',
        limit: MAX_RANKED,
      });
      for (const memory of results) if (take(memory, memory.final_score ?? undefined)) break;
    }
    // Without a query, or if ranking returned too few: in the order in which they were put.
    if (found.length < wanted) {
      const page = filter || query ? PAGE : Math.min(PAGE, wanted);
      for await (const memory of this.#client.memory.list.items({ ...scope, order: 'oldest', limit: page }))
        if (take(memory)) break;
    }
    return found.slice(offset, wanted);
  }

  /** Reads every item of the store. */
  async #listNamespaces({
    matchConditions = [],
    maxDepth,
    limit,
    offset,
  }: ListNamespacesOperation): Promise<string[][]> {
    const names = new Map<string, string[]>();
    for await (const memory of this.#client.memory.list.items({ ...this.#all, limit: PAGE })) {
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
const keyTag = async (name: string) => `lgk:${await shortHash(name)}`;
const prefixTag = async (namespace: string[]) => `lgn:${await shortHash(JSON.stringify(namespace))}`;
const beginnings = (namespace: string[]) => namespace.map((_, i) => namespace.slice(0, i + 1));

function itemOf({ metadata, created_at, updated_at }: Memory): Item | null {
  const { namespace, key, value } = metadata as Partial<Kept>;
  if (!Array.isArray(namespace) || typeof key !== 'string' || !value) return null;
  return { namespace, key, value, createdAt: new Date(created_at), updatedAt: new Date(updated_at) };
}

import { type Memory as Kept, type MemoryRetrieveResponse, Recollect } from '../client/index.js';
import { type NewMemories, storeAsConversation, storeEach } from './mem0/add.js';
import { batchOf, each, MAX_IN_BATCH } from './mem0/batch.js';
import { ENTITIES, type Entity, entitiesOf, ownerOf } from './mem0/entities.js';
import { all, type Filter } from './mem0/filter.js';
import { type Memory, memoryOf } from './mem0/memory.js';
import { type Message, turnsOf } from './mem0/messages.js';
import { filtersByOwnerOnly, includeExpiredOption, NARROWING, narrowed } from './mem0/narrow.js';
import { countOf, metadataOf, objectOf, optionsOf, shareOf, switchOf, textOf, textsOf } from './mem0/options.js';
import { byWeight } from './mem0/order.js';
import { type Page, pageOf } from './mem0/page.js';
import { LONGEST_TAG, type Scope } from './mem0/scope.js';
import { timesOf } from './mem0/time.js';
import type {
  AddOptions,
  FeedbackPayload,
  GetAllOptions,
  MemoryUpdateBody,
  SearchOptions,
  UpdateOptions,
} from './mem0/types.js';
import { type User, usersAmong } from './mem0/users.js';
import { ignoreNotFound } from './not-found.js';
import { queryOf } from './query.js';

export type * from './mem0/types.js';
export type { Entity, Memory, Message, Page, User };

export const Feedback = { POSITIVE: 'POSITIVE', NEGATIVE: 'NEGATIVE', VERY_NEGATIVE: 'VERY_NEGATIVE' } as const;
/** The outcome and confidence that the service records for each judgement. */
const JUDGEMENTS = new Map<unknown, { outcome: 'success' | 'failure'; confidence: number }>([
  [Feedback.POSITIVE, { outcome: 'success', confidence: 1 }],
  [Feedback.NEGATIVE, { outcome: 'failure', confidence: 0.75 }],
  [Feedback.VERY_NEGATIVE, { outcome: 'failure', confidence: 1 }],
]);

/** Page size when a whole list is read. */
const WALKED = 200;
/** Includes what has expired or was superseded. */
const EVERYTHING = { include_expired: true, include_superseded: true };
const MAX_RESULTS = 100;
/** Results beyond those requested, so that what the assistant said can make room for statements of the user. */
const SPARE_RESULTS = 20;
/** Most users whose memories one search covers. */
const MAX_USERS = 50;

/** What lists and searches show: statements and what was stored directly, not the turns of conversations. */
const SHOWN = { kind: 'semantic' } as const;

/**
 * A drop-in replacement for mem0's client. Messages are sent as a conversation: every turn is stored verbatim, and what the user states becomes
 * memories. With `infer: false` each message is stored as a memory; what the assistant said then ranks below what the user said, and its small talk
 * last.
 */
export class MemoryClient {
  readonly #client: Recollect;

  constructor(options: { client: Recollect } | { apiKey: string; host?: string }) {
    if ('client' in options) this.#client = options.client;
    else {
      const { apiKey, host } = optionsOf('new MemoryClient', options, ['apiKey', 'host']);
      const url = host === undefined ? {} : { url: textOf('host', host) };
      this.#client = new Recollect({ key: textOf('apiKey', apiKey), ...url });
    }
  }

  /** Throws unless the service can be reached and accepts the key. */
  async ping(): Promise<void> {
    await this.#client.usage.read();
  }

  /** Takes messages of the user and the assistant, or one text. Returns the resulting memories: small talk and questions yield none. */
  async add(messages: string | Message | Message[], given: AddOptions = {}): Promise<Memory[]> {
    const known = [...ENTITIES, 'infer', 'metadata', 'categories', 'timestamp', 'expirationDate'];
    const options = optionsOf('add', given, known);
    const entities = entitiesOf(options);
    const { metadata: about, ...owner } = ownerOf('add', entities);
    const own = options.metadata === undefined ? {} : metadataOf(options.metadata);
    const tags =
      options.categories === undefined ? {} : { tags: textsOf('categories', options.categories, LONGEST_TAG) };
    const { ttl_seconds, ...from } = timesOf(options);
    const times = { ...from, ...(ttl_seconds ? { ttl_seconds } : {}) };
    const memories: NewMemories = {
      turns: turnsOf(messages),
      owner,
      entities,
      tags,
      times,
      metadata: { ...own, ...about },
    };
    return switchOf('infer', options.infer ?? true)
      ? storeAsConversation(this.#client, memories)
      : storeEach(this.#client, memories);
  }

  async search(query: string, given: SearchOptions = {}): Promise<{ results: Memory[] }> {
    const known = [...NARROWING, 'topK', 'limit', 'threshold', 'rerank', 'keywordSearch'];
    const options = optionsOf('search', given, known);
    const filter = narrowed('search', options);
    const limit = countOf('topK', options.topK ?? options.limit ?? 10, MAX_RESULTS);
    const asked = {
      q: queryOf(textOf('query', query)),
      limit: filtersByOwnerOnly(options) ? Math.min(MAX_RESULTS, limit + SPARE_RESULTS) : MAX_RESULTS,
      ranking:
        options.rerank === false || options.keywordSearch === false ? ('semantic' as const) : ('hybrid' as const),
      ...(options.threshold === undefined ? {} : { min_score: shareOf('threshold', options.threshold) }),
      ...includeExpiredOption(options),
    };
    const found = new Map<string, MemoryRetrieveResponse['results'][number]>();
    for (const scope of filter.scopes) {
      for (const user_id of scope.user_id ? [scope.user_id] : await this.#usersIn(scope)) {
        const { results } = await this.#client.memory.retrieve({ ...scope, ...SHOWN, user_id, ...asked });
        for (const result of results) found.set(result.id, result);
      }
    }
    const ranked = byWeight([...found.values()]).map((kept) => ({ ...memoryOf(kept), score: kept.score ?? 0 }));
    return { results: ranked.filter(filter.test).slice(0, limit) };
  }

  async get(memoryId: string): Promise<Memory> {
    return memoryOf(await this.#client.memory.get({ id: textOf('memoryId', memoryId) }));
  }

  /** One page, as `next` and `previous` say; every memory if no page is given. Newest first. */
  async getAll(given: GetAllOptions = {}): Promise<Page<Memory>> {
    const options = optionsOf('getAll', given, [...NARROWING, 'page', 'pageSize']);
    const found = await this.#matching(narrowed('getAll', options), { ...SHOWN, ...includeExpiredOption(options) });
    return pageOf(found.map(memoryOf), options);
  }

  async update(memoryId: string, change: string | UpdateOptions): Promise<Memory[]> {
    const known = ['text', 'metadata', 'timestamp', 'expirationDate'];
    const options = optionsOf('update', typeof change === 'string' ? { text: change } : change, known);
    if (Object.keys(options).length === 0) throw new Error(`update: give at least one of ${known.join(', ')}`);
    const { text, metadata } = options;
    const updated = await this.#client.memory.update({
      id: textOf('memoryId', memoryId),
      ...(text === undefined ? {} : { content: textOf('text', text) }),
      ...(metadata === undefined ? {} : { metadata: metadataOf(metadata) }),
      ...timesOf(options),
    });
    return [{ ...memoryOf(updated), event: 'UPDATE' }];
  }

  async delete(memoryId: string): Promise<{ message: string }> {
    await this.#client.memory.forget({ id: textOf('memoryId', memoryId) });
    return { message: 'Memory deleted successfully!' };
  }

  /** Deletes everything of a user, an agent, an app or a run; if several are given, what belongs to all of them. */
  async deleteAll(given: Entity): Promise<{ message: string }> {
    const { userId, ...others } = entitiesOf(optionsOf('deleteAll', given, ENTITIES));
    const { agentId } = others;
    const whole =
      userId && userId !== '*' && agentId !== '*' && Object.keys(others).every((name) => name === 'agentId');
    if (whole) await this.#client.memory.forget({ user_id: userId, ...(agentId ? { agent_id: agentId } : {}) });
    else {
      const filter = narrowed('deleteAll', { ...(userId ? { userId } : {}), ...others });
      for (const { id } of await this.#matching(filter, EVERYTHING))
        await this.#client.memory.forget({ id }).catch(ignoreNotFound);
    }
    return { message: 'Memories deleted successfully!' };
  }

  /** Users, agents, apps and runs that have memories. Reads every memory of the key. */
  async users(given: { page?: number; pageSize?: number } = {}): Promise<Page<User>> {
    const options = optionsOf('users', given, ['page', 'pageSize']);
    const memories = await this.#matching(all([]), SHOWN);
    return pageOf(usersAmong(memories.map(memoryOf)), { page: 1, ...options });
  }

  /** Deletes one user, agent, app or run with all their memories; all of them if none is given. */
  async deleteUsers(given: Entity = {}): Promise<{ message: string }> {
    const entities = entitiesOf(optionsOf('deleteUsers', given, ENTITIES));
    const names = Object.keys(entities);
    if (names.length > 1)
      throw new Error(`deleteUsers: give one of ${ENTITIES.join(', ')}, not ${names.join(' and ')}`);
    if (names.length === 1) {
      await this.deleteAll(entities);
      return { message: 'Entity deleted successfully.' };
    }
    for (let deleted = 1; deleted > 0; ) {
      deleted = 0;
      const { names: users } = await this.#client.memory.names({ field: 'user_id', limit: MAX_IN_BATCH });
      for (const user_id of users) deleted += (await this.#client.memory.forget({ user_id })).deleted;
    }
    return { message: 'All users, agents, apps and runs deleted.' };
  }

  /** The older form of `deleteUsers`. */
  async deleteUser(given: string | object): Promise<{ message: string }> {
    const data = typeof given === 'string' ? { entityId: given } : given;
    const { entityId, entityType = 'user' } = optionsOf('deleteUser', data, ['entityId', 'entityType']);
    const name = ENTITIES.find((one) => one === `${entityType}Id`);
    if (!name) throw new Error(`entityType must be user, agent, app or run, not ${JSON.stringify(entityType)}`);
    return this.deleteUsers({ [name]: textOf('entityId', String(entityId ?? '')) });
  }

  async batchUpdate(memories: MemoryUpdateBody[]): Promise<{ message: string }> {
    const changes = batchOf(memories).map((entry, i) => {
      const { memoryId, ...change } = optionsOf('batchUpdate', objectOf(`memories[${i}]`, entry), [
        'memoryId',
        'text',
        'metadata',
        'timestamp',
        'expirationDate',
      ]);
      return { id: textOf(`memories[${i}].memoryId`, memoryId), change };
    });
    await each('batchUpdate', changes, ({ id, change }) => this.update(id, change));
    return { message: `Successfully updated ${changes.length} memories` };
  }

  /** Takes ids, or objects that have a `memoryId`. */
  async batchDelete(memories: (string | { memoryId?: string; memory_id?: string })[]): Promise<{ message: string }> {
    const ids = batchOf(memories).map((entry, i) => {
      const { memoryId } = optionsOf('batchDelete', typeof entry === 'string' ? { memoryId: entry } : entry, [
        'memoryId',
      ]);
      return { id: textOf(`memories[${i}]`, memoryId) };
    });
    await each('batchDelete', ids, ({ id }) => this.delete(id));
    return { message: `Successfully deleted ${ids.length} memories` };
  }

  /** Counts as the outcome of acting on the memory; the judgement and its reason are stored in the metadata. */
  async feedback(given: FeedbackPayload): Promise<{ message: string }> {
    const { memoryId, feedback, feedbackReason } = optionsOf('feedback', given, [
      'memoryId',
      'feedback',
      'feedbackReason',
    ]);
    const memory_id = textOf('memoryId', memoryId);
    const judgement = JUDGEMENTS.get(feedback);
    if (!judgement)
      throw new Error(
        `feedback must be one of ${Object.keys(Feedback).join(', ')}, not ${JSON.stringify(feedback ?? null)}`,
      );
    const reason = feedbackReason === undefined ? {} : { feedback_reason: textOf('feedbackReason', feedbackReason) };
    await this.#client.memory.feedback({ memory_id, ...judgement });
    await this.#client.memory.update({ id: memory_id, metadata: { feedback, ...reason } });
    return { message: 'Feedback submitted successfully' };
  }

  /** Oldest first: the text before and after each change. */
  async history(memoryId: string) {
    const versions: { version: number; record: Kept }[] = [];
    for await (const version of this.#client.memory.history.items({ id: memoryId, limit: WALKED }))
      versions.push(version);
    const ordered = versions.sort((a, b) => a.version - b.version);
    return ordered.map(({ version, record }, i) => ({
      id: `${memoryId}:${version}`,
      memoryId,
      oldMemory: ordered[i - 1]?.record.content ?? null,
      newMemory: record.content,
      userId: memoryOf(record).userId,
      event: i === 0 ? 'ADD' : 'UPDATE',
      createdAt: new Date(record.created_at),
      updatedAt: new Date(record.updated_at),
    }));
  }

  /** Every memory that passes a filter, newest first. */
  async #matching(
    { scopes, test }: Filter,
    more: { kind?: 'semantic'; include_expired?: boolean; include_superseded?: boolean },
  ): Promise<Kept[]> {
    const found = new Map<string, Kept>();
    for (const scope of scopes) {
      for await (const kept of this.#client.memory.list.items({ ...scope, ...more, limit: WALKED }))
        if (test(memoryOf(kept))) found.set(kept.id, kept);
    }
    return [...found.values()].sort((a, b) => b.created_at - a.created_at || (a.id < b.id ? 1 : -1));
  }

  /** A search covers the memories of one user at a time. */
  async #usersIn(scope: Scope): Promise<string[]> {
    const users = new Set<string>();
    for await (const { user_id } of this.#client.memory.list.items({ ...scope, ...SHOWN, limit: WALKED })) {
      users.add(user_id);
      if (users.size > MAX_USERS)
        throw new Error(
          `search: the filters match memories of more than ${MAX_USERS} users: name one, or several with user_id: {in: […]}`,
        );
    }
    return [...users];
  }
}
export default MemoryClient;

import type { z } from 'zod';
import { operations } from '../../src/catalog.js';
import { pathFields } from '../../src/edge/reference/openapi/described.js';
import type { AnyOperation } from '../../src/features/request.js';
import { SHARED_TEXT } from './furnish.js';
import type { Knowledge, Page } from './knowledge.js';
import type { Asked } from './line.js';
import type { Child, Ground, Scope } from './scopes.js';

/** One call of the campaign, and what its response may contain. */
export interface Call {
  operation: AnyOperation;
  asked: Asked;
  /** Index of the calling tenant; −1 is the destroyer, −2 the observer. */
  tenant: number;
  /** Set if the call is about one user or one agent: others of the same key must not appear in the response. */
  user: string | undefined;
  agent: string | undefined;
  /** It names an id or a cursor of another key: the service must treat it as one that does not exist. */
  foreign: 'id' | 'cursor' | null;
  /** The caller is a child key: the response may contain nothing about other users, whatever the request. */
  child?: Child;
}

/** Keys and the choice of the model are up to the operator; a stream never ends. */
const LEFT_OUT = /^(keys|model|events\.stream)/;
export const CALLED = operations.filter(({ id, scope }) => scope !== 'none' && !LEFT_OUT.test(id) && id !== 'mcp');
/** Reads without an id, where a missing condition shows. */
const LISTS = CALLED.filter(({ method, path }) => method === 'GET' && !path.includes('{'));
/** What they delete or move would be missing later. They are called with other keys' ids, and by the destroyer. */
const DESTRUCTIVE =
  /forget|expired|clear|compress|transfer|unlink|resolve|erase|undo|import|unsubscribe|events\.(change|rotate)/;
/** What tenants search for. */
export const SHARED_WORDS = ['the office opens', 'the word of the vault', 'where does my sister live', 'open the gate'];

const POOLS: Readonly<Record<string, string>> = {
  episode_id: 'ep',
  memory_id: 'mem',
  compressed_memory_id: 'mem',
};
const POOL_OF_PATH: Readonly<Record<string, string>> = {
  '/episodes': 'ep',
  '/procedures': 'proc',
  '/link': 'lnk',
  '/conflicts': 'cnf',
  '/agents': 'agt',
  '/subscriptions': 'sub',
};
const poolOf = (operation: AnyOperation, field: string) => {
  if (field in POOLS) return POOLS[field];
  if (field !== 'id' || operation.path.startsWith('/users')) return undefined;
  return Object.entries(POOL_OF_PATH).find(([part]) => operation.path.includes(part))?.[1] ?? 'mem';
};

export class CallMaker {
  constructor(
    readonly ground: Ground,
    readonly known: Knowledge,
    readonly random: () => number,
  ) {}

  #pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.random() * list.length)] as T;
  }
  #chance = (probability: number) => this.random() < probability;

  next(): Call {
    const operation = this.#pick(this.#chance(0.3) ? LISTS : CALLED);
    if (this.#chance(0.25)) return this.#byChild(operation, this.#pick(this.ground.children));
    const isDestructive = DESTRUCTIVE.test(operation.id);
    const tenant = isDestructive
      ? this.#pick([-1, -1, this.#tenant()])
      : this.#pick([this.#tenant(), this.#tenant(), this.#tenant(), -1, -2]);
    return this.of(operation, tenant);
  }

  /** A call that its parent might make, made by a child key. It destroys nothing: if the call would be legitimate, another one is made. */
  #byChild(operation: AnyOperation, child: Child): Call {
    const call = this.of(operation, child.key);
    if (call.tenant !== child.key || call.child) return call; // another one was made instead
    const { user, agent, secret } = child;
    const { query = {}, path } = call.asked;
    const body = (call.asked.body ?? {}) as Record<string, unknown>;
    const named = [...Object.values({ ...query, ...body }), ...path.split('/').map(decodeURIComponent)];
    const namesOtherUser = named.some((value) => {
      const owner = typeof value === 'string' ? this.known.userOf(value) : undefined;
      return owner !== undefined && owner !== user;
    });
    const { user_id = user, agent_id = agent } = { ...query, ...body } as { user_id?: string; agent_id?: string };
    const isForeign = namesOtherUser || user_id !== user || (agent !== undefined && agent_id !== agent);
    if (call.foreign !== 'cursor' && DESTRUCTIVE.test(operation.id) && !isForeign && call.foreign === null)
      return this.next();
    const foreign = call.foreign ?? (isForeign ? 'id' : null);
    return { ...call, user, agent, foreign, child, asked: { ...call.asked, secret } };
  }

  #tenant = () => Math.floor(this.random() * this.ground.shape.keys);

  of(operation: AnyOperation, tenant: number): Call {
    const isWriting = operation.method !== 'GET';
    // The observer only reads.
    const caller = tenant === -2 && isWriting ? -1 : tenant;
    const other = this.#pick(this.ground.tenants.map((_, i) => i).filter((i) => i !== caller));
    // A tenant with data destroys nothing of its own: it may only name the ids of others.
    const mustBeForeign = caller >= 0 && DESTRUCTIVE.test(operation.id);
    const idsOf = mustBeForeign || caller < 0 || this.#chance(0.35) ? other : caller;
    const scope = this.#pick(this.ground.scopes.filter((one) => one.key === (caller >= 0 ? caller : other)));
    const pages = this.known.pages(idsOf, operation.id);
    if (pages.length > 0 && this.#chance(0.3)) return this.#nextPage(operation, this.#pick(pages), caller, idsOf);
    const input = this.#input(operation, scope, idsOf, caller);
    const isForeign = Object.values(input).some((value) => {
      const owner = typeof value === 'string' ? this.known.ownerOf(value) : undefined;
      return owner !== undefined && owner !== caller;
    });
    if (mustBeForeign && !isForeign) return this.next();
    const names = input as { user_id?: string; agent_id?: string; id?: string };
    const isNamed = operation.path.startsWith('/agents/{id}') && names.id === scope.agent;
    const agent = isNamed ? scope.agent : names.agent_id;
    const user = operation.path.startsWith('/users') ? names.id : names.user_id;
    const asked = this.#asked(operation, input, caller);
    return { operation, asked, tenant: caller, user, agent, foreign: isForeign ? 'id' : null };
  }

  /** The next page of an earlier list: the caller's own, or another tenant's. */
  #nextPage(operation: AnyOperation, page: Page, caller: number, idsOf: number): Call {
    const { path, query, cursor } = page;
    const secret = this.#secretOf(caller);
    const { user_id: user, agent_id: agent } = query as { user_id?: string; agent_id?: string };
    const asked = { method: operation.method, path, secret, query: { ...query, cursor } };
    return { operation, asked, tenant: caller, user, agent, foreign: idsOf === caller ? null : 'cursor' };
  }

  #input(operation: AnyOperation, scope: Scope, idsOf: number, caller: number): Record<string, unknown> {
    const input: Record<string, unknown> = {};
    const example = (operation.example ?? {}) as Record<string, unknown>;
    const required = new Set(
      Object.entries((operation.input as z.ZodObject).shape)
        .filter(([, field]) => field._zod.optin !== 'optional')
        .map(([name]) => name),
    );
    for (const name of Object.keys((operation.input as z.ZodObject).shape)) {
      const isNeeded = required.has(name) || operation.path.includes(`{${name}}`);
      const value = this.#value(operation, name, scope, idsOf, caller, example);
      // What is stored is marked with the canary of its scope, so it must go there.
      const isOwner = operation.method === 'POST' && (name === 'user_id' || name === 'agent_id');
      if (value !== undefined && (isNeeded || isOwner || this.#chance(wanted(name)))) input[name] = value;
    }
    if (operation.id === 'memory.batch')
      input.memories = [this.#newMemory(scope), { ...this.#newMemory(scope), content: SHARED_TEXT }];
    if (operation.id === 'graph.link')
      for (const end of ['from', 'to'])
        input[end] = this.#pick(this.known.ids(this.#chance(0.5) ? idsOf : Math.max(caller, 0), 'mem'));
    return input;
  }

  #value(
    operation: AnyOperation,
    name: string,
    scope: Scope,
    idsOf: number,
    caller: number,
    example: Record<string, unknown>,
  ): unknown {
    const pool = poolOf(operation, name);
    if (pool) {
      if (pool === 'agt' && this.#chance(0.7)) return scope.agent;
      const ids = this.known.ids(idsOf, pool);
      return ids.length ? this.#pick(ids) : `${pool}_${'0'.repeat(26)}`;
    }
    switch (name) {
      case 'id': // of the operations on users
        return scope.user;
      case 'url':
        return 'http://127.0.0.1:9/hook'; // nothing listens there
      case 'description':
        return `About ${this.#mark(operation, scope, caller)}`;
      case 'user_id':
        return operation.method === 'GET' && this.#chance(0.3) ? 'nobody at all' : scope.user;
      case 'agent_id':
      case 'from_agent':
        return scope.agent;
      case 'to_agent':
        return 'four';
      case 'session_id':
        return `session ${scope.user} ${scope.agent}`;
      case 'cursor':
        return undefined;
      case 'q':
      case 'topic':
      case 'context':
        return this.#pick(SHARED_WORDS);
      case 'content':
        return this.#chance(0.3)
          ? SHARED_TEXT
          : `${this.#mark(operation, scope, caller)} was seen at ${Math.floor(this.random() * 1e6)}.`;
      case 'limit':
        return this.#pick([1, 2, 20]);
      case 'tags':
      case 'tags_all':
        return operation.method === 'GET'
          ? 'shared'
          : operation.method === 'PATCH'
            ? undefined
            : ['shared', this.#mark(operation, scope, caller)];
      case 'metadata':
        return operation.method === 'POST' ? { word: this.#mark(operation, scope, caller) } : undefined;
      default:
        return example[name];
    }
  }

  /** The canary of the scope that the call stores into, if any: a change or an event goes where its id points. */
  #mark(operation: AnyOperation, scope: Scope, caller: number): string {
    const { shape } = operation.input as z.ZodObject;
    return scope.key === caller && 'user_id' in shape && 'agent_id' in shape ? scope.canary : 'nothing';
  }

  #newMemory = (scope: Scope) => ({
    user_id: scope.user,
    agent_id: scope.agent,
    content: `Batch note ${Math.floor(this.random() * 1e6)} of the day.`,
  });

  #secretOf(caller: number): string {
    const { destroyer, observer, tenants } = this.ground;
    return (caller === -1 ? destroyer : caller === -2 ? observer : tenants[caller])?.secret ?? '';
  }

  #asked(operation: AnyOperation, input: Record<string, unknown>, caller: number): Asked {
    const rest = { ...input };
    let path = operation.path;
    for (const field of pathFields(path)) {
      path = path.replace(`{${field}}`, encodeURIComponent(String(rest[field])));
      delete rest[field];
    }
    const secret = this.#secretOf(caller);
    const hasBody = operation.method === 'POST' || operation.method === 'PATCH';
    // The same token under different keys: a response to one key must not be replayed to another.
    const headers: Record<string, string> =
      operation.method === 'POST' && this.#chance(0.1)
        ? { 'idempotency-key': `shared ${Math.floor(this.random() * 20)}` }
        : {};
    return { method: operation.method, path, secret, headers, ...(hasBody ? { body: rest } : { query: rest }) };
  }
}

/** The probability that an optional field is given. */
const wanted = (name: string) => (name === 'user_id' || name === 'agent_id' ? 0.6 : name === 'limit' ? 0.7 : 0.2);

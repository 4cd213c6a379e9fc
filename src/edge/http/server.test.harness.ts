import { connect, type Socket } from 'node:net';
import { after } from 'node:test';
import { z } from 'zod';
import type { Caller } from '../../features/keys/caller.js';
import { type AnyOperation, defineOperation } from '../../features/request.js';
import { systemClock } from '../../kernel/clock.js';
import { RecollectError } from '../../kernel/errors.js';
import { metadata, pageLimit, tags, text, time, userId } from '../../kernel/fields.js';
import { type IdSource, randomIds } from '../../kernel/ids.js';
import { Answer } from '../../kernel/operation.js';
import type { Rendered, RepeatableRequest } from '../idempotency.js';
import { Pipeline, type PipelineParts } from '../pipeline.js';
import { RateLimiter } from '../rate-limiter.js';
import { HttpServer, type HttpServerOptions } from './server.js';

const output = z.any();
const base = { group: 'Test', summary: 'Test', output };

/** Opened by the test: what `GET /slow` waits for. */
export class Gate {
  open = () => {};
  entered = () => {};
  readonly opened = new Promise<void>((resolve) => {
    this.open = resolve;
  });
  readonly reached = new Promise<void>((resolve) => {
    this.entered = resolve;
  });
}

const catalogue = (gate: Gate): AnyOperation[] => [
  defineOperation({
    ...{ ...base, id: 'thing.store', method: 'POST', path: '/things', scope: 'write', success: 201 },
    input: z.object({
      user_id: userId,
      content: text(1, 100_000),
      kind: z.enum(['red', 'green']).default('red'),
      importance: z.number().min(0).max(10).optional(),
      tags: tags.optional(),
      metadata: metadata.optional(),
    }),
    async handler(request, input) {
      request.countTokens(3);
      const thing = { ...input, id: request.ids.next('mem_'), key: request.db.keyId };
      return input.content === 'again' ? new Answer(200, thing) : thing;
    },
  }),
  defineOperation({
    ...{ ...base, id: 'thing.list', method: 'GET', path: '/things', scope: 'read' },
    input: z.object({
      q: text(1, 50).optional(),
      limit: pageLimit(10, 100),
      min_score: z.number().optional(),
      deep: z.boolean().default(false),
      tags: tags.optional(),
      since: time.optional(),
      metadata: metadata.optional(),
    }),
    handler: async (_request, input) => ({ input }),
  }),
  defineOperation({
    ...{ ...base, id: 'thing.get', method: 'GET', path: '/things/{id}', scope: 'read' },
    input: z.object({ id: text(1, 256) }),
    async handler(_request, { id }) {
      if (id === 'none') throw new RecollectError('not_found', 'There is no such thing.');
      return { id };
    },
  }),
  defineOperation({
    ...{ ...base, id: 'thing.change', method: 'PATCH', path: '/things/{id}', scope: 'write' },
    input: z.object({ id: text(1, 256), content: text(1, 10).optional() }),
    handler: async (_request, input) => input,
  }),
  defineOperation({
    ...{ ...base, id: 'thing.only', method: 'POST', path: '/things/only-post', scope: 'write', bodyLimit: 64 },
    input: z.object({ a: z.string() }),
    handler: async (_request, input) => input,
  }),
  defineOperation({
    ...{ ...base, id: 'fault', method: 'POST', path: '/fault', scope: 'key' },
    input: z.object({ how: z.enum(['throw', 'unavailable']).default('throw') }),
    async handler(_request, { how }) {
      if (how === 'throw') throw new Error('near "selec": syntax error in SELECT secret FROM keys');
      throw new RecollectError('unavailable', 'The store is away.', { retryAfter: 2 });
    },
  }),
  defineOperation({
    ...{ ...base, id: 'mint', method: 'POST', path: '/mint', scope: 'issuer', success: 201 },
    input: z.object({}),
    handler: async (request) => ({ caller: request.caller.kind }),
  }),
  defineOperation({
    ...{ ...base, id: 'slow', method: 'GET', path: '/slow', scope: 'none' },
    input: z.object({}),
    async handler(request) {
      gate.entered();
      await gate.opened;
      return { done: true, caller: request.caller };
    },
  }),
];

const KEYS: Record<string, Caller> = {};
for (const [name, scopes] of Object.entries({ rw: ['read', 'write'], ro: ['read'], wo: ['write'] } as const)) {
  KEYS[name] = { kind: 'key', keyId: name, name, tier: 'free', scopes, address: '' };
}
KEYS.admin = { kind: 'admin', address: '' };
KEYS.issuer = { kind: 'issuer', issuerId: 'issuer_1', address: '' };

/** Keys that are words, usage that is a list, replays that are a map: nothing but the edge is under test. */
export function fakeParts(perMinute = 0) {
  const counted: { route: string; status: number; tokens: number; keyId: string; latencyMs: number }[] = [];
  const kept = new Map<string, Rendered>();
  const ids = randomIds(() => Date.now());
  const logged: { level: string; fields: Record<string, unknown>; message: string }[] = [];
  const to = (level: string) => (fields: object, message: string) =>
    void logged.push({ level, fields: fields as Record<string, unknown>, message });
  const log = { debug: to('debug'), info: to('info'), warn: to('warn'), error: to('error') };
  const keys = {
    async authenticate(authorization: string | undefined, address: string): Promise<Caller> {
      const caller = KEYS[/^Bearer (\w+)$/.exec(authorization ?? '')?.[1] ?? ''];
      if (authorization === 'Bearer revoked') throw new RecollectError('key_revoked', 'This key is revoked.');
      if (!caller) throw new RecollectError(authorization ? 'invalid_key' : 'missing_key', 'Send a key.');
      return { ...caller, address };
    },
  };
  const idempotency = {
    async run({ keyId, token, operation, bodyHash }: RepeatableRequest, work: (ids: IdSource) => Promise<Rendered>) {
      const name = JSON.stringify([keyId, token, operation, bodyHash]);
      const before = kept.get(name);
      if (before) return { ...before, replayed: true };
      const { status, body } = await work(ids);
      kept.set(name, { status, body });
      return { status, body, replayed: false };
    },
  };
  const database = { tenant: (keyId: string) => ({ keyId, run: () => Promise.reject(new Error('no database here')) }) };
  const limiter = new RateLimiter({ clock: systemClock, perMinute });
  const usage = { count: (one: (typeof counted)[number]) => void counted.push(one) };
  const parts = { clock: systemClock, log, keys, usage, database, limiter, idempotency, baseUrl: () => '' };
  return { parts: parts as unknown as PipelineParts, counted, logged, log };
}

export async function startServer(options: Partial<HttpServerOptions> & { perMinute?: number } = {}) {
  const { perMinute, ...rest } = options;
  const gate = new Gate();
  const fakes = fakeParts(perMinute);
  const pipeline = new Pipeline(fakes.parts);
  const server = new HttpServer({ operations: catalogue(gate), pipeline, log: fakes.log, ...rest });
  const { port } = await server.listen('127.0.0.1', 0);
  after(() => server.stop(0));
  const url = `http://127.0.0.1:${port}`;
  const call = async (method: string, path: string, init: Call = {}) => {
    const { key, json, ...given } = init;
    const headers = { ...(key ? { authorization: `Bearer ${key}` } : {}), ...given.headers };
    const body = json === undefined ? given.body : JSON.stringify(json);
    const response = await fetch(url + path, { method, ...given, headers, ...(body === undefined ? {} : { body }) });
    const answer = await response.text();
    return { status: response.status, headers: response.headers, body: answer ? JSON.parse(answer) : undefined };
  };
  return { ...fakes, server, gate, port, url, call };
}

interface Call extends Omit<RequestInit, 'headers'> {
  key?: string;
  json?: unknown;
  headers?: Record<string, string>;
}

/** A client that says what it likes. */
export class RawClient {
  readonly socket: Socket;
  readonly closed: Promise<string>;
  text = '';

  constructor(port: number, allowHalfOpen = false) {
    this.socket = connect({ port, host: '127.0.0.1', allowHalfOpen });
    this.socket.on('data', (chunk) => {
      this.text += chunk;
    });
    this.socket.on('error', () => {});
    this.closed = new Promise((resolve) => this.socket.once('close', () => resolve(this.text)));
    if (allowHalfOpen) this.socket.once('end', () => this.socket.end());
  }

  send(text: string): this {
    this.socket.write(text);
    return this;
  }

  async until(wanted: string): Promise<string> {
    while (!this.text.includes(wanted)) {
      await new Promise<void>((resolve, reject) => {
        this.socket.once('data', () => resolve());
        this.socket.once('close', () => reject(new Error(`closed before ${wanted}: ${this.text}`)));
      });
    }
    return this.text;
  }
}

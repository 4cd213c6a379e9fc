import type { Caller } from '../features/keys/caller.js';
import type { Sessions } from '../features/keys/sessions.js';
import type { AnyOperation, Parts } from '../features/request.js';
import type { RecollectError } from '../kernel/errors.js';
import { type IdSource, randomIds } from '../kernel/ids.js';
import { isStrict, routeOf, StatusResponse, StreamResponse } from '../kernel/operation.js';
import { withoutNulls } from '../kernel/schema.js';
import { invalidInput, refuseUnknown } from '../kernel/validation.js';
import type { Database, Leaving, TenantDatabase } from '../storage/database.js';
import { withStorageLimit } from '../storage/storage-limit.js';
import { auditedSubjects, auditedUser, hasUnnamedUser, isAuditedFirst } from './audited.js';
import { boundInput, boundProblem, ownRecords, userOfInput } from './bound.js';
import { type CallFactory, createCallFactory } from './call.js';
import { statusOf, tooMany } from './call-checks.js';
import type { Idempotency } from './idempotency/idempotency.js';
import { once, type Work } from './idempotency/once.js';
import { type RateLimits, headers as rateHeaders } from './limits/rate-limit.js';
import { dataProblem, scopeProblem, tenantOf } from './scope.js';

export interface Calls {
  /** Calls in flight. A streamed response no longer counts. */
  inFlight: number;
  /** Since the start. */
  begun: number;
}

export interface PipelineParts extends Parts {
  readonly database: Database;
  readonly limiter: RateLimits;
  readonly idempotency: Idempotency;
  /** Counts the calls: the service's own background work yields to them. */
  readonly calls?: Calls;
  /** Sessions of signed-in browsers. Without them only `Authorization` counts. */
  readonly sessions?: Pick<Sessions, 'authenticate'>;
}

/** What a transport knows about a call before it reads the input. */
export interface Arrival extends Leaving {
  authorization: string | undefined;
  /** A session token, used instead of `authorization`. */
  session?: string | undefined;
  address: string;
  requestId: string;
}

/** A caller who may call the operation now. */
export interface Admitted {
  readonly caller: Caller;
  readonly requestId: string;
  /** The credential, however it was sent. */
  readonly authorization: string | undefined;
  /** Its signal fires if the caller disconnects before it has its response. */
  readonly leaving: Leaving;
  /** Rate-limit headers: from here on every response carries them, errors included. */
  readonly headers: Record<string, string>;
  /** On the monotonic clock, to measure the latency. */
  readonly startedAt: number;
}

export interface Performed {
  status: number;
  /** A `StreamResponse` is sent by the transport, which then reports the outcome to `ended`. */
  body: unknown;
  headers: Record<string, string>;
  /** Only for a streamed response: the call is counted when the stream is over. */
  ended?: (error?: unknown) => void;
}

/** What is counted for a call besides its status and latency. */
export interface Used {
  tokens: number;
  /** The agent that the input names. */
  agentId?: string;
  /** The key whose data it is about. */
  keyId?: string;
  /** The user that the input names. */
  userId?: string | null;
  /** Ids of the memories that were returned. */
  handedOut?: readonly string[];
  /** The subjects of the audit entry, if the call has an entry of its own. */
  subjects?: readonly string[];
}

/** nginx's status for a client that disconnected before its response. */
const CLIENT_GONE = 499;
const REPLAYED = { 'Idempotent-Replayed': 'true' };

/** Callers without a key own no data: a handler that accesses some is a bug. */
const NO_DATA: TenantDatabase = {
  keyId: '',
  run: () => Promise.reject(new Error('This operation has no key and therefore no data')),
};

/**
 * Every call goes through here, whatever its transport. There are two steps, because HTTP must refuse a caller before it reads the body:
 * `admit` (401 → 403 → 429), then `perform` (400 → the handler). Every authenticated call is counted once, failed calls included.
 */
export class Pipeline {
  readonly #shared: Parts;
  readonly #database: Database;
  readonly #limiter: RateLimits;
  readonly #idempotency: Idempotency;
  readonly #sessions: PipelineParts['sessions'];
  readonly #ids: IdSource;
  readonly #newCall: CallFactory;
  readonly #calls: Calls;

  constructor(parts: PipelineParts) {
    const { database, limiter, idempotency, sessions, calls = { inFlight: 0, begun: 0 }, ...shared } = parts; // handlers get only what `Parts` names
    this.#shared = shared;
    this.#database = database;
    this.#limiter = limiter;
    this.#idempotency = idempotency;
    this.#sessions = sessions;
    this.#calls = calls;
    this.#ids = randomIds(() => parts.clock.now());
    this.#newCall = createCallFactory(shared);
  }

  /** Why this caller may not call the operation at all, or null. */
  problem(operation: AnyOperation, caller: Caller): RecollectError | null {
    return scopeProblem(operation.scope, caller) ?? dataProblem(operation, caller) ?? boundProblem(operation, caller);
  }

  async admit(operation: AnyOperation, arrival: Arrival): Promise<Admitted> {
    const startedAt = performance.now();
    const { address, requestId } = arrival;
    const authorization = arrival.authorization ?? arrival.session;
    if (operation.scope === 'none') {
      return {
        caller: { kind: 'anonymous', address },
        requestId,
        authorization,
        leaving: arrival,
        headers: {},
        startedAt,
      };
    }
    const caller = await this.#callerOf(arrival).catch((error: unknown) => {
      this.#note(operation, { caller: { kind: 'anonymous', address }, requestId }, statusOf(error), { tokens: 0 });
      throw error;
    });
    // Taken before the scope is checked, so that refused calls count against the limit and carry its headers.
    const rate = caller.kind === 'key' ? await this.#limiter.take(caller.keyId, caller.tier) : null;
    const headers = rate ? rateHeaders(rate) : {};
    const admitted = { caller, requestId, authorization, leaving: arrival, headers, startedAt };
    const refusal =
      this.problem(operation, caller) ?? (rate && !rate.allowed ? tooMany(rate.limit, rate.retryAfter) : null);
    if (refusal) {
      this.#count(operation, admitted, refusal.status);
      Object.assign(refusal.headers, headers);
      throw refusal;
    }
    return admitted;
  }

  #callerOf({ authorization, session, address }: Arrival): Promise<Caller> {
    return session !== undefined && this.#sessions
      ? this.#sessions.authenticate(session, address)
      : this.#shared.keys.authenticate(authorization, address);
  }

  /** Admits a further operation of an admitted call. It counts against the rate limit and the usage like a separate call. */
  async again(operation: AnyOperation, admitted: Admitted): Promise<void> {
    const { caller } = admitted;
    if (caller.kind !== 'key') return;
    const rate = await this.#limiter.take(caller.keyId, caller.tier);
    const refusal = rate && !rate.allowed ? tooMany(rate.limit, rate.retryAfter) : null;
    this.#count(operation, admitted, refusal?.status ?? 200);
    if (refusal) throw refusal;
  }

  /** Counts an admitted call whose input could not be read. */
  abandon(operation: AnyOperation, admitted: Admitted, error: unknown): void {
    this.#count(operation, admitted, statusOf(error));
  }

  /** Runs an operation inside an admitted call of another one (an MCP tool). Its scope and input are checked; only the outer call is counted. */
  async within(operation: AnyOperation, admitted: Admitted, rawInput: unknown, used: Used): Promise<unknown> {
    const refusal = this.problem(operation, admitted.caller);
    if (refusal) throw refusal;
    this.#calls.inFlight++;
    this.#calls.begun++;
    const own: Used = { tokens: 0 };
    try {
      const input = boundInput(operation, admitted.caller, rawInput);
      const { status, body } = await this.#handled(operation, admitted, input, own)(this.#ids);
      this.#note(operation, admitted, status, own, 'mcp');
      await this.#audited(operation);
      return body;
    } catch (error) {
      this.#note(operation, admitted, statusOf(error), own, 'mcp');
      throw error;
    } finally {
      this.#calls.inFlight--;
      used.tokens += own.tokens;
      if (own.agentId !== undefined) used.agentId = own.agentId;
    }
  }

  /** Counts a call that a transport responded to itself. */
  responded(operation: AnyOperation, admitted: Admitted, status: number, used: Used): void {
    this.#count(operation, admitted, status, used);
  }

  /** Validates the input and returns the handler's work. */
  #handled(operation: AnyOperation, admitted: Admitted, rawInput: unknown, used: Used): Work {
    const given = withoutNulls(operation.input, rawInput);
    if (isStrict(operation)) refuseUnknown(operation.input, given);
    const parsed = operation.input.safeParse(given);
    if (!parsed.success) throw invalidInput(operation.input, parsed.error.issues, given);
    if (typeof parsed.data.agent_id === 'string') used.agentId = parsed.data.agent_id;
    used.userId = auditedUser(operation, parsed.data);
    const { requestId, caller, leaving } = admitted;
    const keyId = tenantOf(operation, caller, parsed.data);
    if (keyId !== null) used.keyId = keyId;
    return async (ids) => {
      const db = this.#dataOf(operation, caller, keyId, leaving);
      const input = await ownRecords(operation, caller, db, parsed.data);
      // Before the handler, which may delete the records.
      if (caller.kind === 'key' && hasUnnamedUser(operation) && this.#shared.audit.records(caller))
        used.userId ??= await userOfInput(operation, caller, db, input);
      const result = await operation.handler(this.#newCall(requestId, caller, db, ids, used, leaving), input);
      const rendered = result instanceof StatusResponse ? result : { status: operation.success ?? 200, body: result };
      used.subjects = auditedSubjects(operation, input, rendered.body, used.handedOut);
      used.userId ??= auditedUser(operation, rendered.body);
      return rendered;
    };
  }

  #dataOf(operation: AnyOperation, caller: Caller, keyId: string | null, leaving: Leaving): TenantDatabase {
    if (keyId === null) return NO_DATA;
    const db = this.#database.tenant(keyId, leaving);
    if (caller.kind !== 'key') return db;
    const limit = operation.scope === 'write' && !operation.whenFull ? this.#shared.storageLimit(caller.tier) : null;
    return limit === null ? db : withStorageLimit(db, limit);
  }

  async perform(
    operation: AnyOperation,
    admitted: Admitted,
    rawInput: unknown,
    options: { idempotencyKey?: string | undefined; bodyHash?: string | undefined } = {},
  ): Promise<Performed> {
    const used: Used = { tokens: 0 };
    this.#calls.inFlight++;
    this.#calls.begun++;
    try {
      const input = boundInput(operation, admitted.caller, rawInput);
      const work = this.#handled(operation, admitted, input, used);
      const token = operation.method === 'POST' ? options.idempotencyKey : undefined;
      if (token === undefined) {
        const { status, body } = await work(this.#ids);
        if (body instanceof StreamResponse) return this.#streamed(operation, admitted, status, body, used);
        this.#count(operation, admitted, status, used);
        await this.#audited(operation);
        return { status, body, headers: admitted.headers };
      }
      const { status, body, replayed } = await once(
        this.#idempotency,
        operation,
        admitted,
        token,
        input,
        work,
        options.bodyHash,
      );
      this.#count(operation, admitted, status, used);
      await this.#audited(operation);
      return { status, body, headers: replayed ? { ...admitted.headers, ...REPLAYED } : admitted.headers };
    } catch (error) {
      const status = statusOf(error);
      // Work that was given up because the caller disconnected is no failure of the service.
      this.#count(operation, admitted, status === 503 && admitted.leaving.signal?.aborted ? CLIENT_GONE : status, used);
      throw error;
    } finally {
      this.#calls.inFlight--;
    }
  }

  #streamed(operation: AnyOperation, admitted: Admitted, status: number, body: StreamResponse, used: Used): Performed {
    const all = { ...admitted.headers, ...body.headers };
    if (body.endless) {
      this.#count(operation, admitted, status, used);
      return { status, body, headers: all };
    }
    const ended = (error?: unknown) =>
      this.#count(operation, admitted, error === undefined ? status : statusOf(error), used);
    return { status, body, headers: all, ended };
  }

  #count(operation: AnyOperation, admitted: Admitted, status: number, used: Used = { tokens: 0 }): void {
    const { caller, startedAt } = admitted;
    this.#note(operation, admitted, status, used);
    if (caller.kind !== 'key') return;
    const latencyMs = performance.now() - startedAt;
    const { tokens, agentId } = used;
    const agent = agentId === undefined ? {} : { agentId };
    this.#shared.usage.count({ keyId: caller.keyId, route: routeOf(operation), status, latencyMs, tokens, ...agent });
  }

  #note(
    operation: AnyOperation,
    { caller, requestId }: Pick<Admitted, 'caller' | 'requestId'>,
    status: number,
    { keyId, userId, subjects }: Used,
    transport?: 'mcp',
  ): void {
    if (operation.scope === 'none' && operation.method === 'GET') return;
    const inSession =
      caller.kind === 'key' ? caller.session !== undefined : caller.kind === 'admin' && caller.inSession;
    const via = transport ?? (inSession ? 'console' : 'http');
    const single = subjects !== undefined && status < 400;
    this.#shared.audit.note({ caller, action: operation.id, status, via, requestId, single, keyId, userId, subjects });
  }

  /**
   * Changes to keys and whole users are in the audit log before the response is sent. While the database is unavailable, they stay buffered
   * there.
   */
  async #audited(operation: AnyOperation): Promise<void> {
    if (isAuditedFirst(operation)) await this.#shared.audit.flush().catch(() => {});
  }
}

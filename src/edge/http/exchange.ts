import { setMaxListeners } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Compute } from '../../compute/compute.js';
import type { Caller } from '../../features/keys/caller.js';
import { RecollectError, stopping } from '../../kernel/errors.js';
import type { IdSource } from '../../kernel/ids.js';
import type { Log } from '../../kernel/log.js';
import type { Lines, StreamResponse } from '../../kernel/operation.js';
import { inside, type Span } from '../../kernel/trace.js';
import type { BulkTurns } from '../../kernel/turns/bulk-turns.js';
import { type Admissions, isRefusal, type Place } from './admission/admission.js';
import type { Arriving, Share } from './admission/arriving.js';
import { type BodyMemory, COUNTED_ABOVE } from './admission/body-memory.js';
import type { Flows } from './admission/flows.js';
import { discardRest, parseBody, readBody } from './body/body.js';
import { readLines } from './body/lines.js';
import { type BodyRules, parseInThread, SMALL_BODY } from './body/parse-in-thread.js';
import type { BrowserGuard } from './client/browser-guard.js';
import { type CookieRules, type Credential, credentialOf } from './client/credential.js';
import type { Connections, Line } from './connections.js';
import { ClientGone, causeOf, faultFields, renderError } from './response/errors.js';
import { type CommonHeaders, type Headers, requestIdOf } from './response/headers.js';
import { CHUNK, jsonChunks } from './response/json-pieces.js';
import { weightOf } from './response/response-weight.js';
import { oneByOne, sendChunks } from './response/stream.js';
import { requestSpan, type Tracing } from './tracing.js';

/** What all exchanges share. */
export interface Edge {
  readonly common: CommonHeaders;
  readonly guard: BrowserGuard;
  /** Null: nobody signs in here, so cookies are ignored. */
  readonly cookies: CookieRules | null;
  readonly connections: Connections;
  readonly admissions: Admissions;
  readonly flows: Flows;
  readonly memory: BodyMemory;
  readonly arriving: Arriving;
  readonly bulk: BulkTurns;
  readonly compute: Compute;
  readonly ids: IdSource;
  readonly log: Log;
  /** Logs one line per request. */
  readonly requestLog: boolean;
  readonly tracing: Tracing;
  /** Called for every response. */
  readonly observe: (finished: Finished) => void;
}

export interface Finished {
  /** A pattern, never a raw path. */
  route: string;
  status: number;
  ms: number;
  /** The code of an error. */
  code?: string;
}

const JSON_TYPE = 'application/json';
/** Parsing and writing 1 MB of JSON takes about 8 ms of shared time; in the long run a flow may use a quarter of that time. */
const MS_PER_BYTE = (8 * 4) / 1e6;
/** From this many characters on, a response is written in turns: about 2 ms. */
const LARGE = 256 * 1024;
/** Memory for a streamed response: a page of an export, as rows and as text. */
const STREAM_BYTES = 8 * 1024 * 1024;

/** One request and its response. */
export class Exchange {
  readonly requestId: string;
  readonly #edge: Edge;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #route: string;
  readonly #line: Line;
  readonly #startedAt = performance.now();
  readonly #span: Span | undefined;
  /** The client withholds its body until it is asked for it. */
  #holdsBody: boolean;
  #gone: AbortController | undefined;
  /** Known once the caller is; for the log. */
  keyId: string | undefined;
  /** The hash of a large body, once it is read. */
  bodyHash: string | undefined;
  readonly #credential: Credential;
  /** Whose turn the request takes: a key's, or an address's if no key is known. */
  readonly flow: string;
  readonly #giveBack: (() => void)[] = [];
  #bytes = 0;
  #charged = false;
  #failure: { code: string; cause: string | undefined } | undefined;

  /** `route` is the pattern: the path itself may name users, and the query contains what they asked. */
  constructor(edge: Edge, request: IncomingMessage, response: ServerResponse, route: string, address: string) {
    const { headers } = request;
    this.#credential = edge.cookies
      ? credentialOf(headers)
      : { authorization: headers.authorization, session: undefined };
    this.flow = edge.flows.of(this.#shown, address);
    this.#edge = edge;
    this.#request = request;
    this.#response = response;
    this.#route = route;
    this.requestId = requestIdOf(request.headers, edge.ids);
    this.#span = requestSpan(edge.tracing, request, route, this.requestId);
    this.#line = edge.connections.begin(response);
    this.#holdsBody = request.headers.expect !== undefined;
  }

  /** The credential that counts. Throws if it is a cookie that must not be used here. */
  credential(): Credential {
    if (this.#credential.session !== undefined) this.#edge.cookies?.check(this.#request.method, this.headers);
    return this.#credential;
  }
  get #shown(): string | undefined {
    return this.#credential.authorization ?? this.#credential.session;
  }

  /** Fires if the client disconnects before it has its response. */
  get signal(): AbortSignal {
    if (!this.#gone) {
      const gone = new AbortController();
      setMaxListeners(0, gone.signal); // one per concurrent read
      this.#gone = gone;
      const abort = () => {
        if (!this.#response.writableFinished) gone.abort();
      };
      if (this.isGone)
        abort(); // it disconnected before anything asked for the signal
      else this.#response.once('close', abort);
    }
    return this.#gone.signal;
  }
  get headers() {
    return this.#request.headers;
  }
  /** The client has disconnected. */
  get isGone(): boolean {
    return this.#request.socket.destroyed;
  }
  /** The request has arrived completely. */
  get isWhole(): boolean {
    return this.#request.complete;
  }

  /** Records the caller: for the log, and for the turn of its next call. */
  admitted(caller: Caller): void {
    if (caller.kind !== 'key') return;
    this.keyId = caller.keyId;
    this.#edge.flows.learn(this.#shown, caller.keyId);
  }

  /** Records which operation of the catalogue is called, for the trace. */
  calls(operation: string): void {
    this.#span?.set('recollect.operation', operation);
  }

  /** Runs the work that ends in a response; a stopping service starts none. */
  run(work: () => Promise<void>): void {
    if (this.#edge.connections.stopping) {
      this.fail(stopping('The service is stopping: try again.'));
      return;
    }
    const checked = () => this.#checked(work).catch((error: unknown) => this.fail(error));
    void this.#edge.connections.work(this.#span ? inside(this.#span, checked) : checked());
  }

  async #checked(work: () => Promise<void>): Promise<void> {
    this.#edge.guard.check(this.#request.headers);
    await work();
  }

  async body(rules: BodyRules, emptyAs: (() => Record<string, unknown>) | null): Promise<Record<string, unknown>> {
    const bytes = await this.bytes(rules.limit);
    if (bytes.length <= SMALL_BODY) return parseBody(bytes, emptyAs, rules.depth);
    const { value, hash } = await parseInThread(this.#edge.compute, bytes, rules, {
      flow: this.flow,
      signal: this.signal,
    });
    this.bodyHash = hash;
    return value;
  }

  /** The raw body, for a protocol that parses it itself. */
  bytes(limit: number): Promise<Buffer> {
    const room = async (bytes: number) => {
      this.#giveBack.push(await this.#edge.memory.take(this.flow, bytes));
      this.#bytes += bytes;
      this.#askForBody();
      return bytes > COUNTED_ABOVE ? undefined : this.#share();
    };
    return readBody(this.#request, this.#line, limit, room);
  }

  /** Nothing of the body is read until the work asks for a line. */
  lines(limit: number, depth: number): Lines {
    return readLines(this.#request, this.#line, { limit, depth }, () => this.#askForBody(), this.#share());
  }

  /** For a body that is counted while it arrives. */
  #share(): Share {
    const share = this.#edge.arriving.begin(this.flow, (error) => {
      this.#line.broken ??= error;
      this.#line.breakBody?.(error);
    });
    this.#giveBack.push(() => share.end());
    return share;
  }

  #askForBody(): void {
    if (this.#holdsBody) this.#response.writeContinue();
    this.#holdsBody = false;
  }

  /** If the response is large, resolves when the client has read it. */
  async json(status: number, body: unknown, headers: Headers, place?: Place): Promise<void> {
    if (weightOf(body, LARGE) < LARGE) return this.send(status, JSON.stringify(body), JSON_TYPE, headers);
    await this.#large(status, await this.#edge.bulk.steps(this.flow, jsonChunks(body)), JSON_TYPE, headers, place);
  }

  /** Sends a body that another protocol wrote. */
  async written(status: number, body: Buffer, type: string, headers: Headers, place?: Place): Promise<void> {
    if (body.length < LARGE) return this.send(status, body, type, headers);
    const chunks: Buffer[] = [];
    for (let at = 0; at < body.length; at += CHUNK) chunks.push(body.subarray(at, at + CHUNK));
    await this.#large(status, chunks, type, headers, place);
  }

  /** Sends chunks as fast as the client reads them. Memory is held until then: a client that does not read must not exhaust it. */
  async #large(status: number, chunks: Buffer[], type: string, headers: Headers, place?: Place): Promise<void> {
    const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    this.#bytes += length;
    this.#charge(place); // now, so that it applies to what the flow sends meanwhile
    const giveBack = await this.#edge.memory.take(this.flow, length);
    this.#response.once('close', giveBack);
    this.#head(status, headers, type, length);
    discardRest(this.#request);
    this.#observe(status);
    const rest = oneByOne(chunks);
    await sendChunks(this.#response, await rest.next(), rest);
  }

  /** Charges the flow for what it moved; at most once. */
  #charge(place: Place | undefined): void {
    if (!this.#charged) place?.charge(this.#bytes * MS_PER_BYTE);
    this.#charged = true;
  }

  /** The call is over: frees its place and its memory. */
  over(place: Place | undefined): void {
    for (const giveBack of this.#giveBack.splice(0)) giveBack();
    this.#charge(place);
    place?.leave();
  }

  fail(error: unknown, headers: Headers = {}): void {
    const rendered = renderError(this.#isInterrupted(error) ? new ClientGone() : error, this.requestId);
    // There is no capacity for this call, nor for an immediate next one on the same connection.
    if (isRefusal(error)) this.#edge.connections.deafen(this.#response, error.retryAfter ?? 0);
    if (rendered.fault) {
      this.#edge.log.error({ requestId: this.requestId, route: this.#route, ...faultFields(error) }, 'request failed');
    }
    this.#failure = { code: rendered.code, cause: causeOf(error) };
    if (this.#response.headersSent) return; // it failed after the response was sent
    this.send(rendered.status, rendered.body, JSON_TYPE, { ...headers, ...rendered.headers });
  }

  /**
   * Sends a response while it is produced. Throws as long as nothing is sent; after that, the connection is cut and the promise resolves
   * with the error.
   */
  async stream(status: number, { contentType, chunks, endless }: StreamResponse, headers: Headers): Promise<unknown> {
    const iterator = chunks[Symbol.asyncIterator]();
    const isHead = this.#request.method === 'HEAD';
    if (!endless) this.#response.once('close', await this.#edge.memory.take(this.flow, STREAM_BYTES));
    const first = isHead ? { done: true as const, value: undefined } : await iterator.next();
    this.#head(status, headers, contentType);
    if (endless) this.#observe(status);
    const error = await sendChunks(this.#response, first, iterator);
    if (error !== undefined && !(error instanceof ClientGone) && !this.#isInterrupted(error)) {
      const fields = { requestId: this.requestId, route: this.#route, ...faultFields(error) };
      this.#edge.log.error(fields, 'a response failed midway: the connection was closed');
    }
    const ended = this.#isInterrupted(error) ? new ClientGone() : error;
    if (!endless) this.#observe(ended === undefined ? status : renderError(ended, this.requestId).status);
    return ended;
  }

  /** Work that was given up because nobody waits for it any more: the service is not to blame. */
  #isInterrupted(error: unknown): boolean {
    return this.isGone && error instanceof RecollectError && error.status === 503;
  }

  send(status: number, body: string | Uint8Array, contentType: string, headers: Headers = {}): void {
    const bytes = Buffer.byteLength(body);
    this.#bytes += bytes;
    this.#head(status, headers, contentType, bytes);
    this.#response.end(body);
    discardRest(this.#request);
    this.#observe(status);
  }

  #head(status: number, headers: Headers, contentType: string, length?: number): void {
    const all = this.#edge.common.of(this.requestId, this.#request.headers);
    for (const name in headers) all[name] = headers[name] as string;
    if (status !== 204) {
      all['Content-Type'] = contentType;
      if (length !== undefined) all['Content-Length'] = length;
    }
    const unreadable = this.#line.broken && !this.#request.complete;
    if (unreadable) this.#edge.connections.linger(this.#response);
    const { draining, stopping } = this.#edge.connections;
    if (draining || stopping || unreadable || this.#holdsBody) all.Connection = 'close';
    this.#response.writeHead(status, all);
  }

  #observe(status: number): void {
    const ms = Math.round((performance.now() - this.#startedAt) * 1_000) / 1_000;
    const { code, cause } = this.#failure ?? {};
    this.#edge.observe({ route: this.#route, status, ms, ...(code ? { code } : {}) });
    const span = this.#span;
    span?.responded(status, code);
    span?.end();
    if (!this.#edge.requestLog) return;
    const failed = code ? { code, ...(cause ? { cause } : {}) } : {};
    const traced = span && { trace_id: span.traceId, ...(span.isOurs ? { span_id: span.spanId } : {}) };
    const line = { requestId: this.requestId, route: this.#route, status, ms, keyId: this.keyId, ...failed, ...traced };
    if (status === 503) this.#edge.log.warn(line, 'request');
    else this.#edge.log.info(line, 'request');
  }
}

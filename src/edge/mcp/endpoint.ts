import {
  createMcpHandler,
  isLegacyRequest,
  type McpHttpHandler,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { AnyOperation } from '../../features/request.js';
import { RecollectError } from '../../kernel/errors.js';
import { countCharacters, LIMITS, textProblem } from '../../kernel/fields.js';
import type { Log } from '../../kernel/log.js';
import { atOnce } from '../../kernel/turns/turns.js';
import { roundingProblem } from '../http/body/exact.js';
import { scan } from '../http/body/scan.js';
import { type BrowserGuard, foreignOrigin } from '../http/client/browser-guard.js';
import type { Arrived, Endpoint } from '../http/endpoint.js';
import type { Pipeline } from '../pipeline.js';
import type { OperationCaller } from './caller.js';
import { toInvalidParams } from './invalid-params.js';
import { mcpOperation } from './operation.js';
import { McpServerFactory } from './server.js';

/** Enough for a memory with the longest text, written with escapes, in a tool call. */
const BODY_LIMIT = 4 * 1024 * 1024;
/** Levels of nesting that JSON-RPC and the tool call add around an operation's input. */
const ENVELOPE_DEPTH = 4;
/** The most messages in one array: clients that send arrays send a handful. */
const MAX_MESSAGES = 100;
/** The protocol reserves −32000 to −32099 for servers: the message would have been a 429 or a 503. */
const NOT_ADMITTED = -32_000;
/** The most values in one message: metadata of the largest size has fewer. */
const MAX_VALUES = 50_000;
/** For a connection that names no user: one person's own assistant. */
export const DEFAULT_USER = 'default';

interface McpEndpointParts {
  operations: readonly AnyOperation[];
  pipeline: Pipeline;
  log: Log;
  guard: BrowserGuard;
  baseUrl(): string;
  /** Where clients learn how to sign in. Absent: only with a key. */
  resourceMetadata?: ((headers: Headers) => string) | undefined;
}

/** MCP over HTTP: stateless in both eras of the protocol, so that any node can respond to any request. */
export class McpEndpoint implements Endpoint {
  readonly operation = mcpOperation;
  readonly bodyLimit = BODY_LIMIT;
  readonly #parts: McpEndpointParts;
  readonly #face: McpServerFactory;
  readonly #modern: McpHttpHandler;

  constructor(parts: McpEndpointParts) {
    this.#parts = parts;
    this.#face = new McpServerFactory(parts.operations, parts.log);
    this.#modern = createMcpHandler(
      ({ authInfo }) => this.#face.serverFor(authInfo?.extra?.caller as OperationCaller),
      { legacy: 'reject' },
    );
  }

  guard(headers: Headers): void {
    if (!this.#parts.guard.isOwnOrigin(headers.get('origin') ?? undefined)) throw foreignOrigin();
  }

  challenge(headers: Headers): string {
    const { resourceMetadata } = this.#parts;
    if (!resourceMetadata) return 'Bearer';
    const wrong = headers.has('authorization') ? ', error="invalid_token"' : '';
    return `Bearer resource_metadata="${resourceMetadata(headers)}"${wrong}`;
  }

  async respond(arrived: Arrived): Promise<Response> {
    const message = parsed(arrived.body);
    if (message instanceof Response) return message;
    const caller = this.#callerOf(arrived);
    if (caller instanceof Response) return caller;
    const request = new Request(new URL('/mcp', this.#parts.baseUrl()), {
      method: 'POST',
      headers: widened(arrived.headers),
      body: new Uint8Array(arrived.body),
    });
    if (await isLegacyRequest(request, message)) {
      return Array.isArray(message)
        ? this.#batch(request, message, caller, arrived)
        : this.#legacy(request, message, caller);
    }
    const { caller: who } = arrived.admitted;
    const clientId = who.kind === 'key' ? who.keyId : '';
    const authInfo = { token: '', clientId, scopes: [], extra: { caller } };
    return this.#modern.fetch(request, { parsedBody: message, authInfo });
  }

  /** One message after the other, each admitted like a separate request. */
  async #batch(
    request: Request,
    messages: unknown[],
    caller: OperationCaller,
    { another }: Arrived,
  ): Promise<Response> {
    if (messages.length === 0 || messages.length > MAX_MESSAGES)
      return rpcError(400, -32600, `An array must contain 1 to ${MAX_MESSAGES} messages`);
    const responses: unknown[] = [];
    for (const [i, message] of messages.entries()) {
      try {
        if (i > 0) await another();
      } catch (error) {
        if (!(error instanceof RecollectError)) throw error;
        const { id = null } = (message ?? {}) as { id?: unknown };
        responses.push({ jsonrpc: '2.0', error: { code: NOT_ADMITTED, message: error.message }, id });
        continue;
      }
      const text = await (await this.#legacy(request.clone(), message, caller)).text();
      if (text !== '') responses.push(JSON.parse(text));
    }
    return responses.length > 0 ? Response.json(responses) : new Response(null, { status: 202 });
  }

  async #legacy(request: Request, message: unknown, caller: OperationCaller): Promise<Response> {
    const server = this.#face.serverFor(caller);
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    try {
      const response = await transport.handleRequest(request, { parsedBody: message });
      const body = toInvalidParams(await response.text());
      const headers = new Headers(response.headers);
      headers.delete('content-length');
      return new Response(body === '' ? null : body, { status: response.status, headers });
    } finally {
      await server.close();
    }
  }

  #callerOf({ url, admitted, used }: Arrived): OperationCaller | Response {
    const { caller } = admitted;
    const bound = caller.kind === 'key' ? caller.bound : undefined;
    const userId = url.searchParams.get('user_id') ?? bound?.userId ?? DEFAULT_USER;
    const agentId = url.searchParams.get('agent_id') ?? bound?.agentId ?? null;
    for (const [name, value] of [
      ['user_id', userId],
      ['agent_id', agentId ?? 'x'],
    ] as const) {
      if (value === '' || countCharacters(value) > LIMITS.name || textProblem(value))
        return rpcError(400, -32602, `\`${name}\` in the address must have 1 to ${LIMITS.name} characters`);
    }
    const { pipeline } = this.#parts;
    return {
      defaults: { userId, agentId },
      may: (operation) => pipeline.problem(operation, caller) === null,
      call: (operation, input) => pipeline.within(operation, admitted, input, used),
    };
  }

  close(): Promise<void> {
    return this.#modern.close();
  }
}

/** The message, or the response to something that is not one. */
function parsed(body: Buffer): unknown {
  const depth = LIMITS.depth + ENVELOPE_DEPTH;
  const { over } = atOnce(scan(body, { depth, items: MAX_VALUES, values: MAX_VALUES }));
  if (over === 'depth') return rpcError(400, -32600, `The message nests deeper than ${depth} levels`);
  if (over) return rpcError(400, -32600, `The message contains more than ${MAX_VALUES} values`);
  let message: unknown;
  try {
    message = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return rpcError(400, -32700, 'Parse error: the body is not valid JSON');
  }
  const problem = roundingProblem(body, message);
  return problem
    ? rpcError(400, -32602, `\`${problem.field.replace(/^params\.arguments\./, '')}\` ${problem.message}`)
    : message;
}

const rpcError = (status: number, code: number, message: string) =>
  Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status });

/** A plain JSON POST is accepted: the protocol requires two types in `Accept` and one in `Content-Type`. */
function widened(given: Headers): Headers {
  const headers = new Headers(given);
  headers.set('accept', 'application/json, text/event-stream');
  headers.set('content-type', 'application/json');
  headers.delete('content-length');
  headers.delete('transfer-encoding');
  return headers;
}

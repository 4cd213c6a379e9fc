import type { z } from 'zod';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * Who may call: `none` anybody; `read`/`write` a key with that scope; `key` any valid key; `admin` the admin credential; `issuer` admin or an
 * issuer credential; `admin_or_key` admin, or a key for itself (the handler checks which).
 */
export type Scope = 'none' | 'read' | 'write' | 'key' | 'admin' | 'issuer' | 'admin_or_key';

/** Records that belong to a user and that calls identify by id. */
export type RecordKind = 'memory' | 'episode' | 'procedure' | 'link' | 'conflict';

/**
 * How a key that is bound to one user may call an operation. `fields`: the input has `user_id` and the like, which are set to what the key
 * is bound to. `each`: the same for every entry of this list. `records`: the fields hold ids, and other records than those that the key is
 * bound to appear not to exist; without an id it is like `fields`, except that nobody is filled in for a DELETE. `itself`: the operation
 * has no user data.
 */
type Bound =
  | 'fields'
  | 'itself'
  | { readonly each: string }
  | { readonly records: Readonly<Partial<Record<RecordKind, readonly string[]>>> };

/** What a handler returns if the status is not the operation's usual one. */
export class StatusResponse<T> {
  constructor(
    readonly status: number,
    readonly body: T,
  ) {}
}

/**
 * A response that is produced while it is sent: `chunks` is read as fast as the client reads, and ended early if the client disconnects. A
 * failure midway closes the connection, so that no client mistakes a part for the whole.
 */
export class StreamResponse {
  constructor(
    readonly contentType: string,
    readonly chunks: AsyncIterable<string | Uint8Array>,
    readonly headers: Record<string, string> = {},
    /** It continues until one side disconnects: counted when it begins, because its duration says nothing. */
    readonly endless = false,
  ) {}
}

/** A line of a streamed body: its index from 0, its size, and its JSON value or what is wrong with it. */
export type Line = { readonly index: number; readonly bytes?: number } & (
  | { readonly value: unknown }
  | { readonly problem: string }
);

/** A body of JSON lines, read while it arrives. It can be iterated once; what is not asked for is not read. */
export class Lines implements AsyncIterable<Line> {
  /** `hold` is told how many bytes of the lines so far the reader still holds. */
  constructor(
    readonly source: AsyncIterable<Line>,
    readonly hold: (bytes: number) => void = () => {},
  ) {}
  [Symbol.asyncIterator]() {
    return this.source[Symbol.asyncIterator]();
  }
}

/** An operation as an agent's tool. The schemas are the operation's own. */
interface Tool {
  /** `store_memory`. */
  readonly name: string;
  /** When to use it and what it returns, for a model: two or three sentences. */
  readonly description: string;
  /** Input fields that the tool offers. Absent: all. Fewer fields cost less of the model's context. */
  readonly fields?: readonly string[];
  /** Fields that a model must provide although they are optional in the operation, because the operation accepts another name for them. */
  readonly required?: readonly string[];
  /** Values for fields that a tool call omits, if they differ from the operation's own defaults. */
  readonly defaults?: Readonly<Record<string, unknown>>;
  /** It may delete or overwrite data. */
  readonly destructive?: boolean;
  /** Calling it twice with the same input has the same effect as calling it once. */
  readonly idempotent?: boolean;
}

/**
 * An endpoint, declared once. Routes, validation, scope checks, usage labels, OpenAPI, docs, MCP tools and the client are all derived
 * from this. `input` is one flat object: path parameters, then the query (GET, DELETE) or the JSON body (POST, PATCH).
 */
export interface Operation<R, I extends z.ZodObject = z.ZodObject, O extends z.ZodType = z.ZodType> {
  /** `memory.store`: stable, names the operation in clients and tools. */
  readonly id: string;
  readonly method: Method;
  /** With `{id}` for parameters, as in OpenAPI. */
  readonly path: string;
  readonly scope: Scope;
  /** Absent: a key that is bound to one user may not call it. */
  readonly bound?: Bound;
  /** Of scope `admin`: the field with the id of the key whose data the handler gets. Absent: the admin credential has no data. */
  readonly dataOf?: string;
  /** Heading under which the reference lists it. */
  readonly group: string;
  /** One line, imperative. */
  readonly summary: string;
  /** What a reader must know beyond the fields: behaviour, limits, errors. */
  readonly description?: string;
  readonly input: I;
  readonly output: O;
  /** Usual success status; 200 by default. */
  readonly success?: 200 | 201;
  /** Another success status it returns, and when. */
  readonly otherSuccess?: { status: 200 | 201; when: string };
  /** The largest body, in bytes. */
  readonly bodyLimit?: number;
  /** Levels of nesting that its lists add around one entry. */
  readonly envelopeDepth?: number;
  /**
   * Also accepts a body of JSON lines (`application/x-ndjson`) of any length: the input holds it as `Lines` under `field`, and the other
   * fields come from the query.
   */
  readonly lines?: { readonly field: string /** Bytes a line may have. */; readonly limit: number };
  /** Content types it can return besides JSON, each as a stream. */
  readonly streams?: readonly string[];
  /** Request headers (in lower case) that provide a field of the input if the query does not. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Fields that it does not have are refused: a misspelled one must not change what is deleted, merged, exported or sent. Every DELETE is strict. */
  readonly strict?: true;
  /** It frees storage or needs none: a key whose storage is used up may still call it, although its scope is `write`. */
  readonly whenFull?: boolean;
  /** The response contains a secret: it is shown once and never stored, not even for replays. */
  readonly secretResponse?: boolean;
  /** Another protocol makes its responses, so an `Idempotency-Key` has no effect. */
  readonly isProtocol?: true;
  /** Set if agents may call it through MCP: how it is described to a model that has never seen the service. */
  readonly tool?: Tool;
  /** A complete example of the input, shown in the reference and run by a test. */
  readonly example?: z.input<I>;
  handler(request: R, input: z.output<I>): Promise<z.input<O> | StatusResponse<z.input<O>> | StreamResponse>;
}

/** Whether fields that the operation does not have are refused. All others ignore them: clients may send more than a server knows. */
export const isStrict = ({ method, strict }: { method: Method; strict?: true }) =>
  method === 'DELETE' || strict === true;

/** `GET /memory/{id}`: how usage, logs and metrics name an operation; never a raw path. */
export const routeOf = (operation: { method: Method; path: string }) => `${operation.method} ${operation.path}`;

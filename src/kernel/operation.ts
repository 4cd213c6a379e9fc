import type { z } from 'zod';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * Who may call: `none` anybody; `read`/`write` a key with that scope; `key` any valid key; `admin` the admin credential; `issuer` admin or an
 * issuer credential; `admin_or_key` admin, or a key for itself (the handler checks which).
 */
export type Scope = 'none' | 'read' | 'write' | 'key' | 'admin' | 'issuer' | 'admin_or_key';

/** Records that calls name by id, and that belong to a user. */
export type RecordKind = 'memory' | 'episode' | 'procedure' | 'link' | 'conflict';

/**
 * How a key that is bound to one user may call an operation. `fields`: its input has `user_id` and the like, which are then set to what the
 * key is bound to. `each`: the same for every entry of this list. `records`: the fields hold ids, and what is not the user's is as if it did
 * not exist; without an id it is like `fields`. `itself`: it has no data of users.
 */
export type Bound =
  | 'fields'
  | 'itself'
  | { readonly each: string }
  | { readonly records: Readonly<Partial<Record<RecordKind, readonly string[]>>> };

/** What a handler answers when the status is not the operation's usual one. */
export class Answer<T> {
  constructor(
    readonly status: number,
    readonly body: T,
  ) {}
}

/**
 * An answer that is made while it is sent: `chunks` is asked for more as fast as the client reads, and ended early when the client
 * leaves. A failure on the way cuts the connection, so that no client takes a part for the whole.
 */
export class StreamAnswer {
  constructor(
    readonly contentType: string,
    readonly chunks: AsyncIterable<string | Uint8Array>,
    readonly headers: Record<string, string> = {},
    /** It goes on until somebody leaves: counted when it begins, for its length says nothing. */
    readonly endless = false,
  ) {}
}

/** A line of a streamed body: its number from 0, and its JSON value or what is wrong with it. */
export type Line = { readonly index: number } & ({ readonly value: unknown } | { readonly problem: string });

/** A body of JSON lines, read while it arrives. It can be walked once; what is not asked for is not read. */
export class Lines implements AsyncIterable<Line> {
  constructor(readonly source: AsyncIterable<Line>) {}
  [Symbol.asyncIterator]() {
    return this.source[Symbol.asyncIterator]();
  }
}

/** An operation as an agent's tool. The schemas are the operation's own. */
export interface Tool {
  /** `store_memory`. */
  readonly name: string;
  /** When to use it and what comes back, for a model: two or three sentences. */
  readonly description: string;
  /** Input fields that the tool offers; every field when absent. Fewer fields cost less of the model's context. */
  readonly fields?: readonly string[];
  /** Fields that a model has to give though the operation can do without them, because it takes another name for them. */
  readonly required?: readonly string[];
  /** What a tool call gets for fields it does not name, where that differs from the operation's own defaults. */
  readonly defaults?: Readonly<Record<string, unknown>>;
  /** It may remove or overwrite what is there. */
  readonly destructive?: boolean;
  /** Calling it twice with the same input leaves what calling it once does. */
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
  /** Heading under which the reference lists it. */
  readonly group: string;
  /** One line, imperative. */
  readonly summary: string;
  /** What a reader must know beyond the fields: behaviour, limits, errors. */
  readonly description?: string;
  readonly input: I;
  readonly output: O;
  /** Usual success status; 200 unless stated. */
  readonly success?: 200 | 201;
  /** Another status it answers with, and when. */
  readonly otherSuccess?: { status: 200 | 201; when: string };
  /** Bytes a body may have. */
  readonly bodyLimit?: number;
  /** Levels that its lists put around what one entry may nest. */
  readonly envelopeDepth?: number;
  /**
   * Also takes a body of JSON lines (`application/x-ndjson`), of any length: it stands in the input as `Lines` under `field`, the
   * other fields come from the query.
   */
  readonly lines?: { readonly field: string /** Bytes a line may have. */; readonly limit: number };
  /** Content types it can answer with beside JSON, each as a stream. */
  readonly streams?: readonly string[];
  /** Request headers (in lower case) that stand for a field of the input where the query does not have it. */
  readonly headers?: Readonly<Record<string, string>>;
  /** It makes room or needs none: a key whose storage is used up may still call it, though its scope is `write`. */
  readonly whenFull?: boolean;
  /** Set when the answer holds a secret: it is shown once and never written down, not even for replays. */
  readonly secretAnswer?: boolean;
  /** Set when agents may call it through MCP: how a model that has never seen us is told of it. */
  readonly tool?: Tool;
  /** A complete example of the input, shown in the reference and tried by a test. */
  readonly example?: z.input<I>;
  handler(request: R, input: z.output<I>): Promise<z.input<O> | Answer<z.input<O>> | StreamAnswer>;
}

/** `GET /memory/{id}`: how usage, logs and metrics name an operation; never a raw path. */
export const routeOf = (operation: { method: Method; path: string }) => `${operation.method} ${operation.path}`;

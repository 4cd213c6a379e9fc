import type { SketchIndex } from './sketches.js';
import type { Dialect, Sql } from './sql.js';
import { mergedWithinLimit, withinLimit } from './storage-limit.js';
import type { VectorSearch } from './vectors.js';

/** SQLite returns synchronously inside its own thread, PostgreSQL later; statements simply await. */
export type Awaitable<T> = T | Promise<T>;
export type Row = Record<string, unknown>;

export interface Tx {
  readonly dialect: Dialect;
  all<T = Row>(query: Sql): Awaitable<T[]>;
  get<T = Row>(query: Sql): Awaitable<T | undefined>;
  /** Returns the number of rows changed. */
  run(query: Sql): Awaitable<number>;
}

/** A transaction on one key's data. It rejects a statement that does not name the key's column. */
export interface TenantTx extends Tx {
  readonly keyId: string;
  readonly vectors: VectorSearch;
  readonly sketches: SketchIndex;
}

/** Where a read runs on SQLite: `search` is the thread that holds the vectors. */
export type Lane = 'read' | 'search' | 'write';

/**
 * How concurrent calls of one key are merged into one transaction. PostgreSQL then makes its round trips, takes its locks and flushes once for all of
 * them; SQLite shares commits by itself.
 */
export interface Merging<I, O> {
  /** Calls with the same group may be merged; null: this one runs alone. */
  group(input: I): string | null;
  join(inputs: readonly I[]): I;
  /** What each of the calls returns, in order. */
  split(output: O, inputs: readonly I[]): O[];
}

interface Declared<Kind extends string, T, I, O> {
  readonly kind: Kind;
  readonly name: string;
  readonly lane: Lane;
  /** A read: all of it sees the store as of its first statement; on SQLite this is always so. */
  readonly snapshot?: true;
  /** A write of one SQL statement: PostgreSQL needs no begin and commit around it, which saves two of three round trips. */
  readonly single?: true;
  /** Runs even if the key's storage is used up. */
  readonly whenFull?: true;
  // biome-ignore lint/suspicious/noExplicitAny: of this statement's own input and output; named here, they would take part in inference
  readonly merging?: Merging<any, any>;
  readonly body: (tx: T, input: I) => Promise<O>;
}
export type TenantStatement<I, O> = Declared<'tenant', TenantTx, I, O>;
/** Not about one key's data: keys themselves, jobs, counters. Handlers can never run one. */
export type SystemStatement<I, O> = Declared<'system', Tx, I, O>;
// biome-ignore lint/suspicious/noExplicitAny: the registry holds statements of every shape
export type AnyStatement = TenantStatement<any, any> | SystemStatement<any, any>;

const registry = new Map<string, AnyStatement>();

function register<S extends AnyStatement>(statement: S): S {
  const there = registry.get(statement.name);
  if (there && there.body !== statement.body) throw new Error(`Two statements are named ${statement.name}`);
  registry.set(statement.name, statement);
  return statement;
}

/** The statements of all loaded modules. */
export const registered = (): readonly AnyStatement[] => [...registry.values()];

type TenantBody<I, O> = TenantStatement<I, O>['body'];
type SystemBody<I, O> = SystemStatement<I, O>['body'];

/**
 * A statement is a named piece of work in one transaction (a read without `snapshot` on PostgreSQL: one transaction for each of its SQL statements).
 * On SQLite its body runs inside the database thread (one message each way, whatever it does), on PostgreSQL on the calling node. So it may use only
 * `tx`, its input and pure functions, and its input and result must survive structured cloning. It registers itself under its name.
 */
export const tenantRead = <I, O>(name: string, body: TenantBody<I, O>): TenantStatement<I, O> =>
  register({ kind: 'tenant', name, lane: 'read', body });
export const tenantSearch = <I, O>(name: string, body: TenantBody<I, O>): TenantStatement<I, O> =>
  register({ kind: 'tenant', name, lane: 'search', body });
/** Several SQL statements that have to agree: what the first found is still there for the next. Costs two more round trips on PostgreSQL. */
export const tenantSnapshotRead = <I, O>(name: string, body: TenantBody<I, O>): TenantStatement<I, O> =>
  register({ ...tenantRead(name, body), snapshot: true });
export const tenantSnapshotSearch = <I, O>(name: string, body: TenantBody<I, O>): TenantStatement<I, O> =>
  register({ ...tenantSearch(name, body), snapshot: true });
export const tenantWrite = <I, O>(name: string, body: TenantBody<I, O>): TenantStatement<I, O> =>
  register({ kind: 'tenant', name, lane: 'write', body: withinLimit(body) });
/** A write that runs even if the key's storage is used up. */
export const tenantWriteWhenFull = <I, O>(name: string, body: TenantBody<I, O>): TenantStatement<I, O> =>
  register({ ...tenantWrite(name, body), whenFull: true });
/** A write whose concurrent calls can share a transaction: all of them, or, if that fails, each on its own. */
export const tenantMergedWrite = <I, O>(
  name: string,
  merging: Merging<I, O>,
  body: TenantBody<I, O>,
): TenantStatement<I, O> => register({ ...tenantWrite(name, body), merging: mergedWithinLimit(merging) });
export const systemRead = <I, O>(name: string, body: SystemBody<I, O>): SystemStatement<I, O> =>
  register({ kind: 'system', name, lane: 'read', body });
/** A read whose waiting calls share one run that begins after all of them have arrived. */
export const systemMergedRead = <I, O>(
  name: string,
  merging: Merging<I, O>,
  body: SystemBody<I, O>,
): SystemStatement<I, O> => register({ ...systemRead(name, body), merging });
export const systemWrite = <I, O>(name: string, body: SystemBody<I, O>): SystemStatement<I, O> =>
  register({ kind: 'system', name, lane: 'write', body });
export const systemSingleWrite = <I, O>(name: string, body: SystemBody<I, O>): SystemStatement<I, O> =>
  register({ ...systemWrite(name, body), single: true });

/** Rejects a statement on a tenant's transaction that does not carry the key. */
export function assertCarriesKey(text: string): void {
  if (!text.includes('key_id')) throw new Error(`A tenant's statement must name key_id: ${text.slice(0, 200)}`);
}

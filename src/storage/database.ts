import type { SystemStatement, TenantStatement } from './statement.js';

/**
 * Someone who may disconnect. The signal is created when it is first read, because creating one costs more than sending a small
 * write to the database.
 */
export interface Leaving {
  readonly signal?: AbortSignal | undefined;
}

/** The data of one key. The only part of the database that a handler can reach. */
export interface TenantDatabase {
  readonly keyId: string;
  run<I, O>(statement: TenantStatement<I, O>, input: I): Promise<O>;
}

export interface DatabaseFigures {
  engine: 'sqlite' | 'postgres';
  /** Bytes on disk; null if the server does not report them. */
  sizeBytes: number | null;
  /** The in-memory vectors of SQLite's search thread; null on PostgreSQL. */
  vectorCache: { bytes: number; capBytes: number; scopes: number; loads: number; evictions: number } | null;
  /** Write transactions, and the commits that they shared. */
  writes: { units: number; commits: number } | null;
}

/** `done`: deleted data is gone from the engine's files; `later`: not possible now; `server`: the files belong to the database server. */
export type ScrubState = 'done' | 'later' | 'server';

export interface IndexRequest {
  /** Scopes with at least this many memories get an approximate index; 0: none does. */
  from: number;
  /** The model whose vectors are searched; null: none. */
  model: string | null;
  /** Aborts a build in progress. */
  signal?: AbortSignal;
}
export interface IndexReport {
  built: number;
  dropped: number;
  kept: number;
  /** Scopes that are large enough but exceed the number of indexes. */
  left: number;
}

/** The port. Errors of the engine reach callers as `database_unavailable` (503) or as an internal fault (500), never as SQL. */
export interface Database {
  readonly engine: 'sqlite' | 'postgres';
  /** Where the data is, for display, without a password. */
  readonly place: string;
  /** The caller's signal fires when it has disconnected; a read is then abandoned, unless a write preceded it. */
  tenant(keyId: string, caller?: Leaving): TenantDatabase;
  system<I, O>(statement: SystemStatement<I, O>, input: I): Promise<O>;
  /** Resolves if a read succeeds. */
  ping(): Promise<void>;
  figures(): Promise<DatabaseFigures>;
  /** Removes data that was deleted before this call from the engine's own files. May take minutes. */
  scrub(): Promise<ScrubState>;
  /** Creates and drops the approximate indexes of large scopes; returns null on an engine that has none. May take an hour. */
  maintainIndexes(request: IndexRequest): Promise<IndexReport | null>;
  close(): Promise<void>;
}

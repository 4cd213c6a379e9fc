import type { SystemStatement, TenantStatement } from './statement.js';

/** The data of one key. All a handler ever holds of the database. */
export interface TenantDatabase {
  readonly keyId: string;
  run<I, O>(statement: TenantStatement<I, O>, input: I): Promise<O>;
}

export interface DatabaseFigures {
  engine: 'sqlite' | 'postgres';
  /** Bytes on disk, null where the server does not tell. */
  sizeBytes: number | null;
  /** The in-memory vectors of SQLite's search thread; null on PostgreSQL. */
  vectorCache: { bytes: number; capBytes: number; scopes: number; loads: number; evictions: number } | null;
  /** Write transactions and the commits they shared. */
  writes: { units: number; commits: number } | null;
}

/** `done`: what was deleted is gone from the engine's files; `later`: not possible now; `server`: the files are the server's own. */
export type ScrubState = 'done' | 'later' | 'server';

export interface IndexRequest {
  /** Memories of a scope from which it gets an approximate index; 0: none has one. */
  from: number;
  /** Of the vectors that are searched; null: of none. */
  model: string | null;
  /** Ends a build that is under way. */
  signal?: AbortSignal;
}
export interface IndexReport {
  built: number;
  dropped: number;
  kept: number;
  /** Scopes that are large enough and found no room. */
  left: number;
}

/** The port. Errors of the engine itself reach callers as `database_unavailable` (503) or as a fault (500), never as SQL. */
export interface Database {
  readonly engine: 'sqlite' | 'postgres';
  /** Where the data is, for people, without a password. */
  readonly place: string;
  /** `signal`: the caller is gone; a read is given up then, unless a write went before it. */
  tenant(keyId: string, signal?: AbortSignal): TenantDatabase;
  system<I, O>(statement: SystemStatement<I, O>, input: I): Promise<O>;
  /** Resolves when a read goes through. */
  ping(): Promise<void>;
  figures(): Promise<DatabaseFigures>;
  /** Removes from its own files what was deleted before this call. May take minutes. */
  scrub(): Promise<ScrubState>;
  /** Makes and drops the approximate indexes of large scopes; null on an engine that has none. May take an hour. */
  keepIndexes(request: IndexRequest): Promise<IndexReport | null>;
  close(): Promise<void>;
}

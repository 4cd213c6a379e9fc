import type { Writable } from 'node:stream';
import pg from 'pg';
import type { Log } from '../../kernel/log.js';
import type {
  Database,
  DatabaseFigures,
  IndexReport,
  IndexRequest,
  Leaving,
  ScrubState,
  TenantDatabase,
} from '../database.js';
import { callerDisconnectedError, tooLate } from '../interruption-errors.js';
import { render, type Sql } from '../sql.js';
import {
  type AnyStatement,
  assertCarriesKey,
  type Row,
  type SystemStatement,
  type TenantStatement,
  type TenantTx,
} from '../statement.js';
import { Cancelling } from './cancelling.js';
import type { Distribution } from './cluster.js';
import { connectionOf } from './connection.js';
import { CountedScopes } from './counted-scopes.js';
import { isCancelled, isConsequence, isRetryable, isSilent, toClientError } from './errors.js';
import { Gate } from './gate.js';
import { KnownIndexes } from './hnsw/known-indexes.js';
import { maintainIndexes } from './hnsw/maintain-indexes.js';
import { MergedCalls } from './merged-calls.js';
import { migratePostgres } from './migrate.js';
import { NewTableAnalyzer } from './new-table-analyzer.js';
import { routedText } from './routed.js';
import { PostgresSketches } from './sketches.js';
import { PostgresVectorSearch, type ScopeKnowledge } from './vector-search.js';

interface PostgresOptions {
  url: string;
  /** Connections of this node. */
  poolSize: number;
  log: Log;
  /** False: scopes with an approximate index are searched exactly too. */
  approximate?: boolean;
  /** Milliseconds after which a read is interrupted. */
  readDeadlineMs?: number;
  /** Overrides `MAX_WAIT_MS`, for tests. */
  maxWaitMs?: number;
}

/** How many times a transaction that lost a conflict is attempted before the caller gets the error. */
const ATTEMPTS = 5;
const CONNECT_TIMEOUT_MS = 5_000;
/** A statement of a write transaction that takes longer is cancelled: the caller has long since disconnected. */
const STATEMENT_TIMEOUT_MS = 60_000;
const READ_DEADLINE_MS = 10_000;
const WRITES = `set local statement_timeout = ${STATEMENT_TIMEOUT_MS}`;
/** The server ends a statement that takes too long; a server that is silent even after that is unreachable, whatever its socket claims. */
const MAX_WAIT_MS = STATEMENT_TIMEOUT_MS + 5_000;

const SIZE = 'select pg_database_size(current_database()) as size';
const SIZE_OF_ALL =
  "select sum(result::bigint) as size from run_command_on_all_nodes('select pg_database_size(current_database())') where success";

const INT8 = 20;
const NUMERIC = 1700;
// Our counters and times stay far below 2^53.
const types = {
  getTypeParser: ((oid: number, format: 'text') =>
    oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

class PostgresTx implements TenantTx {
  readonly dialect = 'postgres' as const;
  readonly vectors: PostgresVectorSearch;
  readonly sketches: PostgresSketches;
  /** The first statement that failed. Those sent along with it fail only because of it. */
  failure: unknown;
  /** The connection is about to serve another caller: what was in flight beside the failure must send nothing more. */
  isOver = false;
  constructor(
    readonly client: pg.PoolClient,
    readonly tenant: string | null,
    known: ScopeKnowledge,
    /** Throws if no more work should be done. */
    readonly check: () => void,
    /** Resolves when the transaction has begun. */
    readonly begun: Promise<unknown> | null,
    /** The tables are distributed over a cluster. */
    readonly distributed: boolean,
  ) {
    this.vectors = new PostgresVectorSearch(this, tenant ?? '', known);
    this.sketches = new PostgresSketches(this, tenant ?? '');
  }
  get keyId(): string {
    if (this.tenant === null) throw new Error('This transaction belongs to no key');
    return this.tenant;
  }
  async #query(query: Sql) {
    const text = render(query, 'postgres');
    if (this.tenant !== null) assertCarriesKey(text);
    this.check();
    // A pure read may be sent right behind `begin`. A write must not: if `begin` failed, it would be committed on its own.
    if (this.begun !== null && !text.startsWith('select')) await this.begun;
    if (this.isOver) throw new Error('The transaction is over');
    const routed = this.distributed && this.tenant !== null ? routedText(query, text) : text;
    const sent = send(this.client, routed, routed === text ? query.values : [...query.values, this.tenant]);
    sent.catch((error) => {
      this.failure ??= error;
    });
    return sent;
  }
  async all<T = Row>(query: Sql): Promise<T[]> {
    return (await this.#query(query)).rows as T[];
  }
  async get<T = Row>(query: Sql): Promise<T | undefined> {
    return (await this.#query(query)).rows[0] as T | undefined;
  }
  async run(query: Sql): Promise<number> {
    return (await this.#query(query)).rowCount ?? 0;
  }
}

/** The server engine: any number of nodes on one PostgreSQL. */
export class PostgresDatabase implements Database {
  readonly engine = 'postgres';
  readonly place: string;
  readonly #pool: pg.Pool;
  readonly #options: PostgresOptions;
  readonly #known: ScopeKnowledge;
  readonly #young: NewTableAnalyzer;
  readonly #gate: Gate;
  readonly #merged = new MergedCalls();
  /** Also true if only some of the tables are distributed: it is just as correct for the others. */
  readonly #distributed: boolean;

  private constructor(
    pool: pg.Pool,
    options: PostgresOptions,
    indexes: KnownIndexes | null,
    distribution: Distribution,
  ) {
    this.#pool = pool;
    this.#distributed = distribution !== 'one server';
    this.#options = options;
    this.#gate = new Gate(options.poolSize);
    this.#young = new NewTableAnalyzer((text, values) => pool.query(text, values), this.#distributed);
    this.#known = { indexes, counted: new CountedScopes() };
    this.place = withoutPassword(options.url);
  }

  static async open(options: PostgresOptions): Promise<PostgresDatabase> {
    const pool = new pg.Pool({
      ...connectionOf(options.url),
      max: options.poolSize,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      idleTimeoutMillis: 30_000,
      // Applies to reads; write transactions set their own.
      statement_timeout: options.readDeadlineMs ?? READ_DEADLINE_MS,
      query_timeout: options.maxWaitMs ?? MAX_WAIT_MS,
      keepAlive: true,
      // Statements that do not wait for each other are sent together.
      pipeline: true,
      types,
    } as pg.PoolConfig);
    const lost = (error: Error) => options.log.warn({ err: error }, 'a PostgreSQL connection was lost');
    pool.on('error', lost);
    // The pool listens to idle connections only: one that breaks between two statements of a transaction would end the process.
    pool.on('connect', (client) => client.on('error', lost));
    const indexes = options.approximate === false ? null : new KnownIndexes((text, values) => pool.query(text, values));
    try {
      const distribution = await migrated(options);
      await indexes?.refresh();
      return new PostgresDatabase(pool, options, indexes, distribution);
    } catch (error) {
      await pool.end();
      throw error;
    }
  }

  async #run<I, O>(statement: AnyStatement, keyId: string | null, input: I, signal?: AbortSignal): Promise<O> {
    this.#young.analyzeIfDue();
    const reads = statement.lane !== 'write';
    const deadline = reads ? performance.now() + (this.#options.readDeadlineMs ?? READ_DEADLINE_MS) : Infinity;
    const once = () =>
      this.#gate.run(keyId, { statement: statement.name, deadline, signal }, () =>
        this.#once<I, O>(statement, keyId, input, deadline, signal),
      );
    try {
      if (reads) return await once();
      for (let attempt = 1; ; attempt++) {
        try {
          return await once();
        } catch (error) {
          if (!isRetryable(error) || attempt === ATTEMPTS) throw error;
        }
      }
    } catch (error) {
      if (reads && isCancelled(error)) throw signal?.aborted ? callerDisconnectedError() : tooLate(error);
      throw toClientError(error);
    }
  }

  /** Runs on one connection, in a transaction if the statement needs one. */
  async #once<I, O>(
    statement: AnyStatement,
    keyId: string | null,
    input: I,
    deadline: number,
    signal: AbortSignal | undefined,
  ): Promise<O> {
    const client = await this.#pool.connect();
    const check = () => {
      if (signal?.aborted) throw callerDisconnectedError();
      if (performance.now() > deadline) throw tooLate();
    };
    const reads = statement.lane !== 'write';
    const plain = reads ? !statement.snapshot : statement.single;
    const cancelling = new Cancelling(this.#pool, client, signal);
    let broken: Error | undefined;
    let tx: PostgresTx | undefined;
    try {
      const begun = plain ? null : send(client, begin(statement));
      begun?.catch(() => {}); // reported to whoever awaits it
      tx = new PostgresTx(client, keyId, this.#known, check, begun, this.#distributed);
      const value = await statement.body(tx, input);
      if (!begun) return value;
      await begun;
      tx.isOver = true;
      const { command } = await client.query('commit');
      // The server does not call it an error if an earlier statement failed.
      if (command === 'ROLLBACK') throw tx.failure ?? new Error('The transaction was rolled back');
      return value;
    } catch (thrown) {
      if (tx) tx.isOver = true;
      const error = isConsequence(thrown) ? (tx?.failure ?? thrown) : thrown;
      if (isSilent(error)) broken = error as Error;
      else if (!plain)
        await client.query('rollback').catch((failure: Error) => {
          broken = failure; // the connection is lost, and with it the transaction
        });
      throw error;
    } finally {
      await cancelling.end().catch((failure: Error) => {
        broken = failure;
      });
      client.release(broken);
    }
  }

  tenant(keyId: string, caller?: Leaving): TenantDatabase {
    // Once it has begun to write, an operation may finish: half of one is worse than one that nobody waits for.
    let wrote = false;
    const run = <I, O>(statement: TenantStatement<I, O>, input: I) => {
      wrote ||= statement.lane === 'write';
      const one = (given: I) => this.#run<I, O>(statement, keyId, given, wrote ? undefined : caller?.signal);
      const { merging, name } = statement;
      return merging ? this.#merged.run(`${keyId} ${name}`, merging, input, one) : one(input);
    };
    return { keyId, run };
  }

  system<I, O>(statement: SystemStatement<I, O>, input: I): Promise<O> {
    const one = (given: I) => this.#run<I, O>(statement, null, given);
    const { merging, name } = statement;
    return merging ? this.#merged.run(name, merging, input, one) : one(input);
  }

  async ping(): Promise<void> {
    try {
      await this.#pool.query('select 1');
    } catch (error) {
      throw toClientError(error);
    }
  }

  async figures(): Promise<DatabaseFigures> {
    const size = await this.#pool.query(this.#distributed ? SIZE_OF_ALL : SIZE);
    return { engine: 'postgres', sizeBytes: Number(size.rows[0].size), vectorCache: null, writes: null };
  }

  /** The server removes dead rows in its own time (autovacuum): a client should not force that on everybody's tables. */
  async scrub(): Promise<ScrubState> {
    return 'server';
  }

  /** Uses a connection of its own: a build takes longer than any caller's statement may. */
  async maintainIndexes(request: IndexRequest): Promise<IndexReport> {
    const { log } = this.#options;
    const client = unhurried(this.#options);
    let cancel = () => {};
    try {
      await client.connect();
      const pid = (await client.query('select pg_backend_pid() as pid')).rows[0].pid;
      cancel = () => void this.#pool.query('select pg_cancel_backend($1::int)', [pid]).catch(() => {});
      request.signal?.addEventListener('abort', cancel);
      return await maintainIndexes(client, request, log);
    } catch (error) {
      throw toClientError(error);
    } finally {
      request.signal?.removeEventListener('abort', cancel);
      await client.end().catch(() => {});
      await this.#known.indexes?.refresh().catch(() => {});
    }
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}

/** A connection of its own, for work that takes longer than any caller's statement may. */
function unhurried({ url, log }: PostgresOptions): pg.Client {
  const client = new pg.Client({
    ...connectionOf(url),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    types,
  });
  client.on('error', (error) => log.warn({ err: error }, 'a PostgreSQL connection was lost'));
  return client;
}

async function migrated(options: PostgresOptions): Promise<Distribution> {
  const { log } = options;
  const client = unhurried(options);
  await client.connect();
  try {
    await client.query('set statement_timeout = 0');
    const distribution = await migratePostgres(client, () =>
      log.info({}, 'another node is migrating the schema, or a backup is beginning: waiting until it is done'),
    );
    if (distribution === 'on the coordinator') {
      log.warn(
        {},
        'the database is the coordinator of a Citus cluster, but its tables are not distributed yet, so the workers are idle: run "recollect migrate --distribute"',
      );
    }
    return distribution;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Statements issued in the same tick leave in one write: each write wakes the server, which costs more than its content. */
function send(client: pg.PoolClient, text: string, values?: readonly unknown[]) {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  if (stream.writableCorked === 0) {
    stream.cork();
    process.nextTick(() => stream.uncork());
  }
  return client.query(text, values as unknown[]);
}

function begin({ lane, snapshot }: AnyStatement): string {
  const transaction = snapshot ? 'begin isolation level repeatable read' : 'begin';
  return lane === 'write' ? `${transaction}; ${WRITES}` : transaction;
}

function withoutPassword(url: string): string {
  const parsed = new URL(url);
  parsed.password = '';
  return `${parsed.protocol}//${parsed.username ? `${parsed.username}@` : ''}${parsed.host}${parsed.pathname}`;
}

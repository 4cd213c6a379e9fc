import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import pg from 'pg';
import { randomText } from '../../src/kernel/ids.js';
import { silentLog } from '../../src/kernel/log.js';
import type { Database } from '../../src/storage/database.js';
import { PostgresDatabase } from '../../src/storage/postgres/engine.js';
import { SqliteDatabase } from '../../src/storage/sqlite/engine.js';

export type EngineName = Database['engine'];

/** An empty store: a folder for SQLite, a schema for PostgreSQL. */
export interface TestPlace {
  readonly engine: EngineName;
  /** For SQLite the data itself, for PostgreSQL what a service stores beside it. */
  readonly folder: string;
  /** Set for PostgreSQL: every connection made with it uses the schema of the place. */
  readonly databaseUrl?: string;
  /** Can be called again after a close; on PostgreSQL also while another is open, as a second node. */
  open(): Promise<Database>;
  remove(): Promise<void>;
}

/** Uses a new place if none is given. Closed and removed after the last test of the suite. */
type OpenDatabase = (place?: TestPlace) => Promise<Database>;

const SERVER = process.env.RECOLLECT_TEST_DATABASE_URL;
export const POSTGRES_SKIPPED = SERVER ? false : 'RECOLLECT_TEST_DATABASE_URL is not set';
/** Both, unless one is named: the suite on a cluster does not need the embedded database. */
const ENGINES = (['sqlite', 'postgres'] as const).filter(
  (name) => name === (process.env.RECOLLECT_TEST_ENGINE || name),
);
const POOL_SIZE = 8;
/** Longer than the service's own: a busy machine does not make a read slow. */
const READ_DEADLINE_MS = 60_000;
const CACHE_BYTES = 64 * 1024 * 1024;
/** The service's own thread by default; a test with its own statements names a thread that knows them. */
const THREAD_ENTRY = new URL('../../src/sqlite-thread.js', import.meta.url);

export const newPlace = (
  engine: EngineName,
  threadEntry = THREAD_ENTRY,
  readDeadlineMs?: number,
): Promise<TestPlace> =>
  engine === 'sqlite' ? sqlitePlace(threadEntry, readDeadlineMs) : postgresPlace(SERVER ?? '', readDeadlineMs);

const newFolder = () => mkdtemp(join(tmpdir(), 'recollect-test-'));
const removeFolder = (folder: string) => rm(folder, { recursive: true, force: true });

async function sqlitePlace(threadEntry: URL, readDeadlineMs = READ_DEADLINE_MS): Promise<TestPlace> {
  const folder = await newFolder();
  return {
    engine: 'sqlite',
    folder,
    open: () => SqliteDatabase.open({ folder, cacheBytes: CACHE_BYTES, threadEntry, readDeadlineMs, log: silentLog }),
    remove: () => removeFolder(folder),
  };
}

async function postgresPlace(server: string, readDeadlineMs = READ_DEADLINE_MS): Promise<TestPlace> {
  const folder = await newFolder();
  const schema = `test_${randomText(16).toLowerCase()}`;
  // The extension belongs to the database: if it were created in a test's schema, it would be dropped with it while others use it.
  await onServer(server, 'create extension if not exists vector schema public', `create schema ${schema}`);
  const url = new URL(server);
  url.searchParams.set('options', `-c search_path=${schema},public`);
  // pg decodes %20, not the + that URLSearchParams writes.
  const databaseUrl = url.href.replaceAll('+', '%20');
  return {
    engine: 'postgres',
    folder,
    databaseUrl,
    open: () => PostgresDatabase.open({ url: databaseUrl, poolSize: POOL_SIZE, readDeadlineMs, log: silentLog }),
    async remove() {
      await onServer(server, `drop schema ${schema} cascade`);
      await removeFolder(folder);
    },
  };
}

async function onServer(server: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  try {
    // Two files may find the extension missing at the same time, so only one creates it at a time.
    await client.query("select pg_advisory_lock(hashtext('recollect tests'))");
    await client.query("set client_min_messages = 'warning'");
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A suite on both engines. Without a PostgreSQL server that half is one skipped test that says why: node does not count skipped suites. */
export function eachEngine(name: string, suite: (engine: EngineName) => void): void {
  for (const engine of ENGINES) {
    describe(`${name} (${engine})`, () => {
      if (engine === 'postgres' && POSTGRES_SKIPPED) it('all of it', { skip: POSTGRES_SKIPPED }, () => {});
      else suite(engine);
    });
  }
}

/** The same with only a database; every database that is opened is closed and removed after the last test. */
export function forEachEngine(
  name: string,
  suite: (open: OpenDatabase, engine: EngineName) => void,
  threadEntry = THREAD_ENTRY,
  readDeadlineMs?: number,
): void {
  eachEngine(name, (engine) => {
    const places = new Set<TestPlace>();
    const opened: Database[] = [];
    suite(async (place) => {
      const at = place ?? (await newPlace(engine, threadEntry, readDeadlineMs));
      places.add(at);
      const database = await at.open();
      opened.push(database);
      return database;
    }, engine);
    after(async () => {
      // A test may already have closed its own.
      await Promise.allSettled(opened.map((database) => database.close()));
      for (const place of places) await place.remove();
    });
  });
}

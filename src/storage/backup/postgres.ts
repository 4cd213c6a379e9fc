import { randomBytes } from 'node:crypto';
import pg, { type PoolClient } from 'pg';
import { eraAt, nextEra } from '../eras.js';
import { firstFilled } from '../postgres/cluster.js';
import { CopyOut, copyIn } from '../postgres/copy.js';
import { createSchema, ensureVector, OURS, withMigrationLock } from '../postgres/migrate.js';
import { RowDigest } from '../takeover/digest.js';
import { FILLED_ON_START, isServed } from '../takeover/target.js';
import type { Content, OpenBackup } from './file.js';
import { BackupProblem, checkSchema, headerOf, unknownPart } from './header.js';
import { keyFileParts, keyFilesIn, readParts, writeKeyFiles } from './key-files.js';
import type { Part, PartEnd, TableFigures } from './parts.js';
import type { Restored, TableComparison, Work } from './work.js';

const PREFIX = 'table/';
const CONNECT_TIMEOUT_MS = 10_000;
/** Values have one text form, whatever the role or the server prefers; and no timeout ends a long transaction. */
const SESSION = [
  ...[
    'datestyle = iso',
    "intervalstyle = 'postgres'",
    'extra_float_digits = 1',
    'bytea_output = hex',
    "timezone = 'UTC'",
  ],
  ...['statement_timeout = 0', 'idle_in_transaction_session_timeout = 0', "client_min_messages = 'warning'"],
];

/** What the service and `recollect migrate` record about the schema itself. */
const ABOUT_THE_SCHEMA = ['schema_version', 'sqlite_takeover'];

const quoted = (name: string) => pg.escapeIdentifier(name);
const list = (names: readonly string[]) => names.map(quoted).join(', ');

export async function connected<T>(url: string, name: string, use: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    ...{ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, application_name: name, keepAlive: true },
  });
  client.on('error', () => {}); // the running statement reports it
  await client.connect();
  try {
    for (const setting of SESSION) await client.query(`set ${setting}`);
    return await use(client as unknown as PoolClient);
  } finally {
    // A statement that is still running is cut off, and the server rolls back its transaction.
    await client.end();
  }
}

interface TableColumns {
  name: string;
  columns: string[];
}

/**
 * Those of our tables that exist. Unlogged tables, which the server empties after a crash, are left out, and so are transaction ids: another server
 * assigns its own.
 */
async function tablesOf(client: PoolClient): Promise<TableColumns[]> {
  const { rows } = await client.query<TableColumns>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and c.relpersistence = 'p'
        and c.relname = any($1) and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.atttypid <> 'xid8'::regtype
      group by c.relname order by c.relname collate "C"`,
    [OURS],
  );
  return rows;
}

/** The content of a backup: every table as of one moment. Nodes keep running; none may change the schema until the backup ends. */
export async function postgresContent(client: PoolClient, keysOf: string | null, { signal }: Work): Promise<Content> {
  const { tables, version } = await withMigrationLock(client, async () => {
    const found = await tablesOf(client);
    if (found.length === 0)
      throw new BackupProblem('The database contains no tables of Recollect: check DATABASE_URL.');
    await client.query('begin isolation level repeatable read, read only');
    await client.query(`lock table ${list(found.map(({ name }) => name))} in access share mode`);
    const { rows } = await client.query('select max(version)::int as version from schema_version'); // the snapshot is taken here
    return { tables: found, version: rows[0].version as number };
  });
  checkSchema(version);
  const { rows: settings } = await client.query('select name, value from settings');
  const counted: Record<string, number> = {};
  async function* parts(): AsyncGenerator<Part> {
    for (const { name, columns } of tables) {
      signal.throwIfAborted();
      const { data, figures } = readTable(client, name, columns);
      yield { name: PREFIX + name, columns, data, figures };
      counted[name] = figures().rows;
    }
    if (keysOf !== null) yield* keyFileParts(await keyFilesIn(keysOf));
  }
  const end = async () => {
    const sequences = await sequencesOf(client, tables);
    await client.query('commit');
    return { rows: counted, sequences };
  };
  return { header: headerOf('postgres', version, settings), parts: parts(), end };
}

function readTable(client: PoolClient, name: string, columns: readonly string[]) {
  const digest = new RowDigest();
  const text = `copy ${quoted(name)} (${list(columns)}) to stdout`;
  const data = client.query(new CopyOut(text, (line) => digest.addBytes(line)));
  return { data, figures: (): TableFigures => ({ rows: digest.rows, digest: digest.hash }) };
}

/** The current value of each sequence: never below the last number that was copied. */
async function sequencesOf(client: PoolClient, tables: readonly TableColumns[]): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; last: string }>(
    `select s.relname as name, q.last_value as last from pg_class t
      join pg_depend d on d.refobjid = t.oid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i')
      join pg_class s on s.oid = d.objid and s.relkind = 'S'
      join pg_sequences q on q.schemaname = current_schema() and q.sequencename = s.relname
      where t.relnamespace = current_schema()::regnamespace and t.relname = any($1) and q.last_value is not null`,
    [tables.map(({ name }) => name)],
  );
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
}

/** Fills an empty database, in one transaction. */
export async function restorePostgres(
  client: PoolClient,
  backup: OpenBackup,
  dataDir: string,
  work: Work,
): Promise<Restored> {
  return withMigrationLock(client, async () => {
    await refuseFilled(client);
    await ensureVector(client);
    await client.query('begin');
    try {
      const left = await present(client, [...OURS, ...ABOUT_THE_SCHEMA]);
      if (left.length > 0) await client.query(`drop table ${list(left)}`); // left by a service that was once started on it
      const { keys } = await load(client, backup, work);
      await beginEra(client);
      const report = await writeKeyFiles(dataDir, keys);
      await client.query('commit');
      return { rows: backup.parts.end?.rows ?? {}, keys: report };
    } catch (error) {
      await client.query('rollback').catch(() => {});
      throw error;
    }
  });
}

async function beginEra(client: PoolClient): Promise<void> {
  const { rows } = await client.query(
    `select name, coalesce(pg_sequence_last_value(name::regclass), 0)::text as last from pg_get_serial_sequence('journal', 'seq') as name`,
  );
  const [{ name, last }] = rows;
  const next = Math.max(nextEra(Number(last)), eraAt(Date.now()));
  await client.query('select setval($1::text::regclass, $2::text::bigint)', [name, String(next)]);
}

async function present(client: PoolClient, names: readonly string[]): Promise<string[]> {
  const { rows } = await client.query(
    'select tablename as name from pg_tables where schemaname = current_schema() and tablename = any($1) order by 1',
    [names],
  );
  return rows.map(({ name }) => name as string);
}

async function refuseFilled(client: PoolClient): Promise<void> {
  const there = await present(client, OURS);
  const filled = await firstFilled(
    client,
    there.filter((table) => !FILLED_ON_START.includes(table)),
  );
  if (filled) {
    throw new BackupProblem(
      `The database already contains data (${filled}): restore into an empty one. Create one beside it (create database …; create extension vector) and name it in DATABASE_URL.`,
    );
  }
  if (there.includes('jobs') && (await isServed(client)))
    throw new BackupProblem('A service is running on that PostgreSQL: stop it, and run this again.');
}

/** Creates the schema of the backup's version and fills it, in the caller's transaction. Indexes are built last, which is faster. */
async function load(client: PoolClient, backup: OpenBackup, { signal }: Work) {
  await createSchema(client, backup.header.schema_version);
  const tables = (await tablesOf(client)).map(({ name }) => name);
  // The rows already include what the triggers would count.
  for (const name of tables) await client.query(`alter table ${quoted(name)} disable trigger user`);
  const indexes = await dropIndexes(client, tables);
  await client.query(`truncate ${list(tables)}`); // a migration may have inserted rows
  const ends = new Map<string, PartEnd>();
  const keys = await readParts(backup.parts, signal, async (part) => {
    const name = tables.find((table) => part.name === PREFIX + table);
    if (!name || ends.has(name)) throw unknownPart(part.name);
    const rows = await copyIn(client, `copy ${quoted(name)} (${list(part.columns)}) from stdin`, part.data);
    if (rows !== part.end.rows)
      throw new BackupProblem(`${name}: the backup has ${part.end.rows} rows, PostgreSQL stored ${rows}.`);
    ends.set(name, part.end);
  });
  signal.throwIfAborted();
  for (const [sequence, last] of Object.entries(backup.parts.end?.sequences ?? {}))
    await client.query('select setval(quote_ident($1)::regclass, $2)', [sequence, last]);
  for (const index of indexes) await client.query(index);
  for (const name of tables) await client.query(`alter table ${quoted(name)} enable trigger user`);
  await client.query(`analyze ${list(tables)}`);
  return { keys, ends };
}

/** Drops the indexes that no constraint needs; returns the statements that recreate them. */
async function dropIndexes(client: PoolClient, tables: readonly string[]): Promise<string[]> {
  const { rows } = await client.query(
    `select c.relname as name, pg_get_indexdef(i.indexrelid) as text from pg_index i
      join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
      where t.relnamespace = current_schema()::regnamespace and t.relname = any($1)
        and not exists (select from pg_constraint k where k.conindid = i.indexrelid) order by c.relname`,
    [tables],
  );
  if (rows.length > 0) await client.query(`drop index ${list(rows.map(({ name }) => name))}`);
  return rows.map(({ text }) => text as string);
}

function ofPgvector(schema: string) {
  const at = (name: string) => `${quoted(schema)}.${name}`;
  const of = (type: string) => ({ type, base: at(type), eq: at(`${type}_eq`), dims: at('vector_dims') });
  return [of('vector'), of('halfvec')];
}

/**
 * Restores into a schema that nobody else ever sees, since its transaction is rolled back, and compares every table: if killed, it leaves nothing
 * behind. Its search path is that schema alone, so nothing can reach the tables in use. pgvector may be installed next to those: the parts of it that
 * our schema uses get stand-ins.
 */
export async function verifyPostgres(client: PoolClient, backup: OpenBackup, work: Work): Promise<TableComparison[]> {
  await client.query('begin');
  try {
    const schema = `recollect_verify_${randomBytes(6).toString('hex')}`;
    await client.query(`create schema ${schema}`).catch((error) => {
      throw new BackupProblem(
        `A scratch schema could not be created (${error.message}): let the role create one (grant create on database …), or verify on another server with --database-url.`,
      );
    });
    await ensureVector(client);
    const { rows } = await client.query(
      `select n.nspname as name from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'vector'`,
    );
    for (const { type, base, eq, dims } of ofPgvector(rows[0].name)) {
      await client.query(`create domain ${schema}.${type} as ${base}`);
      await client.query(`create operator ${schema}.= (leftarg = ${base}, rightarg = ${base}, function = ${eq})`);
      await client.query(
        `create function ${schema}.vector_dims(${base}) returns integer language sql immutable return ${dims}($1)`,
      );
    }
    await client.query(`set local search_path = ${schema}`);
    const { ends } = await load(client, backup, work);
    const comparisons: TableComparison[] = [];
    for (const { name, columns } of await tablesOf(client)) {
      work.signal.throwIfAborted();
      const end = ends.get(name);
      const { data, figures } = readTable(client, name, columns);
      for await (const _chunk of data) {
        // The rows are counted as they are read.
      }
      const { rows: restored, digest } = figures();
      const expected = end?.rows ?? 0;
      comparisons.push({ name, rows: expected, restored, same: restored === expected && digest === end?.digest });
    }
    return comparisons;
  } finally {
    await client.query('rollback').catch(() => {});
  }
}

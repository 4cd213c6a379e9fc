import type { ClientBase } from 'pg';
import { MIGRATIONS, SCHEMA_VERSION, tooNew } from '../migrations/index.js';
import { COLUMN_TYPES, type Migration } from '../migrations/types.js';
import {
  changingSchema,
  type Distribution,
  distributeTable,
  dropLeftovers,
  dropTriggers,
  firstFilled,
  hasCitus,
  hasWorkers,
  prepareWorkers,
  waitingTables,
} from './cluster.js';

/** An arbitrary number that no other program uses for its advisory locks: "recollec" in ASCII. */
export const MIGRATION_LOCK = '8243118316933118051';

/** Tables that our migrations have created, at one version or another: everything else in the schema is not ours. */
export const OURS: readonly string[] = MIGRATIONS.flatMap((migration) =>
  migration
    .statements(COLUMN_TYPES.postgres, 'postgres')
    .flatMap((text) => /^\s*create (?:unlogged )?table (?:if not exists )?(\w+)/.exec(text)?.[1] ?? []),
);

/**
 * Brings the database to this release's schema. Several nodes may start at once: one does the work, the others wait and find it done. The connection
 * must have no timeouts: how long it takes depends on the size of the tables.
 */
export async function migratePostgres(client: ClientBase, waits?: () => void): Promise<Distribution> {
  return withMigrationLock(
    client,
    async () => {
      await ensureVector(client);
      if (await hasCitus(client)) return changingSchema(client, () => migrateCluster(client));
      await applyAll(client);
      return 'one server';
    },
    waits,
  );
}

async function migrateCluster(client: ClientBase): Promise<Distribution> {
  const before = await waitingTables(client, OURS);
  await applyAll(client);
  if (!(await hasWorkers(client))) return 'no workers';
  const waiting = await waitingTables(client, OURS);
  const filled = await firstFilled(
    client,
    waiting.filter((name) => before.includes(name)),
  );
  if (filled) return 'on the coordinator';
  await distributeAll(client, waiting);
  await prepareWorkers(client);
  return 'distributed';
}

/** All or none, so that no statement finds some tables distributed and others not. */
async function distributeAll(client: ClientBase, waiting: readonly string[]): Promise<void> {
  if (waiting.length === 0) return;
  const filled: string[] = [];
  await inTransaction(client, async () => {
    for (const table of waiting) {
      const isFilled = (await firstFilled(client, [table])) !== null;
      if (isFilled) filled.push(table);
      // The triggers' counts are already complete: they must not see the rows that are copied.
      const triggers = isFilled ? await dropTriggers(client, table) : [];
      await distributeTable(client, table);
      for (const trigger of triggers) await client.query(trigger);
    }
  });
  for (const name of filled) await dropLeftovers(client, name);
}

export class NoCluster extends Error {}

/** Distributes a database that was filled on the coordinator, in one transaction. Returns the number of tables. No service may be running on it. */
export async function distributePostgres(client: ClientBase): Promise<number> {
  return withMigrationLock(client, async () => {
    if (!(await hasCitus(client)) || !(await hasWorkers(client)))
      throw new NoCluster('The database is not the coordinator of a Citus cluster with a worker.');
    return changingSchema(client, async () => {
      await applyAll(client);
      const waiting = await waitingTables(client, OURS);
      await distributeAll(client, waiting);
      await prepareWorkers(client);
      return waiting.length;
    });
  });
}

/** Starting nodes wait meanwhile, so that nobody else changes the schema. */
export async function withMigrationLock<T>(client: ClientBase, work: () => Promise<T>, waits = () => {}): Promise<T> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as free', [MIGRATION_LOCK]);
  if (!rows[0].free) {
    waits();
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
  }
  try {
    return await work();
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => {}); // released with the connection anyway
  }
}

async function applyAll(client: ClientBase): Promise<void> {
  await client.query(VERSIONS);
  const found = (await client.query('select coalesce(max(version), 0)::int as version from schema_version')).rows[0]
    .version as number;
  if (found > SCHEMA_VERSION) throw new Error(tooNew(found));
  for (const migration of MIGRATIONS.slice(found)) await inTransaction(client, () => apply(client, migration));
}

async function inTransaction(client: ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {}); // the connection is lost, and with it the transaction
    throw error;
  }
}

const VERSIONS =
  'create table if not exists schema_version (version integer primary key, name text not null, applied_at timestamptz not null default now())';

async function apply(client: ClientBase, migration: Migration): Promise<void> {
  for (const text of migration.statements(COLUMN_TYPES.postgres, 'postgres')) await client.query(text);
  await migration.adopt?.postgres(client);
  await client.query('insert into schema_version (version, name) values ($1, $2)', [migration.number, migration.name]);
}

/** Creates the schema as of a version, in the caller's transaction and in the first schema of its search path, which must be empty. */
export async function createSchema(client: ClientBase, version: number): Promise<void> {
  await client.query(VERSIONS);
  for (const migration of MIGRATIONS.slice(0, version)) await apply(client, migration);
}

export async function ensureVector(client: ClientBase): Promise<void> {
  const server = Number((await client.query('show server_version_num')).rows[0].server_version_num);
  if (server < 150_000)
    throw new Error(`PostgreSQL 15 or newer is needed; the server is ${Math.floor(server / 10_000)}.`);
  try {
    await client.query('create extension if not exists vector');
  } catch (error) {
    throw new Error(
      `The extension pgvector could not be set up (${(error as Error).message}): install it on the server and run "create extension vector" once as a superuser.`,
    );
  }
}

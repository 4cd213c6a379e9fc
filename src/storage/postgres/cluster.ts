import pg from 'pg';
import { SESSION } from './connection.js';

/**
 * Where the tables are: on one server, on the workers of a Citus cluster, or on its coordinator because it has no worker or they were filled before.
 */
export type Distribution = 'one server' | 'distributed' | 'no workers' | 'on the coordinator';

type Client = Pick<pg.ClientBase, 'query'>;

/** Triggers of the other tables write to it, on the row's worker: it has to be there before them. */
const FIRST = 'storage_use';

/**
 * Settings of a session that changes the schema of a cluster. Our triggers write only rows of their own key, which are in the co-located shard, but
 * Citus cannot know that. One shard after the other, because a transaction may not modify in parallel what it has read before.
 */
const CHANGES_SCHEMA = ['citus.enable_unsafe_triggers = on', "citus.multi_shard_modify_mode = 'sequential'"];

export async function hasCitus(client: Client): Promise<boolean> {
  return Boolean((await client.query("select 1 from pg_extension where extname = 'citus'")).rowCount);
}

/** Requires a server that has Citus. */
export async function hasWorkers(client: Client): Promise<boolean> {
  const { rowCount } = await client.query(
    "select 1 from pg_dist_node where groupid <> 0 and noderole = 'primary' and isactive and shouldhaveshards limit 1",
  );
  return Boolean(rowCount);
}

export async function isDistributed(client: Client, table = 'memory_vectors'): Promise<boolean> {
  const { rowCount } = await client.query('select 1 from pg_dist_partition where logicalrelid = to_regclass($1)', [
    table,
  ]);
  return Boolean(rowCount);
}

/** Runs `work`, which changes the schema of a cluster. */
export async function changingSchema<T>(client: Client, work: () => Promise<T>): Promise<T> {
  for (const setting of CHANGES_SCHEMA) await client.query(`set ${setting}`);
  try {
    return await work();
  } finally {
    for (const setting of CHANGES_SCHEMA) await client.query(`reset ${setting.split(' = ')[0]}`);
  }
}

/** Returns the first table that holds a row. */
export async function firstFilled(client: Client, tables: readonly string[]): Promise<string | null> {
  for (const name of tables) {
    const { rowCount } = await client.query(`select 1 from ${pg.escapeIdentifier(name)} limit 1`);
    if (rowCount) return name;
  }
  return null;
}

/**
 * Names of our tables that belong on the workers and are still on the coordinator, in the order in which they have to be moved. A table whose
 * `key_id` is not null and part of its primary key is distributed by it. All other tables stay, and so do unlogged ones: Citus could not move their
 * shards while they are written to.
 */
export async function waitingTables(client: Client, ours: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name
      from pg_class c join pg_attribute k on k.attrelid = c.oid and k.attname = 'key_id' and k.attnotnull and not k.attisdropped
        join pg_index i on i.indrelid = c.oid and i.indisprimary and k.attnum = any (i.indkey::int2[])
      where c.relkind = 'r' and c.relpersistence = 'p' and c.relnamespace = current_schema()::regnamespace and c.relname = any($1)
        and not exists (select from pg_dist_partition p where p.logicalrelid = c.oid)
      order by c.relname = $2 desc, c.relname`,
    [ours, FIRST],
  );
  return rows.map(({ name }) => name);
}

export async function distributeTable(client: Client, name: string): Promise<void> {
  const beside = (await isDistributed(client, FIRST)) ? FIRST : 'none';
  await client.query("select create_distributed_table(to_regclass($1), 'key_id', colocate_with => $2)", [
    pg.escapeIdentifier(name),
    beside,
  ]);
}

/** Drops the triggers of a table; returns the statements that recreate them. */
export async function dropTriggers(client: Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string; text: string }>(
    'select tgname as name, pg_get_triggerdef(oid) as text from pg_trigger where tgrelid = to_regclass($1) and not tgisinternal',
    [pg.escapeIdentifier(table)],
  );
  for (const { name } of rows)
    await client.query(`drop trigger ${pg.escapeIdentifier(name)} on ${pg.escapeIdentifier(table)}`);
  return rows.map(({ text }) => text);
}

/** Citus keeps the original rows, invisible to every statement. */
export async function dropLeftovers(client: Client, name: string): Promise<void> {
  await client.query('select truncate_local_data_after_distributing_table(to_regclass($1))', [
    pg.escapeIdentifier(name),
  ]);
}

/**
 * Sessions on the workers start with their own settings. This makes trigger functions find the tables of our schema, and gives searches the settings
 * that ours have. If the role may not alter the database, the operator sets them (docs/scaling.md).
 */
export async function prepareWorkers(client: Client): Promise<void> {
  const { rows: functions } = await client.query(
    `select distinct t.tgfoid::regprocedure::text as name from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc f on f.oid = t.tgfoid
      where not t.tgisinternal and c.relnamespace = current_schema()::regnamespace and f.pronamespace = c.relnamespace
        and current_schema() <> 'public' and f.proconfig is null`,
  );
  const { rows: path } = await client.query('show search_path');
  for (const { name } of functions)
    await client.query(`alter function ${name} set search_path = ${path[0].search_path}`);
  const settings = [...SESSION, 'citus.enable_unsafe_triggers=on'];
  const { rows: lacking } = await client.query(
    `select 1 from run_command_on_all_nodes($cmd$select coalesce((select setconfig @> ${textArray(settings)}
      from pg_db_role_setting where setrole = 0 and setdatabase = (select oid from pg_database where datname = current_database())), false)$cmd$)
      where not success or result not in ('t', 'true')`,
  );
  if (lacking.length === 0) return;
  const { rows: at } = await client.query('select quote_ident(current_database()) as name');
  for (const setting of settings) {
    await client.query('select run_command_on_all_nodes($1)', [
      `alter database ${at[0].name} set ${setting.replace('=', ' = ')}`,
    ]);
  }
}

const textArray = (texts: readonly string[]) =>
  `array[${texts.map((text) => pg.escapeLiteral(text)).join(', ')}]::text[]`;

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { type Config, configOfProcess, type Flags } from '../../config/config.js';
import { SCHEMA_VERSION } from '../../storage/migrations/index.js';
import { openSqlite } from '../../storage/sqlite/driver.js';
import { VERSION } from '../../version.js';
import { databaseFailure, EXIT, Failure, sentence } from '../failure.js';
import { addressOf, healthOf } from '../remote/running.js';
import { announced } from '../remote/running-file.js';

export interface UpgradeOptions {
  check: boolean;
  /** Ask the npm registry for the newest release: the only thing here that needs a network. */
  latest?: boolean;
  url?: string;
  json?: boolean;
}

interface Found {
  installed: { version: string; schema: number };
  /** Null if nothing responds. */
  running: { version: string; url: string } | null;
  /** Null if there is no database yet. */
  database: { schema: number } | null;
  /** Only with `--latest`. */
  latest?: string;
}

const TIMEOUT_MS = 5_000;
const REGISTRY_TIMEOUT_MS = 30_000;

function schemaOfFile(dataDir: string): number | null {
  const file = join(dataDir, 'recollect.db');
  if (!existsSync(file)) return null;
  const handle = openSqlite(file);
  try {
    return Number((handle.prepare('pragma user_version').get() as { user_version: number }).user_version);
  } catch (error) {
    throw new Failure(`${file} cannot be read: ${sentence(error)}`);
  } finally {
    handle.close();
  }
}

async function schemaOfServer(url: string): Promise<number | null> {
  const limits = { connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS };
  const client = new pg.Client({ connectionString: url, application_name: 'recollect upgrade', ...limits });
  client.on('error', () => {}); // the query below reports what went wrong
  try {
    await client.connect();
    const { rows } = await client.query('select max(version)::int as version from schema_version');
    return rows[0].version;
  } catch (error) {
    if ((error as { code?: string }).code === '42P01') return null; // no such table: an empty database
    throw databaseFailure(error, url) ?? error;
  } finally {
    await client.end().catch(() => {});
  }
}

async function newestRelease(): Promise<string> {
  const name = 'recollect';
  try {
    const { stdout } = await promisify(execFile)('npm', ['view', name, 'version'], { timeout: REGISTRY_TIMEOUT_MS });
    return stdout.trim();
  } catch {
    throw new Failure('The newest release is unknown: `npm view recollect version` failed.');
  }
}

async function inspect(config: Config, { latest, url }: UpgradeOptions): Promise<Found> {
  const address = url ? addressOf({ url }, config) : ((await announced(config)) ?? addressOf({}, config));
  const [health, schema, newest] = await Promise.all([
    healthOf(address),
    config.databaseUrl === undefined ? schemaOfFile(config.dataDir) : schemaOfServer(config.databaseUrl),
    latest ? newestRelease() : undefined,
  ]);
  return {
    installed: { version: VERSION, schema: SCHEMA_VERSION },
    running: health && { version: health.version, url: address },
    database: schema === null ? null : { schema },
    ...(newest === undefined ? {} : { latest: newest }),
  };
}

/** What there is to do, one sentence each. */
function adviceOn({ installed, running, database, latest }: Found): string[] {
  const advice: string[] = [];
  if (latest !== undefined && latest !== installed.version)
    advice.push(`The newest release is ${latest}: read its changelog, make a backup, then install it.`);
  if (database && database.schema > installed.schema)
    advice.push(
      'This release cannot use the database: a newer release has migrated it. Install that release, or restore a backup.',
    );
  if (database && database.schema < installed.schema)
    advice.push(
      'Starting this release migrates the database, and earlier releases then reject it: make a backup first.',
    );
  if (running && running.version !== installed.version)
    advice.push(`The running service is ${running.version}: restart it to use ${installed.version}.`);
  return advice;
}

/** `recollect upgrade --check`: exit code 0 if there is nothing to do, else 1. */
export async function upgradeCommand(options: UpgradeOptions & Flags): Promise<number> {
  const { check: _, latest, url, json, ...flags } = options;
  const found = await inspect(configOfProcess(flags), options);
  const advice = adviceOn(found);
  const lines = [
    `installed: ${VERSION}, schema ${SCHEMA_VERSION}`,
    `running:   ${found.running ? `${found.running.version} at ${found.running.url}` : 'nothing responds'}`,
    `database:  ${found.database ? `schema ${found.database.schema}` : 'none yet'}`,
    ...(found.latest === undefined ? [] : [`latest:    ${found.latest}`]),
    ...(advice.length > 0 ? advice : ['There is nothing to do.']),
  ];
  process.stdout.write(json ? `${JSON.stringify({ ...found, advice }, null, 2)}\n` : `${lines.join('\n')}\n`);
  return advice.length > 0 ? EXIT.failure : EXIT.ok;
}

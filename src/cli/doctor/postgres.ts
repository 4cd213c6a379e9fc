import pg from 'pg';
import { withoutSecrets } from '../../config/redact.js';
import { sentence } from '../failure.js';
import { bad, type CheckResult, good } from './check.js';
import { checkServer, SETTINGS_QUERY, type ServerFacts } from './postgres-settings.js';
import { type Ask, checkBacklogs } from './store.js';

const TIMEOUT_MS = 5_000;
const OLDEST_SERVER = 15;
const OLDEST_VECTOR = [0, 8];

const QUERY = `select current_setting('server_version_num')::int as server,
  (select extversion from pg_extension where extname = 'vector') as installed,
  (select default_version from pg_available_extensions where name = 'vector') as available`;

interface Found {
  server: number;
  installed: string | null;
  available: string | null;
}

interface Asked {
  found: Found;
  facts: ServerFacts;
  backlogs: CheckResult[];
}

async function ask(url: string, { journalDays, running }: PostgresOptions): Promise<Asked> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    application_name: 'recollect doctor',
  });
  client.on('error', () => {}); // the query below reports what went wrong
  try {
    await client.connect();
    const found = (await client.query<Found>(QUERY)).rows[0] as Found;
    const before = Date.now();
    const server = (await client.query(SETTINGS_QUERY)).rows[0] as Record<keyof ServerFacts, unknown>;
    const own_now = (before + Date.now()) / 2;
    const numbers = Object.entries(server).map(([name, value]) => [
      name,
      isWord(name) || value === null ? value : Number(value),
    ]);
    const facts = { ...Object.fromEntries(numbers), own_now } as ServerFacts;
    const tables = await client.query("select to_regclass('console_sessions') is not null as there");
    const read: Ask = async (statement) => (await client.query(statement)).rows;
    return {
      found,
      facts,
      backlogs: running && tables.rows[0]?.there ? await checkBacklogs(read, journalDays, facts.server_now) : [],
    };
  } finally {
    await client.end().catch(() => {});
  }
}

/** Settings that are not numbers. */
const isWord = (name: string) => ['autovacuum', 'synchronous_commit', 'fsync', 'full_page_writes'].includes(name);

function isOldVector(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldMajor = 0, oldMinor = 0] = OLDEST_VECTOR;
  return major < oldMajor || (major === oldMajor && minor < oldMinor);
}

function checkVector({ installed, available }: Found): CheckResult {
  const version = installed ?? available;
  const wanted = OLDEST_VECTOR.join('.');
  if (version === null)
    return bad('pgvector', 'not installed on the server', `Install pgvector ${wanted} or newer there.`);
  if (isOldVector(version)) return bad('pgvector', `version ${version} is too old`, `Update it to ${wanted} or newer.`);
  return good('pgvector', installed ? `version ${version}` : `version ${version}, set up at the first start`);
}

interface PostgresOptions {
  pool: number;
  journalDays: number;
  /** Whether a service uses it: only then its backlogs matter. */
  running: boolean;
}

/** Whether the database responds, supports vectors, is configured well, and keeps up. */
export async function checkPostgres(url: string, options: PostgresOptions): Promise<CheckResult[]> {
  const place = withoutSecrets(url) ?? 'DATABASE_URL';
  try {
    const { found, facts, backlogs } = await ask(url, options);
    const server = Math.floor(found.server / 10_000);
    const reached = `PostgreSQL ${server} at ${place}`;
    if (server >= OLDEST_SERVER)
      return [good('database', reached), checkVector(found), ...checkServer(facts, options.pool), ...backlogs];
    return [bad('database', `${reached} is too old`, `PostgreSQL ${OLDEST_SERVER} or newer is needed.`)];
  } catch (error) {
    const advice = 'Check DATABASE_URL, and that the server runs and accepts connections from here.';
    return [bad('database', `${place} cannot be reached: ${sentence(error)}`, advice)];
  }
}

import pg from 'pg';
import { withoutSecrets } from '../../config/redact.js';
import { sentence } from '../failure.js';
import { bad, type CheckResult, good } from './check.js';

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

async function ask(url: string): Promise<Found> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    application_name: 'recollect doctor',
  });
  client.on('error', () => {}); // the query below says what went wrong
  try {
    await client.connect();
    return (await client.query<Found>(QUERY)).rows[0] as Found;
  } finally {
    await client.end().catch(() => {});
  }
}

function isOldVector(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldMajor = 0, oldMinor = 0] = OLDEST_VECTOR;
  return major < oldMajor || (major === oldMajor && minor < oldMinor);
}

function checkVector({ installed, available }: Found): CheckResult {
  const version = installed ?? available;
  const wanted = OLDEST_VECTOR.join('.');
  if (version === null) {
    return bad('pgvector', 'not installed on the server', `Install pgvector ${wanted} or newer there.`);
  }
  if (isOldVector(version)) {
    return bad('pgvector', `version ${version} is too old`, `Update it to ${wanted} or newer.`);
  }
  return good('pgvector', installed ? `version ${version}` : `version ${version}, set up at the first start`);
}

/** Whether the database answers and can hold vectors. */
export async function checkPostgres(url: string): Promise<CheckResult[]> {
  const place = withoutSecrets(url) ?? 'DATABASE_URL';
  try {
    const found = await ask(url);
    const server = Math.floor(found.server / 10_000);
    const reached = `PostgreSQL ${server} at ${place}`;
    if (server >= OLDEST_SERVER) return [good('database', reached), checkVector(found)];
    return [bad('database', `${reached} is too old`, `PostgreSQL ${OLDEST_SERVER} or newer is needed.`)];
  } catch (error) {
    const advice = 'Check DATABASE_URL, and that the server runs and accepts connections from here.';
    return [bad('database', `${place} cannot be reached: ${sentence(error)}`, advice)];
  }
}

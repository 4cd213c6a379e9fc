import { SECOND } from '../../kernel/clock.js';
import { bad, type CheckResult, good, warning } from './check.js';

/** As returned by `QUERY`; sizes in bytes. */
export interface ServerFacts {
  max_connections: number;
  reserved: number;
  /** Other connections to the whole server. */
  others: number;
  shared_buffers: number;
  work_mem: number;
  autovacuum: string;
  synchronous_commit: string;
  fsync: string;
  full_page_writes: string;
  database_bytes: number;
  /** Unix milliseconds by the server's clock, and by ours halfway through the query. */
  server_now: number;
  own_now: number;
  /** Seconds since the oldest transaction of this database began. */
  oldest_transaction: number | null;
}

export const SETTINGS_QUERY = `select current_setting('max_connections')::int as max_connections,
  current_setting('superuser_reserved_connections')::int as reserved,
  (select count(*)::int from pg_stat_activity where backend_type = 'client backend' and application_name not like 'recollect%') as others,
  (select setting::bigint * 8192 from pg_settings where name = 'shared_buffers') as shared_buffers,
  (select setting::bigint * 1024 from pg_settings where name = 'work_mem') as work_mem,
  current_setting('autovacuum') as autovacuum, current_setting('synchronous_commit') as synchronous_commit,
  current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes,
  pg_database_size(current_database()) as database_bytes,
  extract(epoch from clock_timestamp()) * 1000 as server_now,
  (select extract(epoch from clock_timestamp() - min(xact_start)) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle') as oldest_transaction`;

const MB = 1024 ** 2;
/** The default of PostgreSQL. */
const STANDARD_BUFFERS = 128 * MB;
/** From this size on, the default is too small. */
const LARGE_DATABASE = 1024 * MB;
const MIN_WORK_MEM = 4 * MB;
/** Nodes compare times taken from their own clocks. */
const MAX_SKEW_MS = SECOND;
/** Seconds after which an open transaction delays events noticeably. */
const LONG_TRANSACTION = 300;

const mb = (bytes: number) => `${Math.round(bytes / MB)} MB`;

/** Server settings that make it slow, lose data or refuse connections, or one result that there are none; then the clock and open transactions. */
export function checkServer(found: ServerFacts, pool: number): CheckResult[] {
  const problems = [
    ...connectionProblems(found, pool),
    ...durabilityProblems(found),
    ...memoryProblems(found, pool),
    ...(found.autovacuum === 'off'
      ? [bad('autovacuum', 'off: tables grow without end and searches slow down', 'Set autovacuum = on.')]
      : []),
  ];
  const settings = problems.length > 0 ? problems : [good('settings', 'no problems with the server’s settings')];
  return [...settings, checkClock(found), checkTransactions(found)];
}

function connectionProblems({ max_connections, reserved, others }: ServerFacts, pool: number): CheckResult[] {
  const free = max_connections - reserved;
  if (pool + others <= free) return [];
  const detail = `${free} are allowed; this node uses up to ${pool}, other programs currently use ${others}`;
  const advice = 'Raise max_connections, or lower RECOLLECT_PG_POOL; count all nodes.';
  return [pool > free ? bad('connections', detail, advice) : warning('connections', detail, advice)];
}

function durabilityProblems({ synchronous_commit, fsync, full_page_writes }: ServerFacts): CheckResult[] {
  const lost = 'acknowledged memories can be lost';
  return [
    ...(synchronous_commit === 'off'
      ? [warning('synchronous_commit', `off: in a crash ${lost}`, 'Set synchronous_commit = on.')]
      : []),
    ...(fsync === 'off'
      ? [bad('fsync', `off: in a power failure ${lost} with the whole database`, 'Set fsync = on.')]
      : []),
    ...(full_page_writes === 'off'
      ? [bad('full_page_writes', 'off: a power failure can damage the database', 'Set full_page_writes = on.')]
      : []),
  ];
}

function memoryProblems({ shared_buffers, work_mem, database_bytes }: ServerFacts, pool: number): CheckResult[] {
  const isSmall = shared_buffers <= STANDARD_BUFFERS && database_bytes > LARGE_DATABASE;
  return [
    ...(isSmall
      ? [
          warning(
            'shared_buffers',
            `${mb(shared_buffers)} for a database of ${mb(database_bytes)}`,
            'Set shared_buffers to about a quarter of the server’s memory.',
          ),
        ]
      : []),
    ...(work_mem < MIN_WORK_MEM
      ? [warning('work_mem', `${mb(work_mem)}: sorts go to disk`, `Set work_mem to ${mb(MIN_WORK_MEM)} or more.`)]
      : []),
    ...(work_mem * pool > 64 * 1024 * MB
      ? [
          warning(
            'work_mem',
            `${mb(work_mem)} for each of ${pool} connections`,
            'Lower work_mem: every sort may take that much.',
          ),
        ]
      : []),
  ];
}

function checkClock({ server_now, own_now }: ServerFacts): CheckResult {
  const skew = Math.round(server_now - own_now);
  const detail = `this machine is ${Math.abs(skew)} ms ${skew < 0 ? 'ahead of' : 'behind'} the database server`;
  if (Math.abs(skew) <= MAX_SKEW_MS) return good('clock', detail);
  return warning('clock', detail, 'Keep the clocks of all nodes within a second of each other (NTP).');
}

function checkTransactions({ oldest_transaction: seconds }: ServerFacts): CheckResult {
  if (seconds === null || seconds < LONG_TRANSACTION)
    return good('horizon', 'no open transaction is holding events back');
  const detail = `a transaction has been open for ${Math.round(seconds / 60)} minutes: events wait for it, and vacuum cannot clean up`;
  return warning('horizon', detail, 'Find it in pg_stat_activity (xact_start) and end it.');
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DAY, MINUTE } from '../../kernel/clock.js';
import { openSqlite } from '../../storage/sqlite/driver.js';
import { countText } from '../output/count-text.js';
import { bad, type CheckResult, good, warning } from './check.js';

/** Runs one read-only statement. */
export type Ask = (statement: string) => Promise<Record<string, unknown>[]>;

/** A backlog or a job that has waited longer than this is not keeping up. */
const LATE_MS = 10 * MINUTE;
/** Allows for the time between two runs of the job that trims the journal, and for its batch size. */
const TRIM_SLACK_MS = DAY;

const ago = (ms: number) =>
  ms < 2 * MINUTE
    ? `${Math.round(ms / 1_000)} s`
    : ms < 2 * DAY
      ? `${Math.round(ms / MINUTE)} minutes`
      : `${Math.round(ms / DAY)} days`;

/** What is waiting in the store of a running service, and for how long. `journalDays`: how long events are kept. */
export async function checkBacklogs(ask: Ask, journalDays: number, now: number): Promise<CheckResult[]> {
  return [await checkBacklog(ask, now), await checkJobs(ask, now), await checkJournal(ask, journalDays, now)];
}

async function checkBacklog(ask: Ask, now: number): Promise<CheckResult> {
  const [row] = await ask('select count(*) as n, min(created_at) as oldest from memories where embedded_model is null');
  const [count, oldest] = [Number(row?.n ?? 0), Number(row?.oldest ?? now)];
  if (count === 0) return good('backlog', 'no memories are waiting to be embedded');
  const detail = `${countText(count, 'memory is', 'memories are')} waiting to be embedded, the oldest for ${ago(now - oldest)}`;
  if (now - oldest < LATE_MS) return good('backlog', detail);
  return warning(
    'backlog',
    detail,
    'Check that the service is running and that its embedder is available (GET /health); a large import takes a while.',
  );
}

async function checkJobs(ask: Ask, now: number): Promise<CheckResult> {
  const rows = await ask(`select kind, count(*) as n, max(last_error) as error from jobs
    where last_error is not null and kind <> 'deliver' group by kind order by kind`);
  if (rows.length > 0) {
    const kinds = rows.map(({ kind, error }) => `${kind} (${String(error).replace(/\s+/g, ' ').slice(0, 120)})`);
    return bad('jobs', `failing: ${kinds.join(', ')}`, 'See recollect jobs --state failing and the log.');
  }
  const [late] = await ask(`select count(*) as n, min(run_at) as since from jobs
    where run_at < ${now - LATE_MS} and (lease_until is null or lease_until < ${now})`);
  const count = Number(late?.n ?? 0);
  if (count === 0) return good('jobs', 'none are overdue');
  return warning(
    'jobs',
    `${count} ${count === 1 ? 'is' : 'are'} overdue, the first by ${ago(now - Number(late?.since))}`,
    'Start the service, or see recollect jobs --state due.',
  );
}

async function checkJournal(ask: Ask, journalDays: number, now: number): Promise<CheckResult> {
  const [first] = await ask('select at from journal order by seq limit 1');
  if (!first) return good('journal', 'empty');
  const age = now - Number(first.at);
  const detail = `its oldest event is ${ago(age)} old`;
  if (age < journalDays * DAY + TRIM_SLACK_MS) return good('journal', detail);
  const [behind] = await ask(`select count(*) as n from subscriptions s join api_keys k on k.id = s.key_id
    where s.state = 'active' and s.url is not null and k.revoked_at is null and (k.expires_at is null or k.expires_at > ${now})
    and exists (select 1 from journal j where j.key_id = s.key_id and j.seq > s.position and j.at < ${now - journalDays * DAY})`);
  const lagging = Number(behind?.n ?? 0);
  const advice = lagging
    ? `${countText(lagging, 'webhook lags', 'webhooks lag')} behind and ${lagging === 1 ? 'prevents' : 'prevent'} trimming: see recollect jobs --kind deliver.`
    : 'The service trims it every hour: check that it is running.';
  return warning('journal', `${detail}, though events are kept for ${countText(journalDays, 'day')}`, advice);
}

/** The same for the embedded database. Reads alongside a running service without disturbing its writes. */
export async function checkSqliteStore(folder: string, journalDays: number): Promise<CheckResult[]> {
  const file = join(folder, 'recollect.db');
  if (!existsSync(file)) return [];
  const handle = openSqlite(file);
  try {
    handle.exec('pragma busy_timeout = 2000; pragma query_only = 1');
    const [schema] = handle.prepare("select count(*) as n from sqlite_master where name = 'console_sessions'").all();
    if (!Number(schema?.n)) return []; // the first start of this release has yet to create it
    const ask: Ask = async (statement) => handle.prepare(statement).all() as Record<string, unknown>[];
    return await checkBacklogs(ask, journalDays, Date.now());
  } finally {
    handle.close();
  }
}

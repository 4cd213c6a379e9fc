import { CLOCK_SKEW_MS } from '../../../kernel/clock.js';
import { databaseUnavailable } from '../../../kernel/errors.js';
import { hasOneWriter } from '../../../storage/dialect.js';
import { nextEra } from '../../../storage/eras.js';
import { fromJson } from '../../../storage/json.js';
import { among, and, type Sql, sql } from '../../../storage/sql.js';
import { systemRead, systemWrite, type TenantTx, type Tx, tenantRead } from '../../../storage/statement.js';
import type { MemoryRecord } from '../../memories/record.js';
import { RECORD_COLUMNS, toRecord } from '../../memories/sql/row.js';
import type { JournalLine } from '../journal/event.js';
import type { Sight } from '../journal/horizon.js';
import { type EventFilter, journalKinds, nameFor } from '../journal/kinds.js';
import { isDelivered } from './subscription.js';

/** `since`: a position in the journal; `checked`: the transaction up to which no worker holds one prepared. */
interface Poll {
  since: number | null;
  checked: number;
}

/** How far the journal goes, and which keys have something new after `since`. */
export const pollJournal = systemRead(
  'events.look',
  async (tx, { since, checked }: Poll): Promise<Sight & { keys: string[] }> => {
    const sight = await see(tx, checked);
    if (since === null || sight.last <= since) return { ...sight, keys: [] };
    const rows = await tx.all<{ key_id: string }>(
      sql`select distinct key_id from journal where seq > ${since} and seq <= ${sight.last}`,
    );
    return { ...sight, keys: rows.map((row) => row.key_id) };
  },
);

/** Reads what is visible, and then which transactions are open. With one writer no line appears late. */
async function see(tx: Tx, checked: number): Promise<Sight> {
  const row = await tx.get<Record<'last' | 'floor', string | number | null>>(
    sql`select (select max(seq) from journal) as last, (select value from settings where name = 'journal_floor') as floor`,
  );
  const floor = Number(row?.floor ?? 0);
  const none = { oldest: 0, next: 0, prepared: [] };
  const open = hasOneWriter(tx.dialect) ? none : await openTransactions(tx, checked);
  return { last: Math.max(Number(row?.last ?? 0), floor), floor, ...open };
}

const CITUS = sql`to_regclass('pg_catalog.pg_dist_transaction') is not null`;

/** A separate statement: each part of a cluster has its own snapshot, and this one must be newer than the read of the journal. */
async function openTransactions(tx: Tx, checked: number): Promise<Pick<Sight, 'oldest' | 'next' | 'prepared'>> {
  const row = await tx.get<{ oldest: string; next: string; cluster: boolean }>(sql`select ${CITUS} as cluster,
    pg_snapshot_xmin(pg_current_snapshot())::text as oldest, pg_snapshot_xmax(pg_current_snapshot())::text as next`);
  const open = { oldest: Number(row?.oldest), next: Number(row?.next) };
  return { ...open, prepared: row?.cluster ? await preparedTransactions(tx, checked) : [] };
}

/**
 * Citus records on the coordinator, in the transaction itself, that it was prepared on workers. The workers are queried only if there is a record
 * newer than `checked`. The numbers of these records have 32 bits and wrap around.
 */
async function preparedTransactions(tx: Tx, checked: number): Promise<string[]> {
  const noted = await tx.get(sql`select 1 as noted from pg_dist_transaction
    where (xmin::text::bigint - ${checked % 2 ** 32}::bigint + 4294967296) % 4294967296 < 2147483648 limit 1`);
  if (!noted) return [];
  const workers = await tx.all<{
    success: boolean;
    result: string;
  }>(sql`select success, result from run_command_on_workers(
    $$select coalesce(string_agg(gid, ' '), '') from pg_prepared_xacts where database = current_database()$$)`);
  if (workers.some(({ success }) => !success)) throw databaseUnavailable('A worker of the cluster does not respond.');
  return workers.flatMap(({ result }) => result.split(' ').filter(Boolean));
}

interface ReadEvents {
  filter: EventFilter;
  after: number;
  /** Never past the horizon. */
  until: number;
  limit: number;
}

const LINE = sql`seq, kind, user_id, agent_id, subject, at, data`;
const toLine = (filter: EventFilter, row: JournalLine): JournalLine => ({
  ...row,
  kind: nameFor(filter.kinds, row.kind),
  data: fromJson<Record<string, unknown>>(row.data),
});

/** Conditions for the lines of the key that pass the filter. */
function passing(tx: TenantTx, filter: EventFilter): Sql[] {
  const conditions: Sql[] = [sql`key_id = ${tx.keyId}`, among(tx.dialect, 'kind', journalKinds(filter.kinds))];
  if (filter.userId !== null) conditions.push(sql`user_id = ${filter.userId}`);
  if (filter.agentId !== null) conditions.push(sql`agent_id = ${filter.agentId}`);
  return conditions;
}

/** Lines of the key that one read scans, whatever it finds: however rare its events are, it ends well before its deadline. */
export const MAX_SCANNED = 20_000;

export interface Events {
  lines: JournalLine[];
  /** The position up to which these are all. */
  end: number;
  /** Whether there may be more right after it. */
  more: boolean;
}
/** The lines after a position that pass the filter, in order. */
export const readEvents = tenantRead(
  'events.read',
  async (tx, { filter, after, until, limit }: ReadEvents): Promise<Events> => {
    const edge = until - after > MAX_SCANNED ? await lastScanned(tx, after, until) : null;
    const last = edge ?? Math.max(after, until);
    const wanted = and([...passing(tx, filter), sql`seq > ${after}`, sql`seq <= ${last}`]);
    const rows = await tx.all<JournalLine>(
      sql`select ${LINE} from journal where ${wanted} order by seq limit ${limit}`,
    );
    const lines = rows.map((row) => toLine(filter, row));
    const full = lines.length === limit;
    return { lines, end: full ? (lines.at(-1)?.seq ?? last) : last, more: full || edge !== null };
  },
);

/** Null: the scan reaches the end. */
async function lastScanned(tx: TenantTx, after: number, until: number): Promise<number | null> {
  const line = await tx.get<{ seq: number }>(sql`select seq from journal where key_id = ${tx.keyId} and seq > ${after}
    and seq <= ${until} order by seq limit 1 offset ${MAX_SCANNED - 1}`);
  return line?.seq ?? null;
}

/** The last line of the key up to a position; 0 if it has none. */
export const lastLine = tenantRead('events.last', async (tx, { until }: { until: number }): Promise<number> => {
  const row = await tx.get<{ seq: number | null }>(
    sql`select max(seq) as seq from journal where key_id = ${tx.keyId} and seq <= ${until}`,
  );
  return row?.seq ?? 0;
});

/**
 * The last position that is known in the era of this one. One beyond it was given out by a journal whose end was lost: after a restore, or after a
 * fail-over to a standby that lagged behind.
 */
export const endOfEra = systemRead('events.endOfEra', async (tx, { seq }: { seq: number }): Promise<number> => {
  const next = nextEra(seq);
  const row = await tx.get<Record<'last' | 'floor', string | number | null>>(
    sql`select (select max(seq) from journal where seq < ${next}) as last, (select value from settings where name = 'journal_floor') as floor`,
  );
  const floor = Number(row?.floor ?? 0);
  return Math.max(Number(row?.last ?? 0), floor < next ? floor : 0);
});

interface ReadEarlier {
  filter: EventFilter;
  before: number;
  limit: number;
  /** The most lines that are scanned. */
  most: number;
}

/** The lines before a position that pass the filter, newest first, and the position to continue from; null: that was all. */
export const readEarlier = tenantRead(
  'events.earlier',
  async (tx, { filter, before, limit, most }: ReadEarlier): Promise<{ lines: JournalLine[]; next: number | null }> => {
    const last = await tx.get<{ seq: number }>(sql`select seq from journal where key_id = ${tx.keyId}
      and seq < ${before} order by seq desc limit 1 offset ${most - 1}`);
    const wanted = and([...passing(tx, filter), sql`seq < ${before}`, sql`seq >= ${last?.seq ?? 0}`]);
    const rows = await tx.all<JournalLine>(
      sql`select ${LINE} from journal where ${wanted} order by seq desc limit ${limit + 1}`,
    );
    const lines = rows.slice(0, limit).map((row) => toLine(filter, row));
    if (rows.length > limit) return { lines, next: lines.at(-1)?.seq ?? null };
    return { lines, next: last?.seq ?? null };
  },
);

/** The memories of events whose contents were requested, as they are now. */
export const memoriesOfEvents = tenantRead(
  'events.memories',
  async (tx, input: { ids: readonly string[]; now: number }): Promise<MemoryRecord[]> => {
    const rows = await tx.all(sql`select ${RECORD_COLUMNS} from memories m where m.key_id = ${tx.keyId}
      and ${among(tx.dialect, 'm.id', input.ids)} and (m.expires_at is null or m.expires_at > ${input.now})`);
    return rows.map(toRecord);
  },
);

/** Journal lines removed per transaction. */
const TRIM_STEP = 5_000;

interface Timed {
  seq: number;
  at: number;
}
const latestTime = (now: number) => now + CLOCK_SKEW_MS;

/** The first line whose time is not in the future. */
export const firstTimed = systemRead(
  'events.timed',
  async (tx, { now }: { now: number }): Promise<Timed | null> =>
    (await tx.get<Timed>(sql`select seq, at from journal where at <= ${latestTime(now)} order by seq limit 1`)) ?? null,
);

/**
 * Removes the oldest lines from before a time, up to the first that a webhook still has to read; returns how many. Whoever holds
 * a position in the journal learns from `journal_floor` that earlier lines may be gone. A time in the future was written before a clock was set back:
 * such a line is as old as the next one that has another. `timed`: the first such line of the journal.
 */
export const trimJournal = systemWrite(
  'events.trim',
  async (tx, { before, now, timed }: { before: number; now: number; timed: Timed | null }): Promise<number> => {
    const lines = await tx.all<{ seq: number; key_id: string; at: number }>(
      sql`select seq, key_id, at from journal order by seq limit ${TRIM_STEP}`,
    );
    const isTimed = (line: { at: number }) => line.at <= latestTime(now);
    const past = linesUntil(lines, (line) => line.at >= before && isTimed(line));
    const last = past.findLastIndex(isTimed);
    const isAllOld = timed !== null && timed.at < before && (lines.at(-1)?.seq ?? 0) < timed.seq;
    const old = isAllOld ? past : past.slice(0, last + 1);
    const positions = await positionsOf(tx, [...new Set(old.map((line) => line.key_id))], now);
    const done = linesUntil(old, (line) => line.seq > (positions.get(line.key_id) ?? line.seq));
    const floor = done.at(-1)?.seq;
    if (floor === undefined) return 0;
    await tx.run(sql`delete from journal where seq <= ${floor}`);
    await tx.run(sql`insert into settings (name, value) values ('journal_floor', ${String(floor)})
      on conflict (name) do update set value = excluded.value`);
    return done.length;
  },
);

function linesUntil<T>(lines: readonly T[], isEnd: (line: T) => boolean): readonly T[] {
  const end = lines.findIndex(isEnd);
  return end < 0 ? lines : lines.slice(0, end);
}

/** How far the slowest webhook of each of these keys has read; it stays where it is while the key writes nothing. */
async function positionsOf(tx: Tx, keys: readonly string[], now: number): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map();
  const rows = await tx.all<{ key_id: string; seq: number }>(sql`select s.key_id, min(s.position) as seq
    from subscriptions s join api_keys k on k.id = s.key_id
    where ${isDelivered(now)} and ${among(tx.dialect, 's.key_id', keys)} group by s.key_id`);
  return new Map(rows.map(({ key_id, seq }) => [key_id, seq]));
}

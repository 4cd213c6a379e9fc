import { CLOCK_SKEW_MS, SECOND } from '../../../kernel/clock.js';
import { hasRoundTrips } from '../../../storage/dialect.js';
import { fromJson, jsonRows } from '../../../storage/json.js';
import { COUNTED, rowBytes } from '../../../storage/row-bytes.js';
import { among, forUpdate, raw, sql } from '../../../storage/sql.js';
import { systemRead, type TenantTx, tenantRead, tenantWrite, tenantWriteWhenFull } from '../../../storage/statement.js';
import { reserveStorage } from '../../../storage/storage-limit.js';
import { emit, type JournalEntry } from '../../journal.js';
import { giveBackQuota, type QuotaRequest, takeQuota } from '../../keys/sql/quota.js';
import { dedupeKeyOf } from '../../memories/dedupe.js';
import { copyRows } from '../copy-rows.js';
import { type Carried, holdersOf, planPage, release, type TransferRequest } from '../plan.js';
import { withOrigin } from '../provenance.js';
import { lockedPageOf, type Place, pageOf } from '../selection.js';

/** Memories per transaction: on SQLite other writers wait for it. */
const STEP = 100;
/** Memories per read. */
const SURVEYED = 500;
/** A transfer that has made no step for this long was interrupted. */
const CUT_OFF_MS = 15 * SECOND;
/** What a copy takes besides its row: its vectors, its event. */
const BESIDE_BYTES = 2_500;

/** A transfer in progress. Its row in the jobs table says what is left to do after a crash. */
export interface Transfer {
  request: TransferRequest;
  quota: Omit<QuotaRequest, 'count'>;
  /** What was taken from the allowance and reserved in storage before the first copy. */
  reserved: { memories: number; bytes: number };
}
const jobOf = ({ seed }: TransferRequest) => `transfer:${seed}`;

export interface Survey {
  selected: number;
  carried: number;
  bytes: number;
  /** The ids found on the page, if specific memories were requested. */
  seen: string[];
  next: Place | null;
}

/** Counts what a page of the selection would add to the target. */
export const surveyPage = tenantRead(
  'transfer.survey',
  async (tx, { request, after }: { request: TransferRequest; after: Place | null }): Promise<Survey> => {
    const { page, next } = await pageOf(tx, request, after, SURVEYED);
    const { carried } = await planPage(tx, request, page);
    const [memories] = COUNTED;
    const size = raw(rowBytes(memories as (typeof COUNTED)[number], tx.dialect, 'm.'));
    const ids = carried.map(({ id }) => id);
    const row = await tx.get<{ bytes: number }>(
      sql`select coalesce(sum(${size}), 0) as bytes from memories m where m.key_id = ${tx.keyId} and ${among(tx.dialect, 'm.id', ids)}`,
    );
    return {
      selected: page.length,
      carried: carried.length,
      bytes: Number(row?.bytes ?? 0) + ids.length * BESIDE_BYTES,
      seen: request.filter.ids ? page.map(({ id }) => id) : [],
      next,
    };
  },
);

/** Takes what the copies need, or refuses the whole transfer; from here on it will be completed. */
export const beginTransfer = tenantWrite(
  'transfer.begin',
  async (tx, { transfer, now }: { transfer: Transfer; now: number }): Promise<void> => {
    const { request, quota, reserved } = transfer;
    const begun = await tx.run(sql`insert into jobs (id, kind, key_id, payload, run_at, created_at)
      values (${jobOf(request)}, 'transfer', ${tx.keyId}, ${JSON.stringify(transfer)}, ${now + CUT_OFF_MS}, ${now})
      on conflict do nothing`);
    if (begun === 0) return; // the same request again, after the first was interrupted
    await takeQuota(tx, { ...quota, count: reserved.memories });
    await reserveStorage(tx, reserved.bytes);
  },
);

/** Postpones the time from which the transfer counts as interrupted. */
export async function stillGoing(tx: TenantTx, request: TransferRequest, now: number): Promise<void> {
  await tx.run(sql`update jobs set run_at = ${now + CUT_OFF_MS} where id = ${jobOf(request)} and key_id = ${tx.keyId}`);
}

export interface Step {
  carried: Carried[];
  done: Carried[];
  skipped: number;
  /** Superseded memories that moved along with what superseded them. */
  followed: number;
  next: Place | null;
}
interface StepRequest {
  request: TransferRequest;
  after: Place | null;
  /** The time of the step, not of the request. */
  now: number;
}

/** Transfers a page. Memories that are already transferred stay as they are, so that an interrupted transfer can start again. */
export const transferStep = tenantWriteWhenFull(
  'transfer.step',
  async (tx, { request, after, now }: StepRequest): Promise<Step> => {
    await stillGoing(tx, request, now);
    const { page, next } = await lockedPageOf(tx, request, after, STEP);
    const { carried, done, skipped, released } = await planPage(tx, request, page);
    await release(tx, released);
    if (request.mode === 'move') return { carried, done, skipped, next, followed: await move(tx, request, carried) };
    const written = carried.length > 0 ? await copyRows(tx, request, carried) : [];
    await emit(tx, request.now, news(request, written));
    return { carried: written, done, skipped: skipped + carried.length - written.length, followed: 0, next };
  },
);

/** Gives back what was reserved but not needed. */
export const endTransfer = tenantWriteWhenFull(
  'transfer.end',
  async (tx, { transfer, copied }: { transfer: Transfer; copied: number }) => {
    const { request, quota, reserved } = transfer;
    const ended = await tx.run(sql`delete from jobs where id = ${jobOf(request)} and key_id = ${tx.keyId}`);
    if (ended === 0) return; // another worker took it over
    await giveBackQuota(tx, { ...quota, count: reserved.memories - copied });
    await reserveStorage(tx, -reserved.bytes);
  },
);

interface FindCutOff {
  now: number;
  limit: number;
  /** Only of these keys; null: of all. */
  keys: readonly string[] | null;
  /** Not of these. */
  except: readonly string[];
}
/** Interrupted transfers. A time too far in the future was written before a clock was set back. */
export const cutOffTransfers = systemRead('transfer.cut-off', async (tx, { now, limit, keys, except }: FindCutOff) => {
  const of = keys === null ? sql`1 = 1` : among(tx.dialect, 'key_id', keys);
  const due = sql`(run_at <= ${now} or run_at > ${now + CUT_OFF_MS + CLOCK_SKEW_MS})`;
  return tx.all<{ id: string; keyId: string }>(
    sql`select id, key_id as ${raw('"keyId"')} from jobs where kind = 'transfer' and ${due} and ${of}
        and not ${among(tx.dialect, 'key_id', except)} order by id limit ${limit}`,
  );
});

export const readTransfer = tenantRead('transfer.read', async (tx, { id }: { id: string }) => {
  const row = await tx.get<{ payload: unknown }>(
    sql`select payload from jobs where key_id = ${tx.keyId} and id = ${id} and kind = 'transfer'`,
  );
  return row ? fromJson<Transfer>(row.payload) : null;
});

const news = (input: TransferRequest, carried: readonly Carried[]): JournalEntry[] =>
  carried.map(({ id, copy }) => ({
    kind: 'memory.transferred',
    user_id: input.userId,
    agent_id: input.toAgent,
    subject: input.mode === 'copy' ? copy : id,
    data: { mode: input.mode, from_agent: input.fromAgent, to_agent: input.toAgent, from_memory: id },
  }));

/** Ids, links and history stay; superseded memories move with what superseded them. Returns how many followed. */
async function move(tx: TenantTx, request: TransferRequest, carried: readonly Carried[]): Promise<number> {
  let followed = 0;
  for (let some = carried; some.length > 0; ) {
    await moveRows(tx, request, some);
    some = await replacedBy(tx, request, some);
    followed += some.length;
  }
  return followed;
}

async function moveRows(tx: TenantTx, input: TransferRequest, chunk: readonly Carried[]): Promise<void> {
  const { toAgent, fromAgent, now } = input;
  const set = (key: ReturnType<typeof sql>) => sql`update memories as m set agent_id = ${toAgent}, dedupe_key = ${key},
    metadata = ${withOrigin(tx, fromAgent, now)}, conflicts_checked = case when superseded_by is null then 0 else conflicts_checked end`;
  if (!hasRoundTrips(tx.dialect)) {
    // SQLite's planner would walk all memories of the key for an update from a list.
    for (const { id, key } of chunk)
      await tx.run(sql`${set(sql`${key || null}`)} where m.key_id = ${tx.keyId} and m.id = ${id}`);
  } else {
    const listed = jsonRows(
      tx.dialect,
      chunk.map(({ id, key }) => [id, key]),
    );
    await tx.run(
      sql`${set(sql`nullif(value ->> 1, '')`)} from ${listed} where m.key_id = ${tx.keyId} and m.id = value ->> 0`,
    );
  }
  const ids = chunk.map(({ id }) => id);
  // A conflict belongs to the agent of its older memory.
  await tx.run(
    sql`update conflicts set agent_id = ${toAgent} where key_id = ${tx.keyId} and ${among(tx.dialect, 'memory_a', ids)}`,
  );
  await tx.run(
    sql`update procedures set agent_id = ${toAgent} where key_id = ${tx.keyId} and ${among(tx.dialect, 'id', ids)}`,
  );
  await emit(tx, now, news(input, chunk));
}

/** What the agent knew before these memories superseded it. Each keeps its dedupe key if no memory of the target holds it. */
async function replacedBy(tx: TenantTx, input: TransferRequest, chunk: readonly Carried[]): Promise<Carried[]> {
  const ids = chunk.map(({ id }) => id);
  const found = await tx.all<{ id: string; namespace: string; kind: string; content: string; keyed: number }>(
    sql`select id, namespace, kind, content, case when dedupe_key is null then 0 else 1 end as keyed from memories
      where key_id = ${tx.keyId} and ${among(tx.dialect, 'superseded_by', ids)} and user_id = ${input.userId}
        and agent_id = ${input.fromAgent} order by id${forUpdate(tx.dialect)}`,
  );
  const keys = found.map((memory) => dedupeKeyOf({ ...memory, agent_id: input.toAgent }));
  const taken = new Set((await holdersOf(tx, input, keys)).keys());
  return found.map(({ id, keyed }, i) => {
    const key = keys[i] as string;
    const free = keyed === 1 && !taken.has(key);
    if (free) taken.add(key);
    return { id, copy: id, key: free ? key : '' };
  });
}

import { HOUR } from '../../../kernel/clock.js';
import type { FieldProblem } from '../../../kernel/errors.js';
import { hasOneWriter } from '../../../storage/dialect.js';
import { among, forUpdate, join, sql } from '../../../storage/sql.js';
import { type Row, type TenantTx, tenantMergedWrite } from '../../../storage/statement.js';
import { emit } from '../../journal.js';
import { giveBackQuota, type QuotaRequest, takeQuota } from '../../keys/sql/quota.js';
import { isSameJson, mergeProblem, united } from '../merge.js';
import { type NewMemory, read } from '../new-memory.js';
import type { MemoryRecord } from '../record.js';
import { insertMemories } from './insert.js';
import { RECORD_COLUMNS, toRecord } from './row.js';
import { findNear, MET } from './sketch-rows.js';
import { keepVersion } from './versions.js';

interface StoreRequest {
  memories: NewMemory[];
  quota: Omit<QuotaRequest, 'count'>;
  now: number;
}
export interface Stored {
  /** `refused`: it exists already, and merging would exceed a limit. */
  status: 'stored' | 'duplicate' | 'refused';
  record: MemoryRecord;
  problem?: FieldProblem;
  /** A memory that says nearly the same, if this one was stored anyway. */
  near?: string;
}

/** How recently a memory must have been returned for its words to be an echo. */
const ECHO_MS = HOUR;

/** Stores memories, all or none. The same text in the same scope becomes one memory, even if two callers store it at once. */
export async function storeAll(tx: TenantTx, { memories, quota, now }: StoreRequest): Promise<Stored[]> {
  const fresh: NewMemory[] = [];
  const takenHere = new Map<string, NewMemory>();
  const results = new Map<NewMemory, Stored>();
  const nears = new Map<NewMemory, string>();
  const repeats: { memory: NewMemory; of: NewMemory }[] = [];
  const met = await tx.sketches.meeting(memories.map(read), MET);
  // The same text has the same sketch: if nothing is met, there is no duplicate. A text without letters has no sketch.
  const maybe = memories.filter((memory, i) => met[i]?.length || read(memory).bands.length === 0);
  const asked = memories.map((memory, i) => ({ memory, met: met[i] ?? [] }));
  const [same, alike] = await Promise.all([
    findSame(tx, maybe, now),
    findNear(tx, asked, { now, echoesSince: now - ECHO_MS }),
  ]);
  // A memory that this call has already merged with another text is read again, so that the earlier merge is not lost.
  const changedHere = new Set<string>();
  const confirmed = async (row: Row, memory: NewMemory): Promise<Stored> => {
    const id = row.id as string;
    const current = changedHere.has(id) ? ((await byId(tx, id)) ?? row) : row;
    changedHere.add(id);
    return sameAs(tx, current, memory, now);
  };
  for (const memory of memories) {
    const scoped = `${memory.user_id}\0${memory.dedupeKey}`;
    const earlier = takenHere.get(scoped);
    if (earlier && memory.dedupe) {
      repeats.push({ memory, of: earlier });
      continue;
    }
    const there = earlier ? undefined : same.get(memory);
    if (there && (memory.dedupe || there.id === memory.id)) {
      results.set(memory, await confirmed(there, memory));
      continue;
    }
    const { row, isEcho } = (earlier || there ? undefined : alike.get(memory)) ?? {};
    const near = row && isEcho ? await held(tx, row) : row;
    if (near && isEcho) {
      const echoed = await confirmed(near, memory);
      // If the merge exceeds a limit, it becomes a memory of its own: its text is different.
      if (echoed.status === 'duplicate') {
        results.set(memory, echoed);
        continue;
      }
    }
    if (near) nears.set(memory, near.id as string);
    if (!earlier && !there) takenHere.set(scoped, memory);
    fresh.push(memory);
  }

  const keyed = new Set(takenHere.values());
  if (fresh.length) {
    const taking = takeQuota(tx, { ...quota, count: fresh.length });
    // On PostgreSQL both are sent together, and a refusal undoes what was written. SQLite would have to undo others' writes too.
    if (hasOneWriter(tx.dialect)) await taking;
    const [inserted] = await Promise.all([insertMemories(tx, fresh, keyed, now), taking]);
    for (const memory of fresh) {
      const record = inserted.get(memory.id);
      const near = nears.get(memory);
      if (record) results.set(memory, { status: 'stored', record, ...(near ? { near } : {}) });
      else results.set(memory, await lostRace(tx, memory, quota, now));
    }
  }
  for (const { memory, of } of repeats) {
    const first = results.get(of) as Stored;
    const row = await byId(tx, first.record.id);
    results.set(memory, row ? await confirm(tx, row, memory, now) : { ...first, status: 'duplicate' });
  }
  return memories.map((memory) => results.get(memory) as Stored);
}

/** The most memories a call may have to share a transaction: a larger batch fills one by itself. */
const MERGED = 4;

export const storeMemories = tenantMergedWrite<StoreRequest, Stored[]>(
  'memories.store',
  {
    group: ({ memories, quota }) => (memories.length <= MERGED ? `${quota.month} ${quota.limit}` : null),
    join: (requests) => ({
      memories: requests.flatMap(({ memories }) => memories),
      quota: (requests[0] as StoreRequest).quota,
      now: Math.max(...requests.map(({ now }) => now)),
    }),
    split(stored, requests) {
      let at = 0;
      return requests.map(({ memories }) => {
        at += memories.length;
        return stored.slice(at - memories.length, at);
      });
    },
  },
  storeAll,
);

const byId = (tx: TenantTx, id: string) =>
  tx.get(
    sql`select ${RECORD_COLUMNS}, m.version from memories m where m.key_id = ${tx.keyId} and m.id = ${id}${forUpdate(tx.dialect)}`,
  );

/** The memory as it is now, held until the transaction ends; undefined if it was forgotten, changed or superseded since it was found. */
async function held(tx: TenantTx, found: Row): Promise<Row | undefined> {
  const row = await byId(tx, found.id as string);
  return row?.content === found.content && row?.superseded_by === null ? row : undefined;
}

/**
 * The memories that already say what these say. One that has expired, is no longer valid or was superseded does not count any more: it gives up its
 * dedupe key.
 */
async function findSame(tx: TenantTx, memories: readonly NewMemory[], now: number): Promise<Map<NewMemory, Row>> {
  const found = new Map<NewMemory, Row>();
  const over = (time: unknown) => time !== null && (time as number) <= now;
  const keysOf = new Map<string, NewMemory[]>();
  for (const memory of memories) keysOf.set(memory.user_id, [...(keysOf.get(memory.user_id) ?? []), memory]);
  for (const [userId, own] of keysOf) {
    const keys = own.map(({ dedupeKey }) => dedupeKey);
    const rows = await tx.all(sql`select ${RECORD_COLUMNS}, m.version, m.dedupe_key from memories m
      where m.key_id = ${tx.keyId} and m.user_id = ${userId} and ${among(tx.dialect, 'm.dedupe_key', keys)}
      order by m.id${forUpdate(tx.dialect)}`);
    for (const { dedupe_key, ...row } of rows) {
      if (over(row.expires_at) || over(row.valid_until) || row.superseded_by !== null)
        await tx.run(
          sql`update memories set dedupe_key = null where key_id = ${tx.keyId} and id = ${row.id as string}`,
        );
      else for (const memory of own) if (memory.dedupeKey === dedupe_key) found.set(memory, row);
    }
  }
  return found;
}

/** The id exists already if a repeated request finds what its first run wrote. */
const sameAs = async (tx: TenantTx, row: Row, memory: NewMemory, now: number): Promise<Stored> =>
  row.id === memory.id ? { status: 'stored', record: toRecord(row) } : confirm(tx, row, memory, now);

/**
 * The memory is stored again: tags and metadata are merged in, it counts as verified now, and expires no earlier than either of the two asks. A version
 * is kept only if the merge changed something: an agent may extend the same memory every minute.
 */
async function confirm(tx: TenantTx, row: Row, memory: NewMemory, now: number): Promise<Stored> {
  const before = toRecord(row);
  const after = united(before, memory);
  const problem = mergeProblem(before, after);
  if (problem) return { status: 'refused', record: before, problem };
  const changed = !isSameJson(after, { tags: before.tags, metadata: before.metadata });
  const expires_at = laterExpiry(before.expires_at, memory.expires_at);
  const sets = [sql`verified_at = ${now}, expires_at = ${expires_at}`];
  if (changed) {
    await keepVersion(tx, before, Number(row.version), now);
    sets.push(
      sql`tags = ${JSON.stringify(after.tags)}, metadata = ${JSON.stringify(after.metadata)}, version = version + 1`,
    );
  }
  const isUpdate = changed || expires_at !== before.expires_at;
  if (isUpdate) sets.push(sql`updated_at = ${now}`);
  await tx.run(sql`update memories set ${join(sets)} where key_id = ${tx.keyId} and id = ${before.id}`);
  const kind = isUpdate ? 'memory.updated' : 'memory.verified';
  await emit(tx, now, [{ kind, user_id: before.user_id, agent_id: before.agent_id, subject: before.id }]);
  return { status: 'duplicate', record: toRecord((await byId(tx, before.id)) ?? row) };
}

/** Null: never. */
const laterExpiry = (one: number | null, other: number | null) =>
  one === null || other === null ? null : Math.max(one, other);

/** Another caller stored the same text between our read and our insert (PostgreSQL): theirs wins. */
async function lostRace(tx: TenantTx, memory: NewMemory, quota: StoreRequest['quota'], now: number): Promise<Stored> {
  if (!memory.dedupe) {
    const again = (await insertMemories(tx, [memory], new Set(), now)).get(memory.id);
    if (again) return { status: 'stored', record: again };
  }
  await giveBackQuota(tx, { ...quota, count: 1 });
  const row = (await byId(tx, memory.id)) ?? (await findSame(tx, [memory], now)).get(memory);
  if (!row) throw new Error('A memory was neither inserted nor found');
  return sameAs(tx, row, memory, now);
}

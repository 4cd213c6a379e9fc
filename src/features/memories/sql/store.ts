import { HOUR } from '../../../kernel/clock.js';
import { hasOneWriter } from '../../../storage/dialect.js';
import { type Row, type TenantTx, tenantMergedWrite } from '../../../storage/statement.js';
import { giveBackQuota, type QuotaRequest, takeQuota } from '../../keys/sql/quota.js';
import { areApart } from '../merge.js';
import { type NewMemory, read } from '../new-memory.js';
import { byId, confirm, type Stored } from './confirm.js';
import { insertMemories } from './insert.js';
import { toRecord } from './row.js';
import { findSame, held } from './same.js';
import { findNear, MET } from './sketch-rows.js';

interface StoreRequest {
  memories: NewMemory[];
  quota: Omit<QuotaRequest, 'count'>;
  now: number;
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
    if (earlier && memory.dedupe && !areApart(earlier, memory)) {
      repeats.push({ memory, of: earlier });
      continue;
    }
    const there = earlier ? undefined : same.get(memory);
    if (there && (there.id === memory.id || (memory.dedupe && !areApart(toRecord(there), memory)))) {
      results.set(memory, await confirmed(there, memory));
      continue;
    }
    const { row, isEcho } = (earlier || there ? undefined : alike.get(memory)) ?? {};
    const near = row && isEcho ? await held(tx, row, memory, now) : row;
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

/** The id exists already if a repeated request finds what its first run wrote. */
const sameAs = async (tx: TenantTx, row: Row, memory: NewMemory, now: number): Promise<Stored> =>
  row.id === memory.id ? { status: 'stored', record: toRecord(row) } : confirm(tx, row, memory, now);

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

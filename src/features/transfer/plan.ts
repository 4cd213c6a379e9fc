import { ID_PREFIXES, seededIds } from '../../kernel/ids.js';
import { sameLongText } from '../../storage/dialect.js';
import { jsonRows } from '../../storage/json.js';
import { among, sql } from '../../storage/sql.js';
import type { TenantTx } from '../../storage/statement.js';
import { dedupeKeyOf } from '../memories/dedupe.js';
import type { Selected, Selection } from './selection.js';

export interface TransferRequest extends Selection {
  toAgent: string;
  mode: 'copy' | 'move';
  /** An id of the request: ids of copies are derived from it, so that a repeated request creates the same ones. */
  seed: string;
}
/** A memory being transferred. */
export interface Carried {
  id: string;
  /** The id of its copy. */
  copy: string;
  /** The dedupe key of its text in the target. */
  key: string;
}
interface Plan {
  carried: Carried[];
  /** Memories of the target that give up their dedupe key: they have expired, or are over while the new memory is not. */
  released: string[];
  /** What an earlier run of the same request already copied. */
  done: Carried[];
  skipped: number;
}
interface Holder {
  id: string;
  dedupe_key: string;
  expired: number;
  over: number;
}

/** Prefix and time of an id. */
const ID_HEAD = 14;
/** The id of the copy that a request makes of a memory. */
export const copyOf = (seed: string, id: string) =>
  seed.slice(0, ID_HEAD) + seededIds(0, `${seed}\0${id}`).next(ID_PREFIXES.memory).slice(ID_HEAD);

/** Which memories of a page are transferred and which are not: the target already knows the text, or something else keeps the memory where it is. */
export async function planPage(tx: TenantTx, input: TransferRequest, page: readonly Selected[]): Promise<Plan> {
  const plan: Plan = { carried: [], released: [], done: [], skipped: 0 };
  const taken = new Set<string>();
  const keys = page.map((memory) => dedupeKeyOf({ ...memory, agent_id: input.toAgent }));
  const holders = await holdersOf(tx, input, keys);
  const stays = new Set([
    ...(await namedProcedures(tx, input, page)),
    ...(input.mode === 'move' ? await partsOfEpisodes(tx, input, page) : []),
  ]);
  for (const [i, { id, valid_until }] of page.entries()) {
    const key = keys[i] as string;
    const copy = copyOf(input.seed, id);
    const holder = holders.get(key);
    if (holder?.id === copy) {
      plan.done.push({ id, copy, key });
      continue;
    }
    const over = valid_until !== null && valid_until <= input.now;
    const known = taken.has(key) || (holder && !holder.expired && (over || !holder.over));
    if (known || stays.has(id)) {
      plan.skipped++;
      continue;
    }
    taken.add(key);
    if (holder) plan.released.push(holder.id);
    plan.carried.push({ id, copy, key });
  }
  return plan;
}

/** The user's memories that hold these dedupe keys, by key. */
export async function holdersOf(
  tx: TenantTx,
  { userId, now }: TransferRequest,
  keys: readonly string[],
): Promise<Map<string, Holder>> {
  const rows = keys.map((key) => [key]);
  const found =
    await tx.all<Holder>(sql`select m.id, m.dedupe_key, case when m.expires_at <= ${now} then 1 else 0 end as expired,
      case when m.valid_until <= ${now} and m.superseded_by is null then 1 else 0 end as over
    from ${jsonRows(tx.dialect, rows)} cross join memories m
    where m.key_id = ${tx.keyId} and m.user_id = ${userId} and m.dedupe_key = value ->> 0`);
  return new Map(found.map((holder) => [holder.dedupe_key, holder]));
}

/** Takes the dedupe keys away from memories that no longer hold. */
export async function release(tx: TenantTx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.run(
    sql`update memories set dedupe_key = null where key_id = ${tx.keyId} and ${among(tx.dialect, 'id', ids)}`,
  );
}

/** Procedures whose name the target agent already has. */
async function namedProcedures(
  tx: TenantTx,
  { toAgent }: TransferRequest,
  page: readonly Selected[],
): Promise<Set<string>> {
  const ids = page.filter((memory) => memory.kind === 'procedural').map((memory) => memory.id);
  if (ids.length === 0) return new Set();
  const found = await tx.all<{ id: string }>(sql`select p.id from procedures p
    join procedures q on q.key_id = p.key_id and q.user_id = p.user_id and q.agent_id = ${toAgent}
      and ${sameLongText(tx.dialect, sql`q.name`, sql`p.name`)}
    where p.key_id = ${tx.keyId} and ${among(tx.dialect, 'p.id', ids)}`);
  return new Set(found.map((row) => row.id));
}

/** Events and summaries of episodes. */
async function partsOfEpisodes(
  tx: TenantTx,
  { userId }: TransferRequest,
  page: readonly Selected[],
): Promise<Set<string>> {
  const ids = page.filter((memory) => memory.kind === 'episodic').map((memory) => memory.id);
  if (ids.length === 0) return new Set();
  const found = await tx.all<{ id: string }>(sql`select id from episode_events
      where key_id = ${tx.keyId} and ${among(tx.dialect, 'id', ids)}
    union all select summary_memory_id as id from episodes
      where key_id = ${tx.keyId} and user_id = ${userId} and ${among(tx.dialect, 'summary_memory_id', ids)}`);
  return new Set(found.map((row) => row.id));
}

import { ID_PREFIXES, randomIds } from '../../kernel/ids.js';
import { fromJson } from '../../storage/json.js';
import { among, forUpdate, raw, sql } from '../../storage/sql.js';
import type { TenantTx } from '../../storage/statement.js';
import { IS_PART } from '../compress/sql/part.js';
import { emit } from '../journal.js';
import type { NewMemory } from '../memories/new-memory.js';
import { freeDedupeKey } from '../memories/sql/dedupe-key.js';

const ids = randomIds(() => Date.now());

interface Loser extends Pick<NewMemory, 'id' | 'user_id' | 'agent_id' | 'namespace' | 'kind' | 'content'> {
  superseded_by: string | null;
  valid_until: number | null;
  /** What supersedes it, or will, in the order of the verdicts. */
  ties: Tie[];
}
interface Tie {
  winner: string;
  /** When the loser's validity ends; later than now if the winner is not true yet. */
  until: number;
  /** The loser's validity before anything superseded it. */
  before: number | null;
}

/**
 * Marks a memory as superseded. Its validity ends when the winner's begins, so that `as_of` still finds it for its own time. If that is later than now,
 * only its end is set: until then it is the one that is true.
 */
export async function supersede(
  tx: TenantTx,
  { loser, winner, until, now }: { loser: string; winner: string; until: number; now: number },
): Promise<void> {
  for (const memory of await losersOf(tx, [loser])) {
    const tie = { winner, until, before: validBefore(memory) };
    await linkTie(tx, loser, tie, now);
    await applyTies(tx, memory, [...memory.ties.filter((other) => other.winner !== winner), tie], now);
  }
}

/** Undoes a supersession: the loser is in force again, with the validity it had before, unless something else supersedes it too. */
export async function unsupersede(tx: TenantTx, pair: { loser: string; winner: string }, now: number): Promise<void> {
  for (const memory of await losersOf(tx, [pair.loser])) {
    const left = memory.ties.filter(({ winner }) => winner !== pair.winner);
    if (left.length === memory.ties.length && memory.superseded_by !== pair.winner) continue;
    await applyTies(tx, memory, left, now, new Set([pair.winner]));
  }
  await unlink(tx, pair.winner, pair.loser, 'supersedes');
}

/** A caller has changed when a memory ends: that is its validity without supersessions, and those to come still end it. */
export async function keepEnd(tx: TenantTx, id: string, now: number): Promise<void> {
  for (const memory of await losersOf(tx, [id])) {
    const ties = memory.ties.map((tie) => ({ ...tie, before: memory.valid_until }));
    for (const tie of ties) await linkTie(tx, id, tie, now);
    if (ties.some(({ until }) => until > now)) await applyTies(tx, { ...memory, ties }, ties, now);
  }
}

/** A memory begins at another time than before: what ended when it began ends then, and nothing that it supersedes ends earlier. */
export async function moveEnds(
  tx: TenantTx,
  winner: string,
  began: { before: number; after: number },
  now: number,
): Promise<void> {
  const tied = await tx.all<{ id: string }>(sql`select to_id as id from links
    where key_id = ${tx.keyId} and from_id = ${winner} and relationship = 'supersedes' and automatic = 1`);
  if (tied.length === 0) return;
  const ids = tied.map(({ id }) => id);
  for (const memory of await losersOf(tx, ids)) {
    const endOf = ({ until }: Tie) => (until === began.before ? began.after : Math.max(until, began.after));
    const ties = memory.ties.map((tie) => (tie.winner === winner ? { ...tie, until: endOf(tie) } : tie));
    for (const tie of ties.filter((one) => one.winner === winner)) await linkTie(tx, memory.id, tie, now);
    await applyTies(tx, memory, ties, now, new Set([winner]));
  }
}

/**
 * Memories are being deleted: what they had superseded is in force again, or is superseded by `heir`, or else by what had superseded them. Called while
 * their links still exist.
 */
export async function releaseReplaced(
  tx: TenantTx,
  removed: readonly string[],
  now: number,
  heir?: string,
): Promise<void> {
  const affected = await tx.all<{ id: string }>(sql`select id from memories
      where key_id = ${tx.keyId} and ${among(tx.dialect, 'superseded_by', removed)}
    union select to_id as id from links
      where key_id = ${tx.keyId} and ${among(tx.dialect, 'from_id', removed)} and relationship = 'supersedes' and automatic = 1`);
  if (affected.length === 0) return;
  const gone = new Set(removed);
  const over = heir === undefined ? await tiesOf(tx, removed) : new Map<string, Tie[]>();
  const inherited = (tie: Tie): Tie | undefined => {
    if (heir !== undefined) return { ...tie, winner: heir };
    let next: Tie | undefined = tie;
    for (let hops = 0; next && gone.has(next.winner) && hops <= over.size; hops++) next = over.get(next.winner)?.at(-1);
    return next && !gone.has(next.winner)
      ? { ...next, until: Math.max(next.until, tie.until), before: tie.before }
      : undefined;
  };
  const ids = affected.map(({ id }) => id).filter((id) => !gone.has(id));
  for (const memory of await losersOf(tx, ids)) {
    const left = memory.ties.filter(({ winner }) => !gone.has(winner));
    for (const tie of tiesTo(memory, gone, now)) {
      const next = inherited(tie);
      if (!next || next.winner === memory.id || left.some(({ winner }) => winner === next.winner)) continue;
      await linkTie(tx, memory.id, next, now);
      left.push(next);
    }
    await applyTies(tx, memory, left, now, gone);
  }
}

/** Its ties to what is gone. What it is a part of supersedes it without such a link, and so does what an import names. */
function tiesTo(memory: Loser, gone: ReadonlySet<string>, now: number): Tie[] {
  const ties = memory.ties.filter(({ winner }) => gone.has(winner));
  const { superseded_by: winner, valid_until: before } = memory;
  const isTied = winner === null || !gone.has(winner) || ties.some((tie) => tie.winner === winner);
  return isTied ? ties : [...ties, { winner, until: now, before }];
}

/** In the order of ids, held until the transaction ends. */
async function losersOf(tx: TenantTx, ids: readonly string[]): Promise<Loser[]> {
  const found = await tx.all<
    Omit<Loser, 'ties'>
  >(sql`select id, user_id, agent_id, namespace, kind, content, superseded_by, valid_until
    from memories where key_id = ${tx.keyId} and ${among(tx.dialect, 'id', ids)} order by id${forUpdate(tx.dialect)}`);
  const ties = await tiesOf(tx, ids);
  return found.map((memory) => ({ ...memory, ties: ties.get(memory.id) ?? [] }));
}

async function tiesOf(tx: TenantTx, ids: readonly string[]): Promise<Map<string, Tie[]>> {
  const rows = await tx.all<{
    loser: string;
    winner: string;
    metadata: unknown;
    valid_until: number | null;
    created_at: number;
  }>(
    sql`select l.to_id as loser, l.from_id as winner, l.metadata, l.created_at, m.valid_until from links l
    left join memories m on m.key_id = l.key_id and m.id = l.to_id
    where l.key_id = ${tx.keyId} and ${among(tx.dialect, 'l.to_id', ids)} and l.relationship = 'supersedes' and l.automatic = 1
    order by l.created_at, l.id`,
  );
  const ties = new Map<string, Tie[]>();
  for (const { loser, winner, metadata, valid_until, created_at } of rows) {
    // Links of earlier versions record less, and an import may record anything.
    const recorded = fromJson<Record<keyof Recorded, unknown>>(metadata);
    const until = isTime(recorded.until) ? recorded.until : Math.min(valid_until ?? created_at, created_at);
    const { valid_until: given = valid_until } = recorded;
    const before = isTime(given) ? given : null;
    ties.set(loser, [...(ties.get(loser) ?? []), { winner, until, before }]);
  }
  return ties;
}

const isTime = (value: unknown): value is number => Number.isSafeInteger(value);

interface Recorded {
  valid_until: number | null;
  until: number;
}
const linkTie = (tx: TenantTx, loser: string, { winner, until, before }: Tie, now: number) => {
  const metadata: Recorded = { valid_until: before, until };
  return link(tx, { from: winner, to: loser, relationship: 'supersedes', metadata, now });
};

const validBefore = ({ ties, valid_until }: Loser) => (ties[0] ? ties[0].before : valid_until);

/**
 * Makes a memory what these ties say: superseded by the latest that is in force, else by what it is a part of, else by nothing. `gone` do not supersede
 * it any more.
 */
async function applyTies(
  tx: TenantTx,
  memory: Loser,
  ties: readonly Tie[],
  now: number,
  gone: ReadonlySet<string> = new Set(),
): Promise<void> {
  const { user_id, agent_id, superseded_by: was } = memory;
  const due = ties.filter(({ until }) => until <= now).at(-1)?.winner;
  const superseded_by = due ?? (was !== null && !gone.has(was) ? was : await holderOf(tx, memory.id, gone));
  const ends = [validBefore(memory), ...ties.map(({ until }) => until)].filter((end) => end !== null);
  const valid_until = ends.length > 0 ? Math.min(...ends) : null;
  if (superseded_by === was && valid_until === memory.valid_until) return;
  const key = due === undefined ? await freeDedupeKey(tx, memory) : null;
  // While it was over, it was not compared with what else was stored.
  const isBack = (was !== null && superseded_by === null) || lastsLonger(valid_until, memory.valid_until);
  const checked = raw(isBack ? 'conflicts_checked = 0' : 'conflicts_checked = conflicts_checked');
  await tx.run(sql`update memories set superseded_by = ${superseded_by}, valid_until = ${valid_until}, dedupe_key = ${key},
    ${checked}, updated_at = ${now} where key_id = ${tx.keyId} and id = ${memory.id}`);
  await emit(tx, now, [{ kind: 'memory.updated', user_id, agent_id, subject: memory.id, data: { superseded_by } }]);
}

/** Whether one end is later than another. Null: there is none. */
export const lastsLonger = (end: number | null, other: number | null): boolean =>
  other !== null && (end === null || end > other);

/** The memory that this one was compressed into. */
async function holderOf(tx: TenantTx, id: string, gone: ReadonlySet<string>): Promise<string | null> {
  const found = await tx.all<{ id: string }>(
    sql`select l.to_id as id from links l where l.key_id = ${tx.keyId} and l.from_id = ${id} and ${IS_PART} order by l.created_at`,
  );
  return found.findLast((holder) => !gone.has(holder.id))?.id ?? null;
}

/** A link that the service creates itself. */
export async function link(
  tx: TenantTx,
  made: { from: string; to: string; relationship: string; metadata?: object; now: number },
): Promise<void> {
  const metadata = JSON.stringify(made.metadata ?? {});
  await tx.run(sql`insert into links (key_id, id, from_id, to_id, relationship, weight, metadata, automatic, created_at)
    values (${tx.keyId}, ${ids.next(ID_PREFIXES.link)}, ${made.from}, ${made.to}, ${made.relationship}, 1, ${metadata}, 1, ${made.now})
    on conflict (key_id, from_id, to_id, relationship) do update set metadata = excluded.metadata, automatic = 1`);
}

/** Deletes a link that the service created; a link that a caller created stays. */
export async function unlink(tx: TenantTx, from: string, to: string, relationship: string): Promise<void> {
  await tx.run(sql`delete from links where key_id = ${tx.keyId} and from_id = ${from} and to_id = ${to}
    and relationship = ${relationship} and automatic = 1`);
}

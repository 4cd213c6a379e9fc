import { ID_PREFIXES, randomIds } from '../../kernel/ids.js';
import { fromJson } from '../../storage/json.js';
import { among, type Sql, sql } from '../../storage/sql.js';
import type { TenantTx } from '../../storage/statement.js';
import { emit } from '../journal.js';
import { dedupeKeyOf } from '../memories/dedupe.js';
import type { NewMemory } from '../memories/new-memory.js';

const ids = randomIds(() => Date.now());

interface Loser extends Pick<NewMemory, 'id' | 'user_id' | 'agent_id' | 'namespace' | 'kind' | 'content'> {
  winner: string;
  /** Of the link to the superseding memory; null if something other than a contradiction superseded it. */
  metadata: unknown;
}
/** What the link of a supersession records so that it can be undone. */
interface Before {
  valid_until: number | null;
}

/** Marks a memory as superseded. Its validity ends when the winner's begins, so that `as_of` still finds it for its own time. */
export async function supersede(
  tx: TenantTx,
  { loser, winner, until, now }: { loser: string; winner: string; until: number; now: number },
): Promise<void> {
  const row = await tx.get<{ user_id: string; agent_id: string; valid_until: number | null }>(
    sql`select user_id, agent_id, valid_until from memories where key_id = ${tx.keyId} and id = ${loser}`,
  );
  if (!row) return;
  const { valid_until, ...about } = row;
  await tx.run(sql`update memories set superseded_by = ${winner}, dedupe_key = null, updated_at = ${now},
    valid_until = case when valid_until is null or valid_until > ${until} then ${until} else valid_until end
    where key_id = ${tx.keyId} and id = ${loser}`);
  await link(tx, { from: winner, to: loser, relationship: 'supersedes', metadata: { valid_until }, now });
  await emit(tx, now, [{ kind: 'memory.updated', ...about, subject: loser, data: { superseded_by: winner } }]);
}

/** Undoes a supersession: the loser is in force again, with the validity it had before. */
export async function unsupersede(tx: TenantTx, pair: { loser: string; winner: string }, now: number): Promise<void> {
  const is = sql`m.id = ${pair.loser} and m.superseded_by = ${pair.winner}`;
  for (const loser of await findSuperseded(tx, is)) await restore(tx, loser, now);
  await unlink(tx, pair.winner, pair.loser, 'supersedes');
}

/**
 * Memories are being deleted: what they had superseded is in force again, or is superseded by what had superseded them. Called while their links
 * still exist.
 */
export async function releaseReplaced(tx: TenantTx, removed: readonly string[], now: number): Promise<void> {
  const losers = await findSuperseded(tx, among(tx.dialect, 'm.superseded_by', removed));
  if (losers.length === 0) return;
  const gone = new Set(removed);
  const links = await tx.all<{ winner: string; heir: string }>(sql`select to_id as winner, from_id as heir from links
    where key_id = ${tx.keyId} and ${among(tx.dialect, 'to_id', removed)} and relationship = 'supersedes' and automatic = 1`);
  const next = new Map(links.map((found) => [found.winner, found.heir]));
  for (const loser of losers) {
    let heir: string | undefined = loser.winner;
    for (let hops = 0; heir !== undefined && gone.has(heir) && hops <= links.length; hops++) heir = next.get(heir);
    if (heir === undefined || gone.has(heir)) await restore(tx, loser, now);
    else await bequeath(tx, loser, heir, now);
  }
}

const findSuperseded = (tx: TenantTx, is: Sql) =>
  tx.all<Loser>(sql`select m.id, m.user_id, m.agent_id, m.namespace, m.kind, m.content, m.superseded_by as winner, l.metadata
    from memories m left join links l on l.key_id = m.key_id and l.from_id = m.superseded_by and l.to_id = m.id
      and l.relationship = 'supersedes' and l.automatic = 1
    where m.key_id = ${tx.keyId} and ${is} order by m.id`);

async function restore(tx: TenantTx, loser: Loser, now: number): Promise<void> {
  const before = loser.metadata === null ? null : fromJson<Partial<Before>>(loser.metadata);
  const key = dedupeKeyOf(loser);
  const holder = await tx.get(
    sql`select id from memories where key_id = ${tx.keyId} and user_id = ${loser.user_id} and dedupe_key = ${key}`,
  );
  const valid = before ? sql`, valid_until = ${before.valid_until ?? null}` : sql``;
  const known = holder ? sql`` : sql`, dedupe_key = ${key}`;
  await tx.run(sql`update memories set superseded_by = null, updated_at = ${now}${valid}${known}
    where key_id = ${tx.keyId} and id = ${loser.id}`);
  const { user_id, agent_id } = loser;
  await emit(tx, now, [
    { kind: 'memory.updated', user_id, agent_id, subject: loser.id, data: { superseded_by: null } },
  ]);
}

async function bequeath(tx: TenantTx, loser: Loser, heir: string, now: number): Promise<void> {
  await tx.run(
    sql`update memories set superseded_by = ${heir}, updated_at = ${now} where key_id = ${tx.keyId} and id = ${loser.id}`,
  );
  const metadata = loser.metadata === null ? {} : fromJson<object>(loser.metadata);
  await link(tx, { from: heir, to: loser.id, relationship: 'supersedes', metadata, now });
  const { user_id, agent_id } = loser;
  await emit(tx, now, [
    { kind: 'memory.updated', user_id, agent_id, subject: loser.id, data: { superseded_by: heir } },
  ]);
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

import { hasOneWriter } from '../../storage/dialect.js';
import { among, and, byIdOnly, forUpdate, raw, type Sql, sql } from '../../storage/sql.js';
import type { TenantTx } from '../../storage/statement.js';
import { visible } from '../memories/sql/visible.js';

export interface Selection {
  userId: string;
  fromAgent: string;
  filter: { tags?: string[]; namespace?: string; min_importance?: number; ids?: string[] };
  now: number;
}
export interface Selected {
  id: string;
  namespace: string;
  kind: string;
  content: string;
  created_at: number;
  valid_until: number | null;
}

/** The condition on `memories m`: what the agent knows about the user and has not been superseded; what is no longer true is knowledge too. */
export function selected(tx: TenantTx, { userId, fromAgent, filter, now }: Selection): Sql {
  const { ids, ...rest } = filter;
  const user = ids ? byIdOnly(tx.dialect, 'm.user_id') : sql`m.user_id`;
  return and([
    sql`m.key_id = ${tx.keyId}`,
    ...(ids ? [among(tx.dialect, 'm.id', ids)] : []),
    sql`${user} = ${userId} and m.superseded_by is null`,
    visible(
      tx.dialect,
      { ...rest, agent_id: fromAgent, include_expired: false, include_superseded: false, any_time: true },
      now,
    ),
  ]);
}

export async function countSelected(tx: TenantTx, selection: Selection): Promise<number> {
  const row = await tx.get<{ count: number }>(
    sql`select count(*) as count from memories m where ${selected(tx, selection)}`,
  );
  return row?.count ?? 0;
}

/** The position in a selection after which to continue. */
export interface Place {
  created_at: number;
  id: string;
}

const COLUMNS = raw('m.id, m.namespace, m.kind, m.content, m.created_at, m.valid_until');

/** A page of the selection, oldest first. */
export async function pageOf(
  tx: TenantTx,
  selection: Selection,
  after: Place | null,
  limit: number,
): Promise<{ page: Selected[]; next: Place | null }> {
  const later = after ? sql`(m.created_at, m.id) > (${after.created_at}, ${after.id})` : sql`1 = 1`;
  const page = await tx.all<Selected>(sql`select ${COLUMNS}
    from memories m where ${selected(tx, selection)} and ${later} order by m.created_at, m.id limit ${limit}`);
  const last = page.at(-1);
  return { page, next: last && page.length === limit ? { created_at: last.created_at, id: last.id } : null };
}

/** The same, and nobody changes or forgets these memories before the transaction ends. */
export async function lockedPageOf(
  tx: TenantTx,
  selection: Selection,
  after: Place | null,
  limit: number,
): Promise<{ page: Selected[]; next: Place | null }> {
  const { page, next } = await pageOf(tx, selection, after, limit);
  if (page.length === 0 || hasOneWriter(tx.dialect)) return { page, next };
  const filter = { ...selection.filter, ids: page.map(({ id }) => id) };
  // Locked in the order of ids, as everywhere. What was changed or forgotten since is read as it is now, or no longer.
  const held =
    await tx.all<Selected>(sql`select ${COLUMNS} from memories m where ${selected(tx, { ...selection, filter })}
    order by m.id${forUpdate(tx.dialect)}`);
  const byId = new Map(held.map((memory) => [memory.id, memory]));
  return { page: page.flatMap(({ id }) => byId.get(id) ?? []), next };
}

import { and, forUpdate, type Sql, sql } from '../../../storage/sql.js';
import { type TenantTx, tenantRead, tenantWrite } from '../../../storage/statement.js';

interface WorkingItem {
  content: unknown;
  at: number;
}

interface Which {
  sessionId: string;
  userId?: string | undefined;
  agentId?: string | undefined;
  now: number;
}

/** An item that was stored without a user or an agent has an empty name there; `orNobody` includes these. */
function itemsOf(tx: TenantTx, { sessionId, userId, agentId }: Which, orNobody: boolean): Sql {
  const conditions = [sql`key_id = ${tx.keyId} and session_id = ${sessionId}`];
  if (userId !== undefined) conditions.push(sql`user_id in (${userId}, ${orNobody ? '' : userId})`);
  if (agentId !== undefined) conditions.push(sql`agent_id in (${agentId}, ${orNobody ? '' : agentId})`);
  return and(conditions);
}

/** The session's unexpired items, in the order in which they were stored. */
export const getItems = tenantRead('working.get', async (tx, input: Which): Promise<WorkingItem[]> => {
  const found = await tx.all<{ content: string; at: number }>(sql`select content, at from working_items
      where ${itemsOf(tx, input, true)} and expires_at > ${input.now} order by seq`);
  return found.map(({ content, at }) => ({ content: JSON.parse(content), at }));
});

interface WorkingSession {
  session_id: string;
  items: number;
  last_at: number;
  expires_at: number;
}

/** The sessions that have unexpired items, by name. The table's key has this order. */
export const listSessions = tenantRead(
  'working.sessions',
  async (tx, input: { after: string; limit: number; now: number }): Promise<WorkingSession[]> => {
    const rows = await tx.all<WorkingSession>(sql`select i.session_id, count(*) as items, max(i.at) as last_at,
        max(i.expires_at) as expires_at from working_items i
      where i.key_id = ${tx.keyId} and i.session_id > ${input.after} and i.expires_at > ${input.now}
      group by i.session_id order by i.session_id limit ${input.limit}`);
    return rows.map((row) => ({ ...row, items: Number(row.items) }));
  },
);

/** Removes items of a session, and the session if none is left; returns how many had not expired. */
export const clearItems = tenantWrite('working.clear', async (tx, input: Which): Promise<number> => {
  const mine = sql`key_id = ${tx.keyId} and session_id = ${input.sessionId}`;
  // First, because every append locks this row.
  await tx.all(sql`select session_id from working_sessions where ${mine}${forUpdate(tx.dialect)}`);
  const gone = await tx.all<{ expires_at: number }>(
    sql`delete from working_items where ${itemsOf(tx, input, false)} returning expires_at`,
  );
  await tx.run(sql`delete from working_sessions where ${mine} and not exists (select 1 from working_items i
    where i.key_id = working_sessions.key_id and i.session_id = working_sessions.session_id)`);
  return gone.filter((item) => item.expires_at > input.now).length;
});

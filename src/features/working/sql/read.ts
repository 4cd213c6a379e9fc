import { sql } from '../../../storage/sql.js';
import { tenantRead, tenantWrite } from '../../../storage/statement.js';

interface WorkingItem {
  content: unknown;
  at: number;
}

/** The session's unexpired items, in the order in which they were stored. */
export const getItems = tenantRead(
  'working.get',
  async (tx, input: { sessionId: string; now: number }): Promise<WorkingItem[]> => {
    const found = await tx.all<{ content: string; at: number }>(sql`select content, at from working_items
      where key_id = ${tx.keyId} and session_id = ${input.sessionId} and expires_at > ${input.now} order by seq`);
    return found.map(({ content, at }) => ({ content: JSON.parse(content), at }));
  },
);

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

/** Empties a session; returns how many items it still had. */
export const clearItems = tenantWrite(
  'working.clear',
  async (tx, input: { sessionId: string; now: number }): Promise<number> => {
    const mine = sql`key_id = ${tx.keyId} and session_id = ${input.sessionId}`;
    await tx.run(sql`delete from working_sessions where ${mine}`); // first, because every append locks this row
    const gone = await tx.all<{ expires_at: number }>(
      sql`delete from working_items where ${mine} returning expires_at`,
    );
    return gone.filter((item) => item.expires_at > input.now).length;
  },
);

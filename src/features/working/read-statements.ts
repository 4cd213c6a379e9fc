import { sql } from '../../storage/sql.js';
import { tenantRead, tenantWrite } from '../../storage/statement.js';

export interface WorkingItem {
  content: unknown;
  at: number;
}

/** The session's items that have not expired, in the order they were stored. */
export const getItems = tenantRead(
  'working.get',
  async (tx, input: { sessionId: string; now: number }): Promise<WorkingItem[]> => {
    const found = await tx.all<{ content: string; at: number }>(sql`select content, at from working_items
      where key_id = ${tx.keyId} and session_id = ${input.sessionId} and expires_at > ${input.now} order by seq`);
    return found.map(({ content, at }) => ({ content: JSON.parse(content), at }));
  },
);

/** Empties a session; answers how many items it still had. */
export const clearItems = tenantWrite(
  'working.clear',
  async (tx, input: { sessionId: string; now: number }): Promise<number> => {
    const mine = sql`key_id = ${tx.keyId} and session_id = ${input.sessionId}`;
    await tx.run(sql`delete from working_sessions where ${mine}`); // first: whoever appends holds this row
    const gone = await tx.all<{ expires_at: number }>(
      sql`delete from working_items where ${mine} returning expires_at`,
    );
    return gone.filter((item) => item.expires_at > input.now).length;
  },
);

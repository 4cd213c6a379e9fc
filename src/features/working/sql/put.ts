import { sql } from '../../../storage/sql.js';
import { tenantWrite } from '../../../storage/statement.js';

/** Items per session: beyond this, the oldest makes room. */
const MAX_ITEMS = 100;

interface PutRequest {
  id: string;
  sessionId: string;
  userId: string;
  agentId: string;
  /** JSON. */
  content: string;
  expiresAt: number;
  now: number;
}

/** Appends an item; returns how many the session has now. The session's row assigns positions: items stay in the order of their writes. */
export const putItem = tenantWrite('working.put', async (tx, input: PutRequest): Promise<number> => {
  const { id, sessionId, now } = input;
  const mine = sql`key_id = ${tx.keyId} and session_id = ${sessionId}`;
  const session = await tx.get<{
    last_seq: number;
  }>(sql`insert into working_sessions (key_id, session_id, last_seq, updated_at)
    values (${tx.keyId}, ${sessionId}, 1, ${now})
    on conflict (key_id, session_id) do update set last_seq = working_sessions.last_seq + 1, updated_at = excluded.updated_at
    returning last_seq`);
  // Already exists when a repeated request finds what its first run wrote.
  await tx.run(sql`insert into working_items (key_id, session_id, seq, id, user_id, agent_id, content, at, expires_at)
    values (${tx.keyId}, ${sessionId}, ${session?.last_seq ?? 1}, ${id}, ${input.userId}, ${input.agentId}, ${input.content},
      ${now}, ${input.expiresAt})
    on conflict do nothing`);
  await tx.run(sql`delete from working_items where ${mine} and (expires_at <= ${now} or seq < (select min(seq) from
    (select seq from working_items where ${mine} and expires_at > ${now} order by seq desc limit ${MAX_ITEMS}) as newest))`);
  const row = await tx.get<{ items: number }>(sql`select count(*) as items from working_items where ${mine}`);
  return row?.items ?? 0;
});

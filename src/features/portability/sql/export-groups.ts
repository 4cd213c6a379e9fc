import { raw, sql } from '../../../storage/sql.js';
import { tenantRead } from '../../../storage/statement.js';

/** The next users of the key, by name; memories without a user have an empty name. */
export const exportUsers = tenantRead(
  'portability.exportUsers',
  async (tx, { after, limit }: { after: string | null; limit: number }): Promise<string[]> => {
    const rows = await tx.all<{ user_id: string }>(sql`select distinct user_id from memories
      where key_id = ${tx.keyId} and ${after === null ? raw('1 = 1') : sql`user_id > ${after}`} order by user_id limit ${limit}`);
    return rows.map((row) => row.user_id);
  },
);

/** The next agents that know something about a user, by name. */
export const exportAgents = tenantRead(
  'portability.exportAgents',
  async (tx, input: { userId: string; after: string; limit: number }): Promise<string[]> => {
    const rows = await tx.all<{ agent_id: string }>(sql`select distinct agent_id from memories
      where key_id = ${tx.keyId} and user_id = ${input.userId} and agent_id > ${input.after}
      order by agent_id limit ${input.limit}`);
    return rows.map((row) => row.agent_id);
  },
);

import { and, type Sql, sql } from '../../../storage/sql.js';
import { tenantRead, tenantWrite } from '../../../storage/statement.js';
import type { EmotionalRecord } from '../record.js';
import { dayNumber, EMOTIONAL_COLUMNS, insertion, NEWEST_FIRST, toEmotional } from './rows.js';

/** A request that is repeated after a crash generates the same id: its record already exists. */
export const addEmotional = tenantWrite('emotional.add', async (tx, record: EmotionalRecord): Promise<void> => {
  await tx.run(insertion(tx, [record]));
});

interface EmotionalPage {
  userId: string | null;
  agentId: string | null;
  sentiment: string | null;
  after: { createdAt: number; id: string } | null;
  limit: number;
}

/** Newest first. */
export const listEmotional = tenantRead(
  'emotional.list',
  async (tx, input: EmotionalPage): Promise<EmotionalRecord[]> => {
    const conditions: Sql[] = [sql`key_id = ${tx.keyId}`];
    if (input.userId !== null) conditions.push(sql`user_id = ${input.userId}`);
    if (input.agentId !== null) conditions.push(sql`agent_id = ${input.agentId}`);
    if (input.sentiment !== null) conditions.push(sql`sentiment = ${input.sentiment}`);
    // The day adds nothing to the time; it is listed because the index begins with it.
    if (input.after) {
      const { createdAt, id } = input.after;
      conditions.push(sql`(day, created_at, id) < (${dayNumber(createdAt)}, ${createdAt}, ${id})`);
    }
    const found = await tx.all(sql`select ${EMOTIONAL_COLUMNS} from emotional_records where ${and(conditions)}
      ${NEWEST_FIRST} limit ${input.limit}`);
    return found.map(toEmotional);
  },
);

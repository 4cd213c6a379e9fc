import { and, rows, type Sql, sql } from '../../storage/sql.js';
import { type AnyStatement, tenantRead, tenantWrite } from '../../storage/statement.js';
import { emotionalProfile } from './profile-statement.js';
import type { EmotionalRecord } from './record.js';
import { EMOTIONAL_COLUMNS, toEmotional, valuesOf } from './rows.js';

/** A request that is repeated after a crash makes the same id again: its record is there already. */
export const addEmotional = tenantWrite('emotional.add', async (tx, record: EmotionalRecord): Promise<void> => {
  const values = [[tx.keyId, ...valuesOf(record)]];
  await tx.run(sql`insert into emotional_records (key_id, ${EMOTIONAL_COLUMNS}) values ${rows(values)}
    on conflict (key_id, id) do nothing`);
});

export interface EmotionalPage {
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
    if (input.after) conditions.push(sql`(created_at, id) < (${input.after.createdAt}, ${input.after.id})`);
    const found = await tx.all(sql`select ${EMOTIONAL_COLUMNS} from emotional_records where ${and(conditions)}
      order by created_at desc, id desc limit ${input.limit}`);
    return found.map(toEmotional);
  },
);

export const emotionalStatements: readonly AnyStatement[] = [addEmotional, listEmotional, emotionalProfile];

import { and, type Sql, sql } from '../../storage/sql.js';
import { type TenantTx, tenantWrite } from '../../storage/statement.js';
import { forgetParts } from '../compress/forget-parts.js';
import { forgetEpisode } from '../episodes/forget-episode.js';
import { HOLDINGS } from '../held.js';
import { type JournalEntry, tell } from '../journal.js';
import { eraseAnswers } from '../stored-answers.js';
import { removeTraces } from './traces.js';

/** Ids per statement. */
const CHUNK = 1_000;

export interface ForgetRequest {
  id?: string;
  userId?: string;
  agentId?: string;
  now: number;
}

/** Removes memories with everything that hangs on them, and of a scope all that is kept beside them. Answers how many memories. */
export const forgetMemories = tenantWrite('memories.forget', async (tx, input: ForgetRequest): Promise<number> => {
  const conditions: Sql[] = [sql`key_id = ${tx.keyId}`];
  if (input.id !== undefined) conditions.push(sql`id = ${input.id}`);
  if (input.userId !== undefined) conditions.push(sql`user_id = ${input.userId}`);
  if (input.agentId !== undefined) conditions.push(sql`agent_id = ${input.agentId}`);
  const { id, now } = input;
  const held = id === undefined ? await eraseHeld(tx, input) : 0;
  const parts = id === undefined ? 0 : await forgetParts(tx, and(conditions), now);
  const gone = await tx.all<Gone>(sql`delete from memories where ${and(conditions)} returning id, user_id, agent_id`);
  if (gone.length === 0 && id !== undefined) return forgetEpisode(tx, id, scopeOf(input), now);
  if (gone.length === 0 && held === 0) return 0;
  for (let i = 0; i < gone.length; i += CHUNK) await removeTraces(tx, gone.slice(i, i + CHUNK), now);
  await tell(tx, now, [news(input, gone)]);
  return gone.length + parts;
});

interface Gone {
  id: string;
  user_id: string;
  agent_id: string;
}

const scopeOf = ({ userId, agentId }: Pick<ForgetRequest, 'userId' | 'agentId'>) => ({
  ...(userId === undefined ? {} : { userId }),
  ...(agentId === undefined ? {} : { agentId }),
});

/** What is kept of the scope beside memories. Answers how many rows. */
async function eraseHeld(tx: TenantTx, { userId, agentId }: ForgetRequest): Promise<number> {
  if (userId === undefined) return 0;
  let rows = 0;
  for (const holding of HOLDINGS) rows += await holding.erase(tx, scopeOf({ userId, agentId }));
  if (agentId === undefined) await eraseAnswers(tx, userId);
  return rows;
}

function news({ id, userId, agentId }: ForgetRequest, gone: readonly Gone[]): JournalEntry {
  const [first] = gone;
  const kind = 'memory.forgotten';
  if (id !== undefined && first) return { kind, user_id: first.user_id, agent_id: first.agent_id, subject: first.id };
  return { kind, user_id: userId ?? null, agent_id: agentId ?? null, subject: null, data: { count: gone.length } };
}

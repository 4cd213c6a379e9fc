import { and, type Sql, sql } from '../../storage/sql.js';
import { tenantWrite } from '../../storage/statement.js';
import { forgetParts } from '../compress/forget-parts.js';
import { forgetEpisode } from '../episodes/forget-episode.js';
import { HOLDINGS } from '../held.js';
import { tell } from '../journal.js';
import { removeTraces } from './traces.js';

/** Ids per statement. */
const CHUNK = 1_000;

export interface ForgetRequest {
  id?: string;
  userId?: string;
  agentId?: string;
  now: number;
}

/** Removes memories with everything that hangs on them; of a whole scope also what is kept beside memories. Answers how many. */
export const forgetMemories = tenantWrite('memories.forget', async (tx, input: ForgetRequest): Promise<number> => {
  const conditions: Sql[] = [sql`key_id = ${tx.keyId}`];
  if (input.id !== undefined) conditions.push(sql`id = ${input.id}`);
  if (input.userId !== undefined) conditions.push(sql`user_id = ${input.userId}`);
  if (input.agentId !== undefined) conditions.push(sql`agent_id = ${input.agentId}`);
  const { id, now, ...scope } = input;
  if (id === undefined) for (const holding of HOLDINGS) await holding.erase(tx, scope);
  const parts = id === undefined ? 0 : await forgetParts(tx, and(conditions), now);
  const gone = await tx.all<{ id: string; user_id: string; agent_id: string }>(
    sql`delete from memories where ${and(conditions)} returning id, user_id, agent_id`,
  );
  const wholeUser = input.id === undefined && input.agentId === undefined && input.userId !== undefined;
  if (wholeUser) {
    // Stored answers to repeatable requests may quote what was forgotten: those about the user, memories or none, and those whose request
    // named nobody, such as the end of an episode. What is repeated after that is done again, with the same ids.
    await tx.run(sql`delete from idempotency where key_id = ${tx.keyId}
      and (user_id = ${input.userId ?? ''} or user_id is null)`);
  }
  if (gone.length === 0) return id === undefined ? 0 : forgetEpisode(tx, id, scope, now);
  for (let i = 0; i < gone.length; i += CHUNK) await removeTraces(tx, gone.slice(i, i + CHUNK), input.now);
  const first = gone[0] as { id: string; user_id: string; agent_id: string };
  await tell(tx, input.now, [
    input.id === undefined
      ? {
          kind: 'memory.forgotten',
          user_id: first.user_id,
          agent_id: input.agentId ?? null,
          subject: null,
          data: { count: gone.length },
        }
      : { kind: 'memory.forgotten', user_id: first.user_id, agent_id: first.agent_id, subject: first.id },
  ]);
  return gone.length + parts;
});

import { among, and, sql } from '../../../storage/sql.js';
import { type TenantTx, tenantWrite } from '../../../storage/statement.js';
import { forgetParts } from '../../compress/sql/forget-parts.js';
import { emit } from '../../journal.js';
import { removeTraces } from '../../memories/sql/traces.js';
import { forgetResponses } from '../../stored-responses.js';
import { type EpisodeFilter, inFilter } from './rows.js';

/** Ids per statement. */
const CHUNK = 1_000;

interface ForgetEpisode extends EpisodeFilter {
  id: string;
  now: number;
}
interface Owner {
  user_id: string;
  agent_id: string;
}

/** Forgets an episode with its events and its summary. Returns how many memories and episodes were deleted. */
export const forgetEpisode = tenantWrite('episodes.forget', async (tx, input: ForgetEpisode): Promise<number> => {
  const { id, now, ...scope } = input;
  const found = await tx.get<
    Owner & { summary_memory_id: string | null }
  >(sql`select e.user_id, e.agent_id, e.summary_memory_id
    from episodes e where ${and([...inFilter(tx, scope), sql`e.id = ${id}`])}`);
  if (!found) return 0;
  const events = await tx.all<{ id: string }>(
    sql`delete from episode_events where key_id = ${tx.keyId} and episode_id = ${id} returning id`,
  );
  await tx.run(sql`delete from episodes where key_id = ${tx.keyId} and id = ${id}`);
  await Promise.all(forgetResponses(tx, [id]));
  const ids = [...events.map((event) => event.id), ...(found.summary_memory_id ? [found.summary_memory_id] : [])];
  let count = 1;
  for (let i = 0; i < ids.length; i += CHUNK) count += await forget(tx, ids.slice(i, i + CHUNK), now);
  const { user_id, agent_id } = found;
  await emit(tx, now, [{ kind: 'memory.forgotten', user_id, agent_id, subject: null, data: { count } }]);
  return count;
});

async function forget(tx: TenantTx, ids: readonly string[], now: number): Promise<number> {
  const these = sql`key_id = ${tx.keyId} and ${among(tx.dialect, 'id', ids)}`;
  const replaced = await tx.all<{ id: string }>(
    sql`select id from memories where ${these} and superseded_by is not null`,
  );
  let parts = 0;
  for (const { id } of replaced) parts += await forgetParts(tx, sql`key_id = ${tx.keyId} and id = ${id}`, now);
  const gone = await tx.all<{ id: string; user_id: string }>(
    sql`delete from memories where ${these} returning id, user_id`,
  );
  await removeTraces(tx, gone, now);
  return gone.length + parts;
}

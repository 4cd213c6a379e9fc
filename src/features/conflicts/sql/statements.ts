import { and, raw, type Sql, sql } from '../../../storage/sql.js';
import { systemRead, tenantRead, tenantWrite } from '../../../storage/statement.js';
import type { ConflictRecord } from '../record.js';
import { link, supersede, unlink, unsupersede } from '../supersession.js';
import { heldSides } from './record.js';
import { CONFLICT_COLUMNS, CONFLICT_TABLES, toConflict } from './rows.js';

interface ConflictPage {
  userId: string | null;
  agentId: string | null;
  status: 'open' | 'resolved' | 'all';
  after: { detectedAt: number; id: string } | null;
  limit: number;
}

/** Newest first. */
export const listConflicts = tenantRead(
  'conflicts.list',
  async (tx, input: ConflictPage): Promise<ConflictRecord[]> => {
    const conditions: Sql[] = [sql`c.key_id = ${tx.keyId}`];
    if (input.userId !== null) conditions.push(sql`c.user_id = ${input.userId}`);
    if (input.agentId !== null) conditions.push(sql`c.agent_id = ${input.agentId}`);
    if (input.status !== 'all') conditions.push(sql`c.status = ${input.status}`);
    if (input.after) conditions.push(sql`(c.detected_at, c.id) < (${input.after.detectedAt}, ${input.after.id})`);
    const rows =
      await tx.all(sql`select ${CONFLICT_COLUMNS} from ${CONFLICT_TABLES[tx.dialect]} where ${and(conditions)}
    order by c.detected_at desc, c.id desc limit ${input.limit}`);
    return rows.map(toConflict);
  },
);

interface ResolveRequest {
  id: string;
  keep: 'a' | 'b' | 'both';
  now: number;
}

/** Marks the loser as superseded without deleting it. Null if there is no such conflict. Resolving again changes the verdict. */
export const resolveConflict = tenantWrite(
  'conflicts.resolve',
  async (tx, input: ResolveRequest): Promise<ConflictRecord | null> => {
    const find = () =>
      tx.get(
        sql`select ${CONFLICT_COLUMNS} from ${CONFLICT_TABLES[tx.dialect]} where c.key_id = ${tx.keyId} and c.id = ${input.id}`,
      );
    const row = await find();
    if (!row) return null;
    const { memory_a: a, memory_b: b } = toConflict(row);
    if ((await heldSides(tx, [a.id, b.id])).size < 2) return null;
    // Undo an earlier verdict first.
    await unsupersede(tx, { loser: a.id, winner: b.id }, input.now);
    await unsupersede(tx, { loser: b.id, winner: a.id }, input.now);
    if (input.keep === 'a') await supersede(tx, { loser: b.id, winner: a.id, until: input.now, now: input.now });
    if (input.keep === 'b')
      await supersede(tx, { loser: a.id, winner: b.id, until: b.valid_from ?? b.created_at, now: input.now });
    if (input.keep === 'both') await unlink(tx, b.id, a.id, 'contradicts');
    else await link(tx, { from: b.id, to: a.id, relationship: 'contradicts', now: input.now });
    await tx.run(sql`update conflicts set status = 'resolved', kept = ${input.keep}, resolved_at = ${input.now}
    where key_id = ${tx.keyId} and id = ${input.id}`);
    const after = await find();
    return after ? toConflict(after) : null;
  },
);

/** Memories of all keys that have not been compared with the others yet. */
export const uncheckedMemories = systemRead(
  'conflicts.unchecked',
  async (
    tx,
    input: { model: string; newestFirst: boolean; limit: number },
  ): Promise<{ key_id: string; id: string }[]> =>
    tx.all<{ key_id: string; id: string }>(sql`select key_id, id from memories
      where conflicts_checked = 0 and embedded_model = ${input.model} order by created_at ${raw(input.newestFirst ? 'desc' : 'asc')} limit ${input.limit}`),
);

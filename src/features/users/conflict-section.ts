import { and, sql } from '../../storage/sql.js';
import { pageOf, type Section } from './section.js';

interface UserConflict {
  id: string;
  agent_id: string;
  /** Ids only: the memories themselves are in their own list. */
  memory_a: string;
  memory_b: string;
  conflict_type: string;
  confidence: number;
  reason: string;
  status: string;
  kept: string | null;
  detected_at: number;
  resolved_at: number | null;
}

export const conflicts: Section<UserConflict> = {
  name: 'conflicts',
  async page(tx, userId, after, limit) {
    const conditions = [sql`key_id = ${tx.keyId} and user_id = ${userId}`];
    if (after) conditions.push(sql`(detected_at, id) > (${after[0]}, ${after[1]})`);
    const found =
      await tx.all<UserConflict>(sql`select id, agent_id, memory_a, memory_b, type as conflict_type, confidence,
        reason, status, kept, detected_at, resolved_at
      from conflicts where ${and(conditions)} order by detected_at, id limit ${limit}`);
    return pageOf(
      found,
      limit,
      (row) => [row.detected_at, row.id],
      (row) => ({ ...row }),
    );
  },
  proof: () => null, // found by the service, sooner or later
};

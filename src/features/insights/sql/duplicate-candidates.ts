import { jsonRows } from '../../../storage/json.js';
import { bandIn, sketchNumbers } from '../../../storage/sketches.js';
import { and, raw, sql } from '../../../storage/sql.js';
import { tenantSnapshotRead } from '../../../storage/statement.js';
import { inForce, inScope, type Scope } from '../../lifecycle/scope.js';

interface DuplicateCandidatesRequest {
  scope: Scope;
  /** Limits on the meetings, and on the memories in them, that are read, and on the characters of each memory. */
  limit: number;
  characters: number;
  now: number;
}
interface Owner {
  user_id: string;
  agent_id: string;
  namespace: string;
  kind: string;
}
/** A memory that shares a number of its sketch with another one. */
export interface Met {
  /** Only memories with the same user, agent, namespace and kind can be duplicates. */
  place: string;
  band: number | string;
  id: string;
  text: string;
}

/**
 * Memories that could say the same as another one: their sketches meet. They are in the order of the sketches, which is as good as random, so that
 * what is beyond the limit resembles what is within it. Where sketches meet is read from indexes alone.
 */
export const readDuplicateCandidates = tenantSnapshotRead(
  'insights.meetings',
  async (
    tx,
    { scope, limit, characters, now }: DuplicateCandidatesRequest,
  ): Promise<{ met: Met[]; complete: boolean }> => {
    const user = scope.userId === undefined ? raw('') : sql`and user_id = ${scope.userId}`;
    const numbers = sketchNumbers(tx.dialect, sql`key_id = ${tx.keyId} ${user}`);
    const bands = await tx.all<{ user_id: string; band: number | string }>(sql`select user_id, band from ${numbers} s
      group by user_id, band having count(*) > 1 order by band, user_id limit ${limit + 1}`);
    const places = jsonRows(
      tx.dialect,
      bands.slice(0, limit).map((row) => [row.user_id, row.band]),
    );
    const rows = await tx.all<Owner & Omit<Met, 'place'>>(
      sql`with bands as materialized (select value ->> 0 as user_id, ${bandIn(tx.dialect, 'value ->> 1')} as band from ${places})
      select m.user_id, m.agent_id, m.namespace, m.kind, s.band, m.id, substr(m.content, 1, ${characters}) as text
      from ${numbers} s cross join memories m
      where (s.user_id, s.band) in (select user_id, band from bands) and m.key_id = s.key_id and m.id = s.memory_id
        and ${and([inScope(tx, scope), inForce(now)])}
      order by s.band, s.user_id, s.memory_id limit ${limit + 1}`,
    );
    const met = rows.slice(0, limit).map(({ user_id, agent_id, namespace, kind, ...one }) => ({
      ...one,
      place: JSON.stringify([user_id, agent_id, namespace, kind]),
    }));
    return { met, complete: bands.length <= limit && rows.length <= limit };
  },
);

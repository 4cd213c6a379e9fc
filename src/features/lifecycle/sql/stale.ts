import { and, type Sql, sql } from '../../../storage/sql.js';
import { tenantSnapshotRead } from '../../../storage/statement.js';
import type { MemoryRecord } from '../../memories/record.js';
import { RECORD_COLUMNS, toRecord } from '../../memories/sql/row.js';
import { CONFIRMED_AT, inForce, inScope, type Scope } from '../scope.js';

interface StaleRequest {
  scope: Scope;
  /** Confirmed at this time or earlier. */
  until: number;
  limit: number;
  /** The last entry of the previous page. */
  after: { confirmedAt: number; id: string } | null;
  now: number;
}
interface StalePage {
  memories: MemoryRecord[];
  /** When the longest-unconfirmed memory of the whole scope was last confirmed. */
  oldest: number | null;
}

export const confirmedAt = (memory: MemoryRecord) => Math.max(memory.created_at, memory.verified_at ?? 0);

/** Longest unconfirmed first. */
export const staleMemories = tenantSnapshotRead(
  'lifecycle.stale',
  async (tx, input: StaleRequest): Promise<StalePage> => {
    const { scope, until, after, limit, now } = input;
    // The first condition follows from the second, and is indexed.
    const stale = and([
      inScope(tx, scope),
      sql`m.created_at <= ${until} and ${CONFIRMED_AT} <= ${until}`,
      inForce(now),
    ]);
    const conditions: Sql[] = [stale];
    if (after) conditions.push(sql`(${CONFIRMED_AT}, m.id) > (${after.confirmedAt}, ${after.id})`);
    const found = await tx.all(sql`select ${RECORD_COLUMNS} from memories m where ${and(conditions)}
    order by ${CONFIRMED_AT}, m.id limit ${limit}`);
    const memories = found.map(toRecord);
    const first = memories[0];
    if (!after) return { memories, oldest: first ? confirmedAt(first) : null };
    const row = await tx.get<{ oldest: number | null }>(
      sql`select min(${CONFIRMED_AT}) as oldest from memories m where ${stale}`,
    );
    return { memories, oldest: row?.oldest ?? null };
  },
);

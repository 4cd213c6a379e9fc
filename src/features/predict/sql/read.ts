import { fromJson } from '../../../storage/json.js';
import { among, byIdOnly, sql } from '../../../storage/sql.js';
import { type TenantTx, tenantRead, tenantSnapshotRead } from '../../../storage/statement.js';
import type { MemoryRecord } from '../../memories/record.js';
import type { MemoryFilter } from '../../memories/search/filter.js';
import { RECORD_COLUMNS, toRecord } from '../../memories/sql/row.js';
import { visible } from '../../memories/sql/visible.js';
import type { Stored, Use } from '../log.js';

interface PredictScope {
  userId: string;
  agentId: string | null;
  now: number;
}

const filterOf = ({ agentId }: PredictScope): MemoryFilter => ({
  ...(agentId === null ? {} : { agent_id: agentId }),
  include_expired: false,
  include_superseded: false,
});
const within = (tx: TenantTx, scope: PredictScope) => visible(tx.dialect, filterOf(scope), scope.now);

/** The newest retrievals and the newest memories, each oldest first, and how many memories there are. */
export const readHistory = tenantSnapshotRead(
  'predict.history',
  async (
    tx,
    input: PredictScope & { retrievals: number; stored: number },
  ): Promise<{ uses: Use[]; stored: Stored[]; memories: number }> => {
    const agent = input.agentId === null ? sql`1 = 1` : sql`(agent_id is null or agent_id = ${input.agentId})`;
    const uses = await tx.all<{ at: number; memory_ids: unknown }>(sql`select at, memory_ids from retrievals
      where key_id = ${tx.keyId} and user_id = ${input.userId} and at <= ${input.now} and found > 0 and ${agent}
      order by at desc, seq desc limit ${input.retrievals}`);
    const mine = sql`memories m where m.key_id = ${tx.keyId} and m.user_id = ${input.userId} and ${within(tx, input)}`;
    const stored = await tx.all<Stored>(
      sql`select m.id, m.created_at as at from ${mine} order by m.created_at desc, m.id desc limit ${input.stored}`,
    );
    const row = await tx.get<{ memories: number }>(sql`select count(*) as memories from ${mine}`);
    return {
      memories: row?.memories ?? 0,
      uses: uses.reverse().map(({ at, memory_ids }) => ({ at, ids: fromJson<string[]>(memory_ids) })),
      stored: stored.reverse(),
    };
  },
);

/** Those of the memories that may be shown. */
export const readPredicted = tenantRead(
  'predict.records',
  async (tx, input: PredictScope & { ids: readonly string[] }): Promise<MemoryRecord[]> => {
    const rows = await tx.all(sql`select ${RECORD_COLUMNS} from memories m where m.key_id = ${tx.keyId}
      and ${among(tx.dialect, 'm.id', input.ids)} and ${byIdOnly(tx.dialect, 'm.user_id')} = ${input.userId} and ${within(tx, input)}`);
    return rows.map(toRecord);
  },
);

import { RISK_FLAGGED } from '../../../readers/risk/risk.js';
import { and, raw, type Sql, sql } from '../../../storage/sql.js';
import { tenantSnapshotRead } from '../../../storage/statement.js';
import { FEWEST_MEMBERS } from '../../compress/cluster.js';
import { undecided } from '../../conflicts/sql/rows.js';
import { CONFIRMED_AT, expired, inForce, inScope, type Scope } from '../../lifecycle/scope.js';

interface HealthRequest {
  scope: Scope;
  now: number;
  /** Confirmed at this time or earlier: stale. */
  staleUntil: number;
  /** Memories per user and agent that compression leaves alone. Fewer than it combines beyond them do not count. */
  keep: number;
  /** Outcome scores below this mean that acting on the memory went wrong. */
  failing: number;
  /** Ids shown per finding. */
  samples: number;
}
type Finding = 'stale' | 'conflicts' | 'unembedded' | 'expired' | 'compressible' | 'failing' | 'flagged';
export interface HealthFound {
  failing: number;
  flagged: number;
  compressible: number;
  samples: Record<Finding, string[]>;
}

/** What compression would consider: memories of the kinds it handles that neither end by themselves nor are suspicious. */
const COMPRESSIBLE = sql`m.kind in ('semantic', 'episodic') and m.expires_at is null and m.valid_until is null and m.risk < ${RISK_FLAGGED}`;

/** The counts that stats does not have, in one pass, and a few ids for each finding. */
export const readHealth = tenantSnapshotRead(
  'insights.health',
  async (tx, input: HealthRequest): Promise<HealthFound> => {
    const { scope, now, samples } = input;
    const mine = inScope(tx, scope);
    const live = and([mine, inForce(now)]);
    const failing = sql`m.outcome_score < ${input.failing}`;
    const flagged = sql`m.risk >= ${RISK_FLAGGED}`;
    interface Group {
      user_id: string;
      agent_id: string;
      failing: number;
      flagged: number;
      compressible: number;
    }
    const groups = await tx.all<Group>(sql`
    select m.user_id, m.agent_id, count(*) filter (where ${failing}) as failing, count(*) filter (where ${flagged}) as flagged,
      count(*) filter (where ${COMPRESSIBLE}) as compressible
    from memories m where ${live} group by m.user_id, m.agent_id`);
    const sum = (value: (group: Group) => number) => groups.reduce((all, group) => all + value(group), 0);
    const old = ({ compressible }: Group) =>
      compressible - input.keep >= FEWEST_MEMBERS ? compressible - input.keep : 0;
    const [largest] = groups.sort((a, b) => old(b) - old(a));
    const counts = {
      failing: sum((group) => group.failing),
      flagged: sum((group) => group.flagged),
      compressible: sum(old),
    };
    const some = async (query: Sql) => (await tx.all<{ id: string }>(query)).map((row) => row.id);
    const oldest = (condition: Sql) =>
      some(
        sql`select m.id from memories m where ${live} and ${condition} order by m.created_at, m.id limit ${samples}`,
      );
    const stale = sql`m.created_at <= ${input.staleUntil} and ${CONFIRMED_AT} <= ${input.staleUntil}`;
    const disputed = await tx.all<{
      memory_a: string;
      memory_b: string;
    }>(sql`select m.memory_a, m.memory_b from conflicts m
    where ${mine} and ${undecided(tx, now)} order by m.detected_at desc, m.id desc limit ${samples}`);
    return {
      ...counts,
      samples: {
        stale: await oldest(stale),
        conflicts: [...new Set(disputed.flatMap((row) => [row.memory_a, row.memory_b]))].slice(0, samples),
        unembedded: await oldest(raw("(m.embedded_model is null or m.embedded_model = '')")),
        expired: await some(sql`with due as materialized (${expired(tx, now)})
        select m.id from due m where ${mine} order by m.id limit ${samples}`),
        compressible:
          largest && old(largest)
            ? (
                await oldest(
                  sql`m.user_id = ${largest.user_id} and m.agent_id = ${largest.agent_id} and ${COMPRESSIBLE}`,
                )
              ).slice(0, old(largest))
            : [],
        failing: counts.failing ? await oldest(failing) : [],
        flagged: counts.flagged ? await oldest(flagged) : [],
      },
    };
  },
);

import { DAY } from '../../kernel/clock.js';
import { and, sql } from '../../storage/sql.js';
import { tenantRead } from '../../storage/statement.js';
import type { EmotionalRecord } from './record.js';
import { EMOTIONAL_COLUMNS, toEmotional } from './rows.js';
import { TREND } from './trend.js';
import { type Evidence, HORIZON_MS } from './trust.js';

export interface ProfileRequest {
  userId: string;
  agentId: string | null;
  now: number;
  recent: number;
}

/** The interactions of one UTC day, or of everything before the horizon. */
export interface DayOfFeelings extends Evidence {
  /** Days since 1970; −1 for everything before the horizon. */
  day: number;
  positives: number;
  negatives: number;
  neutrals: number;
}

export interface ProfileRows {
  /** Oldest first: never more than the horizon has days, however many records there are. */
  days: DayOfFeelings[];
  newest: { valence: number; sentiment: EmotionalRecord['sentiment'] }[];
  recent: EmotionalRecord[];
}

const BEFORE_HORIZON = -1;

/** Sums by day in the database (the index holds all that is summed), and the last few records. */
export const emotionalProfile = tenantRead(
  'emotional.profile',
  async (tx, input: ProfileRequest): Promise<ProfileRows> => {
    const now = sql`cast(${input.now} as bigint)`;
    const horizon = sql`cast(${input.now - HORIZON_MS} as bigint)`;
    const at = sql`case when created_at > ${now} then ${now} else created_at end`;
    const conditions = [sql`key_id = ${tx.keyId}`, sql`user_id = ${input.userId}`];
    if (input.agentId !== null) conditions.push(sql`agent_id = ${input.agentId}`);
    const where = and(conditions);
    const days = await tx.all<DayOfFeelings>(sql`select
        case when created_at < ${horizon} then ${BEFORE_HORIZON} else (${at}) / ${DAY} end as day,
        cast(avg(${at}) as double precision) as at, count(*) as interactions,
        sum(case when valence > 0 then valence else 0 end) as positive,
        sum(case when valence < 0 then -valence else 0 end) as negative,
        sum(case when sentiment = 'positive' then 1 else 0 end) as positives,
        sum(case when sentiment = 'negative' then 1 else 0 end) as negatives,
        sum(case when sentiment = 'neutral' then 1 else 0 end) as neutrals
      from emotional_records where ${where} group by 1 order by 1`);
    const newest = await tx.all<ProfileRows['newest'][number]>(sql`select valence, sentiment from emotional_records
      where ${where} order by created_at desc, id desc limit ${TREND.interactions}`);
    const recent = await tx.all(sql`select ${EMOTIONAL_COLUMNS} from emotional_records
      where ${where} order by created_at desc, id desc limit ${input.recent}`);
    return { days, newest, recent: recent.map(toEmotional) };
  },
);

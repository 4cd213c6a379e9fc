import { and, raw, sql } from '../../../storage/sql.js';
import { tenantSnapshotRead } from '../../../storage/statement.js';
import type { EmotionalRecord } from '../record.js';
import { TREND } from '../trend.js';
import { type Evidence, HORIZON_MS } from '../trust.js';
import { dayNumber, EMOTIONAL_COLUMNS, NEWEST_FIRST, toEmotional } from './rows.js';

const SUMS = raw(`cast(avg(created_at) as double precision) as at, count(*) as interactions,
  sum(case when valence > 0 then valence else 0 end) as positive,
  sum(case when valence < 0 then -valence else 0 end) as negative,
  sum(case when valence > 0 and about = 'interaction' then valence else 0 end) as trusting,
  sum(case when valence < 0 and about = 'interaction' then -valence else 0 end) as distrusting,
  sum(case when sentiment = 'positive' then 1 else 0 end) as positives,
  sum(case when sentiment = 'negative' then 1 else 0 end) as negatives,
  sum(case when sentiment = 'neutral' then 1 else 0 end) as neutrals`);

interface ProfileRequest {
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
  /** The same sums as `positive` and `negative`, but only of what is about the interaction itself. */
  trusting: number;
  distrusting: number;
}

export interface ProfileRows {
  /** Oldest first: hardly more entries than the horizon has days, however many records there are. */
  days: DayOfFeelings[];
  newest: { valence: number; sentiment: EmotionalRecord['sentiment'] }[];
  recent: EmotionalRecord[];
}

const BEFORE_HORIZON = -1;

/** Sums per day, computed in the database from the index alone, and the last few records. */
export const emotionalProfile = tenantSnapshotRead(
  'emotional.profile',
  async (tx, input: ProfileRequest): Promise<ProfileRows> => {
    const conditions = [sql`key_id = ${tx.keyId}`, sql`user_id = ${input.userId}`];
    if (input.agentId !== null) conditions.push(sql`agent_id = ${input.agentId}`);
    const where = and(conditions);
    const horizon = dayNumber(input.now - HORIZON_MS);
    const before = await tx.all<DayOfFeelings>(sql`select cast(${BEFORE_HORIZON} as bigint) as day, ${SUMS}
      from emotional_records where ${where} and day < ${horizon} having count(*) > 0`);
    const since = await tx.all<DayOfFeelings>(sql`select day, ${SUMS}
      from emotional_records where ${where} and day >= ${horizon} group by day order by day`);
    const newest = await tx.all<ProfileRows['newest'][number]>(sql`select valence, sentiment from emotional_records
      where ${where} ${NEWEST_FIRST} limit ${TREND.interactions}`);
    const recent = await tx.all(sql`select ${EMOTIONAL_COLUMNS} from emotional_records
      where ${where} ${NEWEST_FIRST} limit ${input.recent}`);
    return { days: [...before, ...since], newest, recent: recent.map(toEmotional) };
  },
);

import { MINUTE } from '../../kernel/clock.js';
import { type Sql, sql } from '../../storage/sql.js';
import { systemSingleWrite, systemWrite } from '../../storage/statement.js';

interface SliceRequest {
  keyId: string;
  node: string;
  /** Tokens in a full bucket, refilled over a minute. */
  limit: number;
  now: number;
  /** When the node's right to spend them ends. */
  until: number;
  wanted: number;
  /** How many of `wanted` are spent at once. */
  waiting: number;
  /** What the node borrowed before and did not spend. */
  returned: number;
}
interface Slice {
  granted: number;
  /** Left in the shared bucket at the time `at`. */
  tokens: number;
  at: number;
}

/** A node may take one part in this many of what is left: the others find some as well, and near the bottom each takes one at a time. */
const SHARE = 4;

const float = (value: number): Sql => sql`cast(${value} as float8)`;
const whole = (value: number): Sql => sql`cast(${value} as bigint)`;

/**
 * Lends a node tokens from the bucket that all nodes share. The bucket is full at the limit minus what other nodes still hold, so that its
 * content plus what is lent never exceeds the limit. It is one upsert: PostgreSQL works on the row as the previous node left it. A time
 * before the bucket's own means that the node's clock is slightly behind: nothing is refilled. If it is more than a minute before, the
 * other node's clock was wrong.
 */
export const takeSlice = systemSingleWrite('rate.slice', async (tx, input: SliceRequest): Promise<Slice> => {
  const limit = float(input.limit);
  const now = whole(input.now);
  const wanted = float(input.wanted);
  const granted = (tokens: Sql) =>
    sql`case when ${tokens} < 1 then 0 else least(${wanted}, greatest(1, floor(${tokens} / ${float(SHARE)}))) end`;
  const hold = (lent: Sql) => sql`jsonb_build_object(cast(${input.node} as text),
    jsonb_build_array(greatest(0, ${lent} - ${float(input.waiting)}), ${whole(input.until)}))`;
  const row = await tx.get<Slice>(sql`insert into rate_buckets (key_id, tokens, at, granted, holds)
    select cast(${input.keyId} as text), ${limit} - first.granted, ${now}, first.granted, ${hold(sql`first.granted`)}
      from (select ${granted(limit)} as granted) first
    on conflict (key_id) do update set (tokens, at, granted, holds) = (
      select filled.tokens - lent.granted, time.at, lent.granted, others.holds || ${hold(sql`lent.granted`)}
      from (select case when rate_buckets.at > ${now} + ${whole(MINUTE)} then ${now}
          else greatest(rate_buckets.at, ${now}) end as at) time,
        lateral (select coalesce(jsonb_object_agg(key, value), '{}') as holds,
            coalesce(sum(cast(value ->> 0 as float8)), 0) as total
          from jsonb_each(rate_buckets.holds)
          where key <> ${input.node} and cast(value ->> 1 as bigint) > ${now}
            and cast(value ->> 1 as bigint) <= ${now} + ${whole(MINUTE)}) others,
        lateral (select least(${limit} - others.total, rate_buckets.tokens + ${float(input.returned)}
            + greatest(0, time.at - rate_buckets.at) * ${limit} / ${float(MINUTE)}) as tokens) filled,
        lateral (select ${granted(sql`filled.tokens`)} as granted) lent)
    returning granted, tokens, at`);
  if (!row) throw new Error('A bucket was neither made nor changed');
  return row;
});

/** A bucket untouched for a minute is full, and so is a missing one. */
export const sweepBuckets = systemWrite('rate.sweep', async (tx, { now }: { now: number }) => {
  await tx.run(sql`delete from rate_buckets where at < ${now - MINUTE}`);
});

import { DAY } from '../../kernel/clock.js';
import { greatest, least } from '../../storage/dialect.js';
import { type Dialect, raw, type Sql, sql } from '../../storage/sql.js';

/** What a memory is worth without a question: the parts add up to at most 1. */
export const STANDING = { importance: 0.5, activation: 0.3, recency: 0.2, recencyDays: 30 } as const;
/** Beyond this e^(−days/30) is practically zero, and PostgreSQL refuses to compute it. */
const OLDEST_DAYS = 3_650;

/**
 * A memory's standing in millionths, for `order by`; docs/context.md explains it.
 *
 * - importance / 10
 * - activation: ACT-R's base level B = ln Σ tⱼ^(−½) over the uses of a memory, the first being its storing, squashed to 0–1 by
 *   1 / (1 + e^(−B)). Only the last use has a known time t; the n before it are assumed spread evenly over the memory's age T (Petrov 2006):
 *   Σ ≈ 1/√t + 2n / (√T + √t), in days.
 * - recency: e^(−days/30) since it was stored or last verified
 *
 * Ages count from the end of the UTC day: if nothing changes the order is stable for a day, and so are prompt caches.
 */
export function standing(dialect: Dialect, at: number): Sql {
  const [fewest, most] = [least(dialect), greatest(dialect)];
  const end = Math.ceil((at + 1) / DAY) * DAY;
  const days = (column: string) => sql`(${end} - ${raw(column)}) / cast(${raw(`${DAY}`)} as double precision)`;
  const age = sql`${most}(1.0, ${days('m.created_at')})`;
  const unused = sql`${most}(1.0, ${fewest}(${age}, ${days('coalesce(m.last_retrieved_at, m.created_at)')}))`;
  const uses = sql`(1 / sqrt(${unused}) + 2 * m.retrieval_count / (sqrt(${age}) + sqrt(${unused})))`;
  const fresh = sql`${most}(0.0, ${fewest}(${raw(`${OLDEST_DAYS}`)}, ${days('coalesce(m.verified_at, m.created_at)')}))`;
  return sql`cast(round(1000000 * (${raw(`${STANDING.importance}`)} * m.importance / 10
    + ${raw(`${STANDING.activation}`)} * ${uses} / (1 + ${uses})
    + ${raw(`${STANDING.recency}`)} * exp(-${fresh} / ${raw(`${STANDING.recencyDays}`)}))) as bigint)`;
}

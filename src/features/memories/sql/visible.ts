import { hasAll, hasAny, hasPairs } from '../../../storage/dialect.js';
import { and, type Dialect, type Sql, sql } from '../../../storage/sql.js';
import type { MemoryFilter } from '../search/filter.js';

/** The conditions on `memories m`, without key and user. The only place that decides which memories are visible. */
export function visible(dialect: Dialect, filter: MemoryFilter, now: number): Sql {
  const conditions: Sql[] = [];
  const at = filter.as_of ?? now;
  if (filter.agent_id !== undefined) conditions.push(sql`m.agent_id = ${filter.agent_id}`);
  if (filter.namespace !== undefined) conditions.push(sql`m.namespace = ${filter.namespace}`);
  if (filter.kind !== undefined) conditions.push(sql`m.kind = ${filter.kind}`);
  if (filter.outcome !== undefined) conditions.push(sql`m.outcome = ${filter.outcome}`);
  if (filter.category !== undefined) conditions.push(sql`m.category = ${filter.category}`);
  if (filter.min_importance !== undefined) conditions.push(sql`m.importance >= ${filter.min_importance}`);
  if (filter.created_after !== undefined) conditions.push(sql`m.created_at > ${filter.created_after}`);
  if (filter.created_before !== undefined) conditions.push(sql`m.created_at < ${filter.created_before}`);
  if (filter.tags) conditions.push(hasAny(dialect, 'm.tags', filter.tags));
  if (filter.tags_all) conditions.push(hasAll(dialect, 'm.tags', filter.tags_all));
  const pairs = Object.entries(filter.metadata ?? {});
  if (pairs.length > 0) conditions.push(hasPairs(dialect, 'm.metadata', pairs));
  if (!filter.include_expired) conditions.push(sql`(m.expires_at is null or m.expires_at > ${now})`);
  if (filter.below_risk !== undefined) conditions.push(sql`m.risk < ${filter.below_risk}`);
  if (filter.any_time) return and(conditions);
  if (filter.as_of !== undefined) {
    // Believed then: known by then, or stated to be true then. What superseded it since does not matter; its interval decides.
    conditions.push(
      sql`coalesce(m.valid_from, m.created_at) <= ${at}`,
      sql`(m.valid_until is null or m.valid_until > ${at})`,
    );
    return and(conditions);
  }
  conditions.push(sql`(m.valid_from is null or m.valid_from <= ${at})`);
  // A superseded memory is no longer true by definition: it is shown anyway if requested.
  conditions.push(
    filter.include_superseded
      ? sql`(m.valid_until is null or m.valid_until > ${at} or m.superseded_by is not null)`
      : sql`(m.valid_until is null or m.valid_until > ${at}) and m.superseded_by is null`,
  );
  return and(conditions);
}

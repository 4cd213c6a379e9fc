import { byDialect } from '../../../storage/dialect.js';
import { type Dialect, lookUp, raw, type Sql, sql } from '../../../storage/sql.js';
import type { Row, TenantTx } from '../../../storage/statement.js';
import type { ConflictRecord } from '../record.js';

const SIDE = ['id', 'content', 'created_at', 'valid_from', 'superseded_by'];
const side = (letter: 'a' | 'b') => SIDE.map((column) => `${letter}.${column} as ${letter}_${column}`).join(', ');

/** Conflicts with both memories: a row exists only as long as both memories do. */
export const CONFLICT_COLUMNS = raw(
  `c.id, c.user_id, c.agent_id, c.type, c.confidence, c.reason, c.part, c.status, c.kept, c.detected_at, c.resolved_at, ${side('a')}, ${side('b')}`,
);
const sideTable = (dialect: Dialect, letter: 'a' | 'b') =>
  lookUp(
    dialect,
    'inner',
    'memories',
    letter,
    raw(`${letter}.key_id = c.key_id and ${letter}.id = c.memory_${letter}`),
  );
export const CONFLICT_TABLES = byDialect(
  (dialect) => sql`conflicts c ${sideTable(dialect, 'a')} ${sideTable(dialect, 'b')}`,
);

/** Likelihood from which a contradiction counts although both statements are from the same moment. */
const SAME_MOMENT_FROM = 0.9;
/**
 * Whether an open conflict has an older and a newer side. Memories of one batch were often stated at the same moment; which of them was sent first
 * hides or outranks the other only if the verdict is sure.
 */
export const HAS_ORDER = sql`(c.confidence >= ${SAME_MOMENT_FROM}
  or coalesce(b.valid_from, b.created_at) <> coalesce(a.valid_from, a.created_at))`;

/**
 * A conflict `m` to be decided: it is open, and neither side was superseded, has ended or expired. `offset 0` makes PostgreSQL look up the two, as in
 * `lookUp`.
 */
export const undecided = (
  { keyId }: Pick<TenantTx, 'keyId'>,
  now: number,
): Sql => sql`m.status = 'open' and not exists (select 1 from memories s
  where s.key_id = ${keyId} and s.id in (m.memory_a, m.memory_b)
    and (s.superseded_by is not null or s.valid_until <= ${now} or s.expires_at <= ${now}) limit 1 offset 0)`;

const sideOf = (row: Row, letter: 'a' | 'b') =>
  Object.fromEntries(SIDE.map((column) => [column, row[`${letter}_${column}`]]));

export function toConflict(row: Row): ConflictRecord {
  return {
    id: row.id,
    user_id: row.user_id,
    agent_id: row.agent_id,
    memory_a: sideOf(row, 'a'),
    memory_b: sideOf(row, 'b'),
    conflict_type: row.type,
    confidence: row.confidence,
    reason: row.reason,
    part: row.part,
    detected_at: row.detected_at,
    status: row.status,
    kept: row.kept,
    resolved_at: row.resolved_at,
  } as ConflictRecord;
}

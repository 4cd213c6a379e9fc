import { hasRoundTrips } from './dialect.js';
import { raw, rows, type Sql, type SqlValue, sql } from './sql.js';
import type { Tx } from './statement.js';

/** Values per statement on PostgreSQL: half of what its protocol allows. */
const VALUES = 32_000;
const NOTHING = raw('');

/**
 * Inserts rows; returns how many were inserted. PostgreSQL gets many per statement, because each statement is a round trip. SQLite gets one at a
 * time: that is as fast, one text serves all, and a single row needs no statement journal to be undone.
 */
export async function insertRows(
  tx: Tx,
  into: Sql,
  values: readonly (readonly SqlValue[])[],
  then: Sql = NOTHING,
): Promise<number> {
  const columns = values[0]?.length ?? 1;
  const step = hasRoundTrips(tx.dialect) ? Math.floor(VALUES / columns) : 1;
  let inserted = 0;
  for (let i = 0; i < values.length; i += step)
    inserted += await tx.run(sql`insert into ${into} values ${rows(values.slice(i, i + step))} ${then}`);
  return inserted;
}

import { among, sql } from '../../storage/sql.js';
import { tenantSnapshotRead } from '../../storage/statement.js';

export interface Ties {
  /** Replaced memory → the one that replaced it. */
  replaced: [older: string, newer: string][];
  /** Memories in a contradiction that is not settled. */
  disputed: string[];
  /** Memories whose text was changed after it was stored. */
  edited: string[];
}

/** What happened between and to these memories. */
export const tiesOf = tenantSnapshotRead('timeline.ties', async (tx, { ids }: { ids: string[] }): Promise<Ties> => {
  const is = (column: string) => among(tx.dialect, column, ids);
  const replaced = await tx.all<{ id: string; superseded_by: string }>(
    sql`select id, superseded_by from memories where key_id = ${tx.keyId} and ${is('superseded_by')}`,
  );
  const disputed = await tx.all<{ memory_a: string; memory_b: string }>(
    sql`select memory_a, memory_b from conflicts where key_id = ${tx.keyId} and status = 'open' and (${is('memory_a')} or ${is('memory_b')})`,
  );
  const edited = await tx.all<{ memory_id: string }>(
    sql`select distinct memory_id from memory_versions where key_id = ${tx.keyId} and ${is('memory_id')}`,
  );
  return {
    replaced: replaced.map((row) => [row.id, row.superseded_by]),
    disputed: disputed.flatMap((row) => [row.memory_a, row.memory_b]),
    edited: edited.map((row) => row.memory_id),
  };
});

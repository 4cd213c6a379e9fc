import { among, forUpdate, sql } from '../../../storage/sql.js';
import type { TenantTx } from '../../../storage/statement.js';

export interface Source {
  id: string;
  version: number;
}

/**
 * Whether all of them are as they were when they were read. They are locked in id order: of two calls that compress the same, one waits and notices.
 */
export async function unchanged(tx: TenantTx, sources: readonly Source[]): Promise<boolean> {
  const found = await tx.all<
    Source & { superseded_by: string | null }
  >(sql`select id, version, superseded_by from memories
    where key_id = ${tx.keyId} and ${among(
      tx.dialect,
      'id',
      sources.map((source) => source.id),
    )}
    order by id${forUpdate(tx.dialect)}`);
  const known = new Map(found.map((row) => [row.id, row]));
  return sources.every(({ id, version }) => {
    const row = known.get(id);
    return row !== undefined && row.superseded_by === null && Number(row.version) === version;
  });
}

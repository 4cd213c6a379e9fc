import { among, sql } from '../../storage/sql.js';
import type { TenantTx } from '../../storage/statement.js';

/** Everything outside the memory's own row that knows of it: vectors, earlier versions, links, references. */
export async function removeTraces(
  tx: TenantTx,
  gone: readonly { id: string; user_id: string }[],
  vectorsGone: boolean,
): Promise<void> {
  const ids = gone.map((memory) => memory.id);
  const is = (column: string) => among(tx.dialect, column, ids);
  if (!vectorsGone) {
    for (const user of new Set(gone.map((memory) => memory.user_id))) {
      await tx.run(
        sql`delete from memory_vectors where key_id = ${tx.keyId} and user_id = ${user} and ${is('memory_id')}`,
      );
    }
  }
  await tx.run(sql`delete from memory_versions where key_id = ${tx.keyId} and ${is('memory_id')}`);
  await tx.run(sql`delete from links where key_id = ${tx.keyId} and ${is('from_id')}`);
  await tx.run(sql`delete from links where key_id = ${tx.keyId} and ${is('to_id')}`);
  await tx.run(sql`update memories set superseded_by = null where key_id = ${tx.keyId} and ${is('superseded_by')}`);
}

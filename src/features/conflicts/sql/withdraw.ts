import { raw, type Sql, sql } from '../../../storage/sql.js';
import type { TenantTx } from '../../../storage/statement.js';
import { unlink, unsupersede } from '../supersession.js';

/** A memory says something else now: what was found about its earlier statement no longer counts, unless a caller stated or decided it. */
export async function withdrawVerdicts(tx: TenantTx, id: string, now: number): Promise<void> {
  // One side at a time: without statistics, SQLite would read all conflicts of the key for both.
  const withdraw = (side: Sql) =>
    tx.all<{ memory_a: string; memory_b: string }>(sql`delete from conflicts
      where key_id = ${tx.keyId} and ${side} = ${id} and type <> 'stated' and (status = 'open' or resolved_at = detected_at)
      returning memory_a, memory_b`);
  const withdrawn = [...(await withdraw(raw('memory_a'))), ...(await withdraw(raw('memory_b')))];
  for (const { memory_a: loser, memory_b: winner } of withdrawn) {
    await unlink(tx, winner, loser, 'contradicts');
    await unsupersede(tx, { loser, winner }, now);
  }
}

import { COUNTED, type CountedTable, rowBytes } from '../../../storage/row-bytes.js';
import { join, raw, type Sql, type SqlValue, sql } from '../../../storage/sql.js';
import { type Row, systemRead, type TenantTx, tenantRead, tenantWrite } from '../../../storage/statement.js';
import { usedBytes } from '../../../storage/storage-limit.js';

/** Bytes stored under the key. */
export const storageUsed = tenantRead('storage.used', (tx: TenantTx, _: null) => usedBytes(tx));

/** Rows read per statement: other readers wait no longer than that. */
const PAGE = 1_000;

export interface RecountPlace {
  /** The number of the table in `COUNTED`. */
  table: number;
  after: SqlValue[] | null;
}
interface RecountPage {
  bytes: number;
  next: RecountPlace | null;
}

/** One page of what the key stores, added up row by row. */
export const recountPage = tenantRead(
  'storage.recount',
  async (tx, { table: number, after }: RecountPlace): Promise<RecountPage> => {
    const table = COUNTED[number] as CountedTable;
    const order = raw(table.walk.join(', '));
    const since = after ? sql`and (${order}) > (${join(after.map((value) => sql`${value}`))})` : sql``;
    const rows = await tx.all<Row & { bytes: number }>(sql`select ${order}, ${raw(rowBytes(table, tx.dialect))} as bytes
      from ${raw(table.name)} where key_id = ${tx.keyId} ${since} order by ${order} limit ${PAGE}`);
    const last = rows.length === PAGE ? rows.at(-1) : undefined;
    return { bytes: rows.reduce((sum, row) => sum + Number(row.bytes), 0), next: last ? here(last) : following() };

    function here(row: Row): RecountPlace {
      return { table: number, after: table.walk.map((column) => row[column] as SqlValue) };
    }
    function following(): RecountPlace | null {
      return number + 1 < COUNTED.length ? { table: number + 1, after: null } : null;
    }
  },
);

/** Corrects the count by the difference that a recount found. */
export const correctStorage = tenantWrite('storage.correct', async (tx, { by }: { by: number }): Promise<void> => {
  const slot: Sql = raw('0');
  await tx.run(sql`insert into storage_use (key_id, slot, bytes) values (${tx.keyId}, ${slot}, ${by})
    on conflict (key_id, slot) do update set bytes = storage_use.bytes + excluded.bytes`);
});

export const keysWithStorage = systemRead(
  'storage.keys',
  async (tx, { after, limit }: { after: string; limit: number }): Promise<string[]> => {
    const rows = await tx.all<{ id: string }>(sql`select id from
      (select id from api_keys union select key_id as id from storage_use) as known
      where id > ${after} order by id limit ${limit}`);
    return rows.map((row) => row.id);
  },
);

import { fromJson } from '../../../storage/json.js';
import { raw, sql } from '../../../storage/sql.js';
import { type Row, tenantRead } from '../../../storage/statement.js';
import type { Receipt } from './erase.js';

const COLUMNS = raw('id, at, counts, sha256, scrubbed_at');
const toReceipt = (row: Row): Receipt => ({
  id: row.id as string,
  at: row.at as number,
  counts: fromJson(row.counts),
  sha256: row.sha256 as string,
  scrubbed_at: row.scrubbed_at as number | null,
});

/** Newest first. */
export const listReceipts = tenantRead(
  'users.receipts',
  async (tx, input: { after: { at: number; id: string } | null; limit: number }): Promise<Receipt[]> => {
    const before = input.after ? sql`(at, id) < (${input.after.at}, ${input.after.id})` : sql`1 = 1`;
    const rows = await tx.all(sql`select ${COLUMNS} from erasures where key_id = ${tx.keyId} and ${before}
      order by at desc, id desc limit ${input.limit}`);
    return rows.map(toReceipt);
  },
);

export const getReceipt = tenantRead('users.receipt', async (tx, input: { id: string }): Promise<Receipt | null> => {
  const row = await tx.get(sql`select ${COLUMNS} from erasures where key_id = ${tx.keyId} and id = ${input.id}`);
  return row ? toReceipt(row) : null;
});

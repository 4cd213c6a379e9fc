import { among, sql } from '../../../storage/sql.js';
import { tenantRead } from '../../../storage/statement.js';
import type { MemoryRecord } from '../../memories/record.js';
import { RECORD_COLUMNS, toRecord } from '../../memories/sql/row.js';

export type Member = MemoryRecord & { version: number };

/** The time that a memory is about. */
export const sinceOf = (memory: Pick<MemoryRecord, 'valid_from' | 'created_at'>) =>
  memory.valid_from ?? memory.created_at;

/** Complete memories, in the order of the times they are about. */
export const compressMembers = tenantRead(
  'compress.members',
  async (tx, input: { ids: string[] }): Promise<Member[]> => {
    const rows = await tx.all(sql`select ${RECORD_COLUMNS}, m.version from memories m
      where m.key_id = ${tx.keyId} and ${among(tx.dialect, 'm.id', input.ids)} order by coalesce(m.valid_from, m.created_at), m.created_at, m.id`);
    return rows.map((row) => ({ ...toRecord(row), version: Number(row.version) }));
  },
);

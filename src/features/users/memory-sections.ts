import { and, sql } from '../../storage/sql.js';
import type { MemoryRecord } from '../memories/record.js';
import { versionOf } from '../memories/sql/versions.js';
import { type ExportedMemory, memoriesAfter } from '../portability/sql/export.js';
import { pageOf, type Section } from './section.js';

/** Oldest first. */
export const memories: Section<ExportedMemory> = {
  name: 'memories',
  async page(tx, userId, after, limit) {
    const place = after && { createdAt: Number(after[0]), id: String(after[1]) };
    const found = await memoriesAfter(tx, { userId, agentId: null, after: place, limit });
    return pageOf(
      found,
      limit,
      (memory) => [memory.created_at, memory.id],
      (memory) => memory,
    );
  },
  proof: ({ id, content }) => ({ id, text: content }),
};

interface EarlierVersion {
  memory_id: string;
  version: number;
  /** When the next version replaced it. */
  replaced_at: number;
  record: MemoryRecord;
}

/** What memories were before they were changed, in the order of the memories. */
export const history: Section<EarlierVersion> = {
  name: 'history',
  async page(tx, userId, after, limit) {
    const conditions = [sql`m.key_id = ${tx.keyId} and m.user_id = ${userId}`];
    if (after) {
      const [at, id, version] = after;
      // The first condition lets the index start there; the second is the position itself.
      conditions.push(sql`(m.created_at, m.id) >= (${at}, ${id})
        and (m.created_at > ${at} or m.id > ${id} or v.version > ${version})`);
    }
    const found = await tx.all<EarlierVersion & { created_at: number }>(
      sql`select v.memory_id, v.version, v.replaced_at, v.record, m.created_at from memories m cross join memory_versions v
        where ${and(conditions)} and v.key_id = m.key_id and v.memory_id = m.id
        order by m.created_at, m.id, v.version limit ${limit}`,
    );
    return pageOf(
      found,
      limit,
      (row) => [row.created_at, row.memory_id, row.version],
      ({ memory_id, version, replaced_at, record }) => ({ memory_id, version, replaced_at, record: versionOf(record) }),
    );
  },
  proof: ({ memory_id, version, record }) => ({ id: `${memory_id}/${version}`, text: record.content }),
};

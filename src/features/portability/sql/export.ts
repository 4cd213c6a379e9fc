import { fromJson } from '../../../storage/json.js';
import { and, raw, type Sql, sql } from '../../../storage/sql.js';
import { type TenantTx, tenantRead, tenantSnapshotRead } from '../../../storage/statement.js';
import type { MemoryRecord } from '../../memories/record.js';
import { RECORD_COLUMNS, toRecord } from '../../memories/sql/row.js';

export interface ExportScope {
  userId: string | null;
  agentId: string | null;
}
export interface Place {
  createdAt: number;
  id: string;
}
/** A memory with everything needed to restore it as it was. */
export interface ExportedMemory extends MemoryRecord {
  version: number;
  /** Whether it holds the dedupe key of its text: a copy in the same scope is a duplicate of it. */
  dedupe: boolean;
  group_id: string | null;
  position: number | null;
}
/** Where an export ends: everything that exists when it begins is before this place, and most of what is stored in the meantime is after it. */
export interface ExportEnd {
  memory: Place | null;
  link: string | null;
}

const scoped = (tx: TenantTx, { userId, agentId }: ExportScope): Sql[] => [
  sql`m.key_id = ${tx.keyId}`,
  ...(userId === null ? [] : [sql`m.user_id = ${userId}`]),
  ...(agentId === null ? [] : [sql`m.agent_id = ${agentId}`]),
];

export const exportEnd = tenantSnapshotRead(
  'portability.exportEnd',
  async (tx, scope: ExportScope): Promise<ExportEnd> => {
    const last = await tx.get<{ created_at: number; id: string }>(
      sql`select m.created_at, m.id from memories m where ${and(scoped(tx, scope))}
      order by m.created_at desc, m.id desc limit 1`,
    );
    const link = await tx.get<{ id: string | null }>(sql`select max(id) as id from links where key_id = ${tx.keyId}`);
    return { memory: last ? { createdAt: last.created_at, id: last.id } : null, link: link?.id ?? null };
  },
);

interface PageRequest extends ExportScope {
  after: Place | null;
  until: Place;
  limit: number;
}
interface Page {
  /** Each as JSON: serialized here because on SQLite this is not the main thread. */
  entries: string[];
  last: Place | null;
}

/** Oldest first. Ordered by values that never change, so that nothing is missed or returned twice while others write. */
export async function memoriesAfter(
  tx: TenantTx,
  { after, until, limit, ...scope }: Omit<PageRequest, 'until'> & { until?: Place },
): Promise<ExportedMemory[]> {
  const conditions = scoped(tx, scope);
  if (after) conditions.push(sql`(m.created_at, m.id) > (${after.createdAt}, ${after.id})`);
  if (until) conditions.push(sql`(m.created_at, m.id) <= (${until.createdAt}, ${until.id})`);
  const rows = await tx.all(sql`select ${RECORD_COLUMNS}, m.version, m.dedupe_key, m.group_id, m.position
    from memories m where ${and(conditions)} order by m.created_at, m.id limit ${limit}`);
  return rows.map((row) => {
    const { version, group_id, position } = row as unknown as ExportedMemory;
    return { ...toRecord(row), version, dedupe: row.dedupe_key !== null, group_id, position };
  });
}

export const exportPage = tenantRead('portability.exportPage', async (tx, input: PageRequest): Promise<Page> => {
  const memories = await memoriesAfter(tx, input);
  const last = memories.at(-1);
  return {
    entries: memories.map((memory) => JSON.stringify(memory)),
    last: last ? { createdAt: last.created_at, id: last.id } : null,
  };
});

interface LinkPageRequest extends ExportScope {
  after: string;
  until: string;
  limit: number;
}
/** Columns of `links l` that `toLink` reads. */
export const LINK_COLUMNS = raw(
  'l.id, l.from_id, l.to_id, l.relationship, l.weight, l.metadata, l.automatic, l.created_at',
);
export interface LinkRow {
  id: string;
  from_id: string;
  to_id: string;
  relationship: string;
  weight: number;
  metadata: unknown;
  automatic: number;
  created_at: number;
}

export const toLink = ({ id, from_id, to_id, metadata, automatic, created_at, ...row }: LinkRow) => ({
  ...{ id, from: from_id, to: to_id, relationship: row.relationship, weight: row.weight },
  ...{ metadata: fromJson<Record<string, unknown>>(metadata), automatic: Boolean(automatic), created_at },
});

/** Links with both ends in the scope. */
export const exportLinks = tenantRead(
  'portability.exportLinks',
  async (tx, input: LinkPageRequest): Promise<{ entries: string[]; last: string | null }> => {
    const end = (column: 'from_id' | 'to_id') => sql`exists (select 1 from memories m
      where ${and(scoped(tx, input))} and m.id = ${column === 'from_id' ? sql`l.from_id` : sql`l.to_id`})`;
    const rows = await tx.all<LinkRow>(sql`select ${LINK_COLUMNS} from links l
      where l.key_id = ${tx.keyId} and l.id > ${input.after} and l.id <= ${input.until} and ${end('from_id')} and ${end('to_id')}
      order by l.id limit ${input.limit}`);
    return { entries: rows.map((row) => JSON.stringify(toLink(row))), last: rows.at(-1)?.id ?? null };
  },
);

/** The next users of the key, by name; memories without a user have an empty name. */
export const exportUsers = tenantRead(
  'portability.exportUsers',
  async (tx, { after, limit }: { after: string | null; limit: number }): Promise<string[]> => {
    const rows = await tx.all<{ user_id: string }>(sql`select distinct user_id from memories
      where key_id = ${tx.keyId} and ${after === null ? raw('1 = 1') : sql`user_id > ${after}`} order by user_id limit ${limit}`);
    return rows.map((row) => row.user_id);
  },
);

/** The next agents that know something about a user, by name. */
export const exportAgents = tenantRead(
  'portability.exportAgents',
  async (tx, input: { userId: string; after: string; limit: number }): Promise<string[]> => {
    const rows = await tx.all<{ agent_id: string }>(sql`select distinct agent_id from memories
      where key_id = ${tx.keyId} and user_id = ${input.userId} and agent_id > ${input.after}
      order by agent_id limit ${input.limit}`);
    return rows.map((row) => row.agent_id);
  },
);

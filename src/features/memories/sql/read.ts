import type { LinearWeights } from '../../../ranking/composite.js';
import { and, raw, type Sql, sql } from '../../../storage/sql.js';
import { type Row, tenantRead, tenantSearch, tenantSnapshotRead } from '../../../storage/statement.js';
import type { MemoryRecord } from '../record.js';
import type { MemoryFilter } from '../search/filter.js';
import { RECORD_COLUMNS, toRecord } from './row.js';
import { versionOf } from './versions.js';
import { visible } from './visible.js';

export const getMemory = tenantRead(
  'memories.get',
  async (tx, input: { id: string; now: number }): Promise<MemoryRecord | null> => {
    const row =
      await tx.get(sql`select ${RECORD_COLUMNS} from memories m where m.key_id = ${tx.keyId} and m.id = ${input.id}
    and (m.expires_at is null or m.expires_at > ${input.now})`);
    return row ? toRecord(row) : null;
  },
);

/** Includes a memory that has expired but is not swept yet. */
export const storedMemory = tenantRead(
  'memories.stored',
  async (tx, input: { id: string }): Promise<MemoryRecord | null> => {
    const row = await tx.get(
      sql`select ${RECORD_COLUMNS} from memories m where m.key_id = ${tx.keyId} and m.id = ${input.id}`,
    );
    return row ? toRecord(row) : null;
  },
);

interface ListRequest {
  userId: string | null;
  filter: MemoryFilter;
  oldestFirst?: boolean;
  limit: number;
  /** Characters after which the page ends early; it has at least one memory. */
  characters?: number;
  /** The last entry of the previous page: its time and id. */
  after: { createdAt: number; id: string } | null;
  now: number;
}

interface MemoryPage {
  memories: MemoryRecord[];
  /** Whether there are more. */
  more: boolean;
}

/** Newest first, unless the opposite order is requested. */
export const listMemories = tenantRead('memories.list', async (tx, input: ListRequest): Promise<MemoryPage> => {
  const conditions: Sql[] = [sql`m.key_id = ${tx.keyId}`];
  if (input.userId !== null) conditions.push(sql`m.user_id = ${input.userId}`);
  const [beyond, order] = input.oldestFirst ? [raw('>'), raw('asc')] : [raw('<'), raw('desc')];
  if (input.after) conditions.push(sql`(m.created_at, m.id) ${beyond} (${input.after.createdAt}, ${input.after.id})`);
  conditions.push(visible(tx.dialect, input.filter, input.now));
  const rows = await tx.all(sql`select ${RECORD_COLUMNS} from memories m where ${and(conditions)}
    order by m.created_at ${order}, m.id ${order} limit ${input.limit + 1}`);
  const fitting = within(rows.slice(0, input.limit), input.characters ?? Number.POSITIVE_INFINITY);
  return { memories: fitting.map(toRecord), more: rows.length > fitting.length };
});

/** The first rows that together are no longer than this. */
function within(rows: readonly Row[], characters: number): readonly Row[] {
  let length = 0;
  const end = rows.findIndex((row, i) => {
    length += String(row.content).length + lengthOf(row.metadata);
    return i > 0 && length > characters;
  });
  return end < 0 ? rows : rows.slice(0, end);
}
const lengthOf = (json: unknown) => (typeof json === 'string' ? json : JSON.stringify(json)).length;

export interface SearchRequest {
  userId: string;
  filter: MemoryFilter;
  model: string;
  vector: Float32Array;
  limit: number;
  minScore: number | null;
  weights?: LinearWeights;
  now: number;
}
type RankedMemory = MemoryRecord & { score: number; final_score: number };

/** Six decimals: anything beyond is 32-bit float noise, and differs between engines. */
export const rounded = (score: number) => Math.round(score * 1e6) / 1e6;

/** The best by meaning, over all vectors of the user. */
export const searchMemories = tenantSearch(
  'memories.search',
  async (tx, input: SearchRequest): Promise<RankedMemory[]> => {
    const hits = await tx.vectors.search({
      userId: input.userId,
      model: input.model,
      vector: input.vector,
      where: visible(tx.dialect, input.filter, input.now),
      columns: RECORD_COLUMNS,
      limit: input.limit,
      minScore: input.minScore,
      ...(input.weights ? { weights: input.weights } : {}),
      now: input.now,
    });
    return hits.map((hit) => ({ ...toRecord(hit.row), score: rounded(hit.score), final_score: rounded(hit.final) }));
  },
);

interface HistoryEntry {
  version: number;
  /** When this version was replaced; null for the current one. */
  replaced_at: number | null;
  record: MemoryRecord;
}

/** Every version of a memory, newest first; null when there is no such memory. */
export const memoryHistory = tenantSnapshotRead(
  'memories.history',
  async (
    tx,
    input: { id: string; before: number | null; limit: number; now: number },
  ): Promise<HistoryEntry[] | null> => {
    const current =
      await tx.get(sql`select ${RECORD_COLUMNS}, m.version from memories m where m.key_id = ${tx.keyId} and m.id = ${input.id}
      and (m.expires_at is null or m.expires_at > ${input.now})`);
    if (!current) return null;
    const before = input.before ?? Number.MAX_SAFE_INTEGER;
    const kept = await tx.all<{ version: number; replaced_at: number; record: unknown }>(
      sql`select version, replaced_at, record from memory_versions where key_id = ${tx.keyId} and memory_id = ${input.id}
        and version < ${before} order by version desc limit ${input.limit}`,
    );
    const older = kept.map((row) => ({
      version: row.version,
      replaced_at: row.replaced_at,
      record: versionOf(row.record),
    }));
    if (input.before !== null) return older;
    return [{ version: Number(current.version), replaced_at: null, record: toRecord(current) }, ...older].slice(
      0,
      input.limit,
    );
  },
);

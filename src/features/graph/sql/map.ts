import { and, type Sql, sql } from '../../../storage/sql.js';
import { type TenantTx, tenantRead } from '../../../storage/statement.js';
import { fromVectorColumn } from '../../../storage/vectors.js';
import type { MemoryFilter } from '../../memories/search/filter.js';
import { joinFirstVector } from '../../memories/sql/vectors.js';
import { visible } from '../../memories/sql/visible.js';

export interface MapScope {
  userId: string;
  filter: MemoryFilter;
  now: number;
}
interface MapPageRequest extends MapScope {
  model: string;
  /** Characters of each memory's content. */
  characters: number;
  limit: number;
  /** The last memory of the previous page. */
  after: { createdAt: number; id: string } | null;
}
export interface MappedMemory {
  id: string;
  category: string;
  created_at: number;
  risk: number;
  text: string;
  hasVector: boolean;
}
interface MapPage {
  memories: MappedMemory[];
  /** Vectors of the memories that have one, concatenated. */
  vectors: Float32Array;
}

const mapped = (tx: TenantTx, { userId, filter, now }: MapScope): Sql =>
  and([sql`m.key_id = ${tx.keyId}`, sql`m.user_id = ${userId}`, visible(tx.dialect, filter, now)]);

export const countMapped = tenantRead('graph.map.count', async (tx, input: MapScope): Promise<number> => {
  const row = await tx.get<{ total: number }>(sql`select count(*) as total from memories m where ${mapped(tx, input)}`);
  return Number(row?.total ?? 0);
});

/** Newest first, each with the vector of its first passage if the model has embedded it. */
export const readMapPage = tenantRead('graph.map.page', async (tx, input: MapPageRequest): Promise<MapPage> => {
  const beyond = input.after ? sql`(m.created_at, m.id) < (${input.after.createdAt}, ${input.after.id})` : sql`1 = 1`;
  const rows = await tx.all<Omit<MappedMemory, 'hasVector'> & { vector: unknown }>(sql`
    select m.id, m.category, m.created_at, m.risk, m.text, v.vector from (
      select m.id, m.user_id, m.category, m.created_at, m.risk, substr(m.content, 1, ${input.characters}) as text
      from memories m where ${and([mapped(tx, input), beyond])}
      order by m.created_at desc, m.id desc limit ${input.limit}) m
    ${joinFirstVector(tx, 'left', input.model)}
    order by m.created_at desc, m.id desc`);
  const vectors = rows.flatMap(({ vector }) => (vector === null ? [] : [fromVectorColumn(vector)]));
  const size = vectors[0]?.length ?? 0;
  const packed = new Float32Array(vectors.length * size);
  for (const [i, vector] of vectors.entries()) packed.set(vector, i * size);
  return { memories: rows.map(({ vector, ...row }) => ({ ...row, hasVector: vector !== null })), vectors: packed };
});

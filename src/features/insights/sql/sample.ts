import type { Category } from '../../../readers/category.js';
import { RISK_FLAGGED } from '../../../readers/risk/risk.js';
import { fromJson } from '../../../storage/json.js';
import { among, and, lookUp, raw, sql } from '../../../storage/sql.js';
import { tenantRead, tenantSnapshotRead } from '../../../storage/statement.js';
import { fromVectorColumn } from '../../../storage/vectors.js';
import { inForce, inScope, type Scope } from '../../lifecycle/scope.js';
import { joinFirstVector } from '../../memories/sql/vectors.js';

interface SampleRequest {
  scope: Scope;
  /** The most memories to take, spread evenly over the time in which they were stored; and how many characters of each. */
  memories: number;
  characters: number;
  now: number;
}
export interface SampledMemory {
  id: string;
  /** The time it is about: `valid_from`, or else when it was stored. */
  at: number;
  category: Category;
  verified_at: number | null;
  tags: string[];
  text: string;
}
export interface Sample {
  total: number;
  /** Newest first. */
  memories: SampledMemory[];
}

/**
 * Takes one of every n, each time at a different position among them, so that alternating memories, such as the turns of a conversation, are not
 * sampled one-sidedly. A prime.
 */
const HOP = raw('7919');

/** One of every n memories in force. Text that looks like instructions to the agent is left out: its words would end up in the response. */
export const readSample = tenantSnapshotRead('insights.sample', async (tx, input: SampleRequest): Promise<Sample> => {
  const live = and([inScope(tx, input.scope), inForce(input.now), sql`m.risk < ${RISK_FLAGGED}`]);
  const counted = await tx.get<{ total: number }>(sql`select count(*) as total from memories m where ${live}`);
  const total = counted?.total ?? 0;
  const step = Math.max(1, Math.ceil(total / input.memories));
  const every = raw(String(step));
  const rows = await tx.all<Omit<SampledMemory, 'tags'> & { tags: unknown }>(sql`
    with placed as materialized (select m.id, row_number() over (order by m.created_at desc, m.id desc) as place
      from memories m where ${live}),
    chosen as materialized (select id from placed where (place - 1) % ${every} = ((place - 1) / ${every} * ${HOP}) % ${every})
    select m.id, coalesce(m.valid_from, m.created_at) as at, m.category, m.verified_at, m.tags, substr(m.content, 1, ${input.characters}) as text
    from chosen ${lookUp(tx.dialect, 'inner', 'memories', 'm', sql`m.key_id = ${tx.keyId} and m.id = chosen.id`)}
    order by m.created_at desc, m.id desc limit ${input.memories}`);
  const memories = rows.map(({ tags, ...row }) => ({ ...row, tags: fromJson<string[]>(tags) }));
  return { total, memories };
});

/** The vector of each memory's first passage, if the model has embedded it. */
export const readVectors = tenantRead(
  'insights.vectors',
  async (tx, input: { ids: readonly string[]; model: string }): Promise<[id: string, vector: Float32Array][]> => {
    const rows = await tx.all<{ id: string; vector: unknown }>(sql`select m.id, v.vector from memories m
      ${joinFirstVector(tx, 'inner', input.model)}
      where m.key_id = ${tx.keyId} and ${among(tx.dialect, 'm.id', input.ids)}`);
    return rows.map(({ id, vector }) => [id, fromVectorColumn(vector)]);
  },
);

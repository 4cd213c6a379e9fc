import { raw, type Sql, sql } from '../../../storage/sql.js';
import { tenantSearch } from '../../../storage/statement.js';
import { fromVectorColumn } from '../../../storage/vectors.js';
import { visible } from '../../memories/sql/visible.js';

/** Instructions state nothing: two ways to do a thing are no contradiction, and none may replace the other by itself. */
const noProcedure = (table: string): Sql =>
  raw(`not exists (select 1 from procedures p where p.key_id = ${table}.key_id and p.id = ${table}.id)`);

/**
 * What was said in a conversation: statements are derived from it, and those are compared. Nor what an episode came down to: it is written
 * later than what it tells of, and would look newer.
 */
const noRetelling = (table: string): Sql =>
  raw(
    `not (${table}.kind = 'episodic' and exists (select 1 from episodes e where e.key_id = ${table}.key_id and (
      e.id = ${table}.group_id and e.derive is not null or e.id = ${table}.metadata ->> 'episode_id' and e.summary_memory_id = ${table}.id)))`,
  );
const comparable = (table: string): Sql => sql`${noProcedure(table)} and ${noRetelling(table)}`;

export interface NearRequest {
  /** The memory whose neighbours are wanted, among those of its user and agent. */
  id: string;
  model: string;
  now: number;
  limit: number;
  minScore: number;
  /** Also what was stored later and not checked yet, which would compare itself with this one. */
  all: boolean;
}
export interface Statement {
  id: string;
  text: string;
  /** When it was true, else when it was stored. */
  at: number;
}
export interface Near extends Statement {
  cosine: number;
}

/** Characters that are read of a statement. */
const READ = 2_000;

/** A memory and what stands nearest to it by meaning: a contradiction speaks of the same thing. Null when it cannot be compared. */
export const nearStatements = tenantSearch(
  'conflicts.near',
  async (tx, input: NearRequest): Promise<{ self: Statement; near: Near[] } | null> => {
    const subject = await tx.get<{
      user_id: string;
      agent_id: string;
      content: string;
      at: number;
      created_at: number;
    }>(
      sql`select user_id, agent_id, content, coalesce(valid_from, created_at) as at, created_at from memories
      where key_id = ${tx.keyId} and id = ${input.id} and superseded_by is null and ${comparable('memories')}`,
    );
    const vector = subject && (await firstVector(tx, subject.user_id, input));
    if (!subject || !vector) return null;
    const filter = { agent_id: subject.agent_id, include_expired: false, include_superseded: false };
    const before = input.all
      ? sql`m.id <> ${input.id}`
      : sql`((m.created_at, m.id) < (${subject.created_at}, ${input.id}) or m.conflicts_checked = 1) and m.id <> ${input.id}`;
    const found = await tx.vectors.search({
      userId: subject.user_id,
      model: input.model,
      vector,
      where: sql`${before} and ${comparable('m')} and ${visible(tx.dialect, filter, input.now)}`,
      columns: sql`m.content, coalesce(m.valid_from, m.created_at) as at`,
      limit: input.limit,
      minScore: input.minScore,
      now: input.now,
    });
    const near = found.map(({ row, score }) => ({
      ...{ id: row.id as string, text: (row.content as string).slice(0, READ), at: row.at as number },
      cosine: score,
    }));
    return { self: { id: input.id, text: subject.content.slice(0, READ), at: subject.at }, near };
  },
);

async function firstVector(
  tx: Parameters<typeof nearStatements.body>[0],
  userId: string,
  input: NearRequest,
): Promise<Float32Array | null> {
  const row = await tx.get<{ vector: unknown }>(sql`select vector from memory_vectors where key_id = ${tx.keyId}
    and user_id = ${userId} and memory_id = ${input.id} and model = ${input.model} and passage = 0`);
  return row ? fromVectorColumn(row.vector) : null;
}

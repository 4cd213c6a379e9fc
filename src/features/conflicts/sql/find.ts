import { among, raw, type Sql, sql } from '../../../storage/sql.js';
import { type TenantTx, tenantSearch } from '../../../storage/statement.js';
import { fromVectorColumn } from '../../../storage/vectors.js';
import { visible } from '../../memories/sql/visible.js';

/** Instructions state nothing: two ways to do a thing are not a contradiction, and neither may automatically supersede the other. */
const noProcedure = (table: string): Sql =>
  raw(`not exists (select 1 from procedures p where p.key_id = ${table}.key_id and p.id = ${table}.id)`);

/**
 * Excludes the turns of a conversation: statements are derived from them, and those are compared. Also excludes summaries of episodes: a summary is
 * written later than the events it describes, and would look newer.
 */
const noTurnOrSummary = (table: string): Sql =>
  raw(
    `not (${table}.kind = 'episodic' and exists (select 1 from episodes e where e.key_id = ${table}.key_id and (
      e.id = ${table}.group_id and e.derive is not null or e.id = ${table}.metadata ->> 'episode_id' and e.summary_memory_id = ${table}.id)))`,
  );
const comparable = (table: string): Sql => sql`${noProcedure(table)} and ${noTurnOrSummary(table)}`;

interface NearRequest {
  /** The memory whose neighbours to find, among the memories of its user and agent that may be compared with it. */
  id: string;
  model: string;
  now: number;
  limit: number;
  minScore: number;
  /** Include memories that were stored later and are not checked yet; their own check would compare them with this one. */
  all: boolean;
}
export interface Statement {
  id: string;
  text: string;
  /** When it became true, or else when it was stored. */
  at: number;
  version: number;
}
export interface Near extends Statement {
  cosine: number;
}

/** Characters of a statement that are read. */
export const READ = 2_000;

/** A memory and its nearest neighbours by meaning: a contradiction is about the same thing. Null if the memory is never compared. */
export const nearStatements = tenantSearch(
  'conflicts.near',
  async (
    tx,
    input: NearRequest,
  ): Promise<{ userId: string; self: Statement; near: Near[] } | 'not embedded' | null> => {
    const subject = await tx.get<{
      user_id: string;
      agent_id: string;
      namespace: string;
      content: string;
      at: number;
      created_at: number;
      embedded_model: string | null;
      version: number;
    }>(
      sql`select user_id, agent_id, namespace, content, coalesce(valid_from, created_at) as at, created_at, embedded_model, version from memories
      where key_id = ${tx.keyId} and id = ${input.id} and superseded_by is null and ${comparable('memories')}`,
    );
    if (!subject) return null;
    const [vector, apart] = await Promise.all([
      firstVector(tx, subject.user_id, input),
      namespacesApart(tx, subject.user_id),
    ]);
    if (!vector) return subject.embedded_model === input.model ? null : 'not embedded';
    const filter = { agent_id: subject.agent_id, include_expired: false, include_superseded: false };
    const before = input.all
      ? sql`m.id <> ${input.id}`
      : sql`((m.created_at, m.id) < (${subject.created_at}, ${input.id}) or m.conflicts_checked = 1) and m.id <> ${input.id}`;
    const outside = apart.length > 0 ? sql`not (${among(tx.dialect, 'm.namespace', apart)})` : raw('1 = 1');
    const together = apart.includes(subject.namespace) ? sql`m.namespace = ${subject.namespace}` : outside;
    const found = await tx.vectors.search({
      userId: subject.user_id,
      model: input.model,
      vector,
      where: sql`${before} and ${comparable('m')} and ${together} and ${visible(tx.dialect, filter, input.now)}`,
      columns: sql`m.content, m.version, coalesce(m.valid_from, m.created_at) as at`,
      limit: input.limit,
      minScore: input.minScore,
      now: input.now,
    });
    // The same words cannot contradict each other; there are copies if a fact changed back.
    const others = found.filter(({ row }) => row.content !== subject.content);
    const near = others.map(({ row, score }) => ({
      ...{ id: row.id as string, text: (row.content as string).slice(0, READ), at: row.at as number },
      version: Number(row.version),
      cosine: score,
    }));
    return {
      userId: subject.user_id,
      self: { id: input.id, text: subject.content.slice(0, READ), at: subject.at, version: Number(subject.version) },
      near,
    };
  },
);

/**
 * The namespaces of a user to which a child key is bound. Their memories are compared only among themselves: the key must neither learn nor change
 * anything outside.
 */
async function namespacesApart(tx: TenantTx, userId: string): Promise<string[]> {
  const rows = await tx.all<{ namespace: string }>(sql`select distinct namespace from api_keys
    where parent_key_id = ${tx.keyId} and user_id = ${userId} and namespace is not null`);
  return rows.map(({ namespace }) => namespace);
}

async function firstVector(
  tx: Parameters<typeof nearStatements.body>[0],
  userId: string,
  input: NearRequest,
): Promise<Float32Array | null> {
  const row = await tx.get<{ vector: unknown }>(sql`select vector from memory_vectors where key_id = ${tx.keyId}
    and user_id = ${userId} and memory_id = ${input.id} and model = ${input.model} and passage = 0`);
  return row ? fromVectorColumn(row.vector) : null;
}

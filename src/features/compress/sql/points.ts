import { RISK_FLAGGED } from '../../../readers/risk/risk.js';
import { hasField } from '../../../storage/dialect.js';
import { and, raw, type Sql, sql } from '../../../storage/sql.js';
import { type TenantTx, tenantRead } from '../../../storage/statement.js';
import { fromVectorColumn } from '../../../storage/vectors.js';
import { REPLACE_FROM } from '../../conflicts/find-contradictions.js';
import { joinFirstVector } from '../../memories/sql/vectors.js';
import { visible } from '../../memories/sql/visible.js';
import { wordVector } from '../word-vector.js';

/** Characters of a text that are read if words stand in for its vector. */
const WORDS_READ = 4_000;
/** Longer texts are not checked for repetition: nobody stores the same chapter twice in other words. */
export const LONGEST_REPEATED = 2_000;

export interface Scope {
  userId: string;
  agentId: string;
}
export interface Place {
  at: number;
  id: string;
}
export interface CandidatePoint {
  id: string;
  namespace: string;
  kind: string;
  /** When it was stored. */
  at: number;
  /** The time that it is about. */
  since: number;
  version: number;
  characters: number;
  /** By meaning, or by words while it has no embedding. */
  vector: Float32Array;
  embedded: boolean;
  /** As given; null if it is estimated. */
  importance: number | null;
  /** Whether it is in a likely contradiction that is not resolved. */
  disputed: boolean;
  /** Only for a merge. */
  text: string | null;
}
export interface PageRequest extends Scope {
  model: string;
  /** The oldest of those that stay: candidates are before it. */
  before: Place | null;
  olderThan: number | null;
  after: Place | null;
  withText: boolean;
  limit: number;
  now: number;
}

/** Memories of the scope that a search sees, of the kinds that are compressed. Summaries are neither compressed again nor counted. */
const standing = (tx: TenantTx, { userId, agentId }: Scope, now: number): Sql =>
  and([
    sql`m.key_id = ${tx.keyId} and m.user_id = ${userId} and m.kind in ('semantic', 'episodic')`,
    visible(tx.dialect, { agent_id: agentId, include_expired: false, include_superseded: false }, now),
    sql`not (${hasField(tx.dialect, 'm.metadata', 'compressed_from')})`,
  ]);

export interface Kept {
  count: number;
  /** The oldest of those that stay. */
  last: Place | null;
}

/** The newest memories, which stay as they are. */
export const keptMemories = tenantRead(
  'compress.kept',
  async (tx, input: Scope & { keep: number; now: number }): Promise<Kept> => {
    if (input.keep === 0) return { count: 0, last: null };
    const found =
      await tx.all<Place>(sql`select m.created_at as at, m.id from memories m where ${standing(tx, input, input.now)}
    order by m.created_at desc, m.id desc limit ${input.keep}`);
    return { count: found.length, last: found.at(-1) ?? null };
  },
);

/**
 * A page of the memories that may be compressed, oldest first. It leaves out those that will expire by themselves, and those that look like
 * instructions: their risk must not spread to what is harmless.
 */
export const compressCandidates = tenantRead(
  'compress.candidates',
  async (tx, input: PageRequest): Promise<CandidatePoint[]> => {
    const conditions = [standing(tx, input, input.now)];
    conditions.push(sql`m.expires_at is null and m.valid_until is null and m.risk < ${RISK_FLAGGED}`);
    if (input.before) conditions.push(sql`(m.created_at, m.id) < (${input.before.at}, ${input.before.id})`);
    if (input.after) conditions.push(sql`(m.created_at, m.id) > (${input.after.at}, ${input.after.id})`);
    if (input.olderThan !== null) conditions.push(sql`m.created_at < ${input.olderThan}`);
    const rows = await tx.all<
      Omit<CandidatePoint, 'vector' | 'embedded' | 'disputed'> & {
        vector: unknown;
        words: string | null;
        disputed: number;
      }
    >(sql`
    select m.id, m.namespace, m.kind, m.created_at as at, coalesce(m.valid_from, m.created_at) as since, m.version, length(m.content) as characters, v.vector,
      case when m.importance_estimated = 0 then m.importance end as importance,
      case when exists (select 1 from conflicts c where c.key_id = m.key_id and c.status = 'open'
        and c.confidence >= ${REPLACE_FROM} and (c.memory_a = m.id or c.memory_b = m.id)) then 1 else 0 end as disputed,
      case when v.vector is null then substr(m.content, 1, ${WORDS_READ}) end as words,
      ${input.withText ? sql`case when length(m.content) <= ${LONGEST_REPEATED} then m.content end` : raw('null')} as text
    from memories m ${joinFirstVector(tx, 'left', input.model)}
    where ${and(conditions)} order by m.created_at, m.id limit ${input.limit}`);
    return rows.map(({ vector, words, disputed, ...row }) => ({
      ...row,
      disputed: disputed === 1,
      embedded: vector !== null,
      vector: vector === null ? wordVector(words ?? '') : fromVectorColumn(vector),
    }));
  },
);

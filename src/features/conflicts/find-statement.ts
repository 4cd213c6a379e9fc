import { compare, couldConflict } from '../../language/contradiction/index.js';
import { raw, type Sql, sql } from '../../storage/sql.js';
import { tenantSearch } from '../../storage/statement.js';
import { fromVectorColumn } from '../../storage/vectors.js';
import { visible } from '../memories/visible.js';
import { mayBeAsked } from './second-opinion.js';

/** The nearest by meaning that are compared with a statement: a contradiction speaks of the same thing, so it is near. */
const CANDIDATES = 20;

/** Instructions state nothing: two ways to do a thing are no contradiction, and none may replace the other by itself. */
const noProcedure = (table: string): Sql =>
  raw(`not exists (select 1 from procedures p where p.key_id = ${table}.key_id and p.id = ${table}.id)`);

export interface FindRequest {
  /** The memory to check against the others of its user and agent. */
  id: string;
  model: string;
  now: number;
  /** Also answer the texts of pairs that a second opinion may be asked on. */
  withTexts: boolean;
}
export interface FoundConflict {
  older: string;
  newer: string;
  type: string;
  confidence: number;
  reason: string;
  /** The newer one says itself that it replaces the older, and addresses all that the older says. */
  supersedes: boolean;
}
/** With the texts where it is unsure and they are short enough to be sent. */
export interface Finding extends FoundConflict {
  texts: { older: string; newer: string } | null;
}

/** What contradicts a memory. The texts are compared here, in the search thread: long ones take milliseconds each. */
export const findConflicts = tenantSearch('conflicts.find', async (tx, input: FindRequest): Promise<Finding[]> => {
  const subject = await tx.get<{
    user_id: string;
    agent_id: string;
    content: string;
    at: number;
    created_at: number;
  }>(
    sql`select user_id, agent_id, content, coalesce(valid_from, created_at) as at, created_at from memories
      where key_id = ${tx.keyId} and id = ${input.id} and superseded_by is null and ${noProcedure('memories')}`,
  );
  const vector = subject && (await firstVector(tx, subject.user_id, input));
  if (!subject || !vector) return [];
  const filter = { agent_id: subject.agent_id, include_expired: false, include_superseded: false };
  const near = await tx.vectors.search({
    userId: subject.user_id,
    model: input.model,
    vector,
    where: sql`m.id <> ${input.id} and ${noProcedure('m')} and ${visible(tx.dialect, filter, input.now)}`,
    columns: sql`m.content, coalesce(m.valid_from, m.created_at) as at`,
    limit: CANDIDATES,
    minScore: null,
    now: input.now,
  });
  const found: Finding[] = [];
  // One object for all comparisons: what is read of a text is kept with it.
  const self = { id: input.id, text: subject.content, at: subject.at };
  for (const hit of near) {
    const other = { id: hit.row.id as string, text: hit.row.content as string, at: hit.row.at as number };
    // Stated at the same time: the id tells which came later.
    const isOlder = other.at < self.at || (other.at === self.at && other.id < self.id);
    const [older, newer] = isOlder ? [other, self] : [self, other];
    if (!couldConflict(older, newer, hit.score)) continue;
    const contradiction = compare(older, newer, hit.score);
    if (!contradiction) continue;
    const texts = input.withTexts && mayBeAsked(contradiction.confidence, older, newer);
    found.push({
      ...{ older: older.id, newer: newer.id, ...contradiction },
      texts: texts ? { older: older.text, newer: newer.text } : null,
    });
  }
  return found;
});

async function firstVector(
  tx: Parameters<typeof findConflicts.body>[0],
  userId: string,
  input: FindRequest,
): Promise<Float32Array | null> {
  const row = await tx.get<{ vector: unknown }>(sql`select vector from memory_vectors where key_id = ${tx.keyId}
    and user_id = ${userId} and memory_id = ${input.id} and model = ${input.model} and passage = 0`);
  return row ? fromVectorColumn(row.vector) : null;
}

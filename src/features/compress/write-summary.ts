import { sql } from '../../storage/sql.js';
import { type TenantTx, tenantWrite } from '../../storage/statement.js';
import { tell } from '../journal.js';
import { dedupeKeyOf } from '../memories/dedupe.js';
import type { MemoryRecord } from '../memories/record.js';
import { changeSketch } from '../memories/sketch-rows.js';
import { spokenText } from '../memories/speaker.js';
import { insertTerms, wordsOf } from '../memories/term-rows.js';
import { insertVectors, type PackedVectors } from '../memories/vectors.js';
import { absorb } from './absorb.js';
import { type Source, unchanged } from './unchanged.js';

export interface SummaryRequest {
  record: MemoryRecord;
  vectors: PackedVectors | null;
  /** The model whose vectors the sources have; null: none, so the summary waits to be embedded. */
  model: string | null;
  sources: Source[];
  deleteOriginals: boolean;
  now: number;
}

/** Stores a summary in place of its sources, all or nothing. False, and nothing is written, when one of them changed meanwhile. */
export const writeSummary = tenantWrite('compress.summarize', async (tx, input: SummaryRequest): Promise<boolean> => {
  if (!(await unchanged(tx, input.sources))) return false;
  const { record: m, vectors, now } = input;
  await tx.run(sql`insert into memories (key_id, id, user_id, agent_id, namespace, kind, content, dedupe_key, metadata, tags, importance,
      importance_estimated, outcome, outcome_score, category, risk, embedded_model, valid_from, verified_at, retrieval_count, last_retrieved_at,
      conflicts_checked, created_at, updated_at)
    values (${tx.keyId}, ${m.id}, ${m.user_id}, ${m.agent_id}, ${m.namespace}, ${m.kind}, ${m.content}, ${await freeKey(tx, m)},
      ${JSON.stringify(m.metadata)}, ${JSON.stringify(m.tags)}, ${m.importance},
      ${m.importance_estimated ? 1 : 0}, ${m.outcome}, ${m.outcome_score}, ${m.category}, ${m.risk},
      ${vectors?.model ?? input.model}, ${m.valid_from}, ${m.verified_at}, ${m.retrieval_count}, ${m.last_retrieved_at}, 1,
      ${m.created_at}, ${m.updated_at})`);
  await insertVectors(tx, [{ id: m.id, user_id: m.user_id, vectors }]);
  await insertTerms(tx, [{ id: m.id, user_id: m.user_id, words: wordsOf(spokenText(m)), bands: [] }]);
  await changeSketch(tx, m);
  const sources = input.sources.map((source) => source.id);
  await tell(tx, now, [{ kind: 'memory.stored', user_id: m.user_id, agent_id: m.agent_id, subject: m.id }]);
  await absorb(tx, {
    into: m,
    sources,
    strategy: 'summarize',
    version: null,
    deleteOriginals: input.deleteOriginals,
    now,
  });
  return true;
});

/** So that an agent that stores a summary back finds it there. Null when another memory already stands for that text. */
async function freeKey(tx: TenantTx, memory: MemoryRecord): Promise<string | null> {
  const key = dedupeKeyOf(memory);
  const holder = await tx.get(
    sql`select id from memories where key_id = ${tx.keyId} and user_id = ${memory.user_id} and dedupe_key = ${key}`,
  );
  return holder ? null : key;
}

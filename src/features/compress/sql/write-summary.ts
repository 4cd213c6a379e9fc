import { insertRows } from '../../../storage/insert-rows.js';
import { tenantWrite } from '../../../storage/statement.js';
import { emit } from '../../journal.js';
import { dedupeKeyOf } from '../../memories/dedupe.js';
import { read } from '../../memories/new-memory.js';
import type { MemoryRecord } from '../../memories/record.js';
import { freeDedupeKey } from '../../memories/sql/dedupe-key.js';
import { writeIndexes } from '../../memories/sql/index-rows.js';
import { insertedColumns, valuesOf } from '../../memories/sql/row.js';
import type { PackedVectors } from '../../memories/sql/vectors.js';
import { absorb } from './absorb.js';
import { type Source, unchanged } from './unchanged.js';

export interface SummaryRequest {
  record: MemoryRecord;
  vectors: PackedVectors | null;
  /** The model whose vectors the sources have; null: none, so the summary goes to the backlog. */
  model: string | null;
  sources: Source[];
  deleteOriginals: boolean;
  now: number;
}

/** It gets its words together with those of its sources (`absorb`). */
const NO_WORDS = { packed: '', length: 0 };

/** Stores a summary in place of its sources, all or nothing. Returns false and writes nothing if one of them changed meanwhile. */
export const writeSummary = tenantWrite('compress.summarize', async (tx, input: SummaryRequest): Promise<boolean> => {
  if (!(await unchanged(tx, input.sources))) return false;
  const { record: m, vectors, model, now } = input;
  const dedupeKey = dedupeKeyOf(m);
  const memory = read({
    ...{ ...m, vectors, embedded_model: model, dedupeKey, dedupe: true, conflicts_checked: true },
    ...{ group_id: null, position: null, words: NO_WORDS },
  });
  // An agent that stores a summary back should find it, unless another memory already stands for that text.
  const isKeyed = (await freeDedupeKey(tx, m)) !== null;
  await insertRows(tx, insertedColumns(tx.dialect), [valuesOf(tx, memory, { isKeyed, now })]);
  await writeIndexes(tx, [memory]);
  const sources = input.sources.map((source) => source.id);
  await emit(tx, now, [{ kind: 'memory.stored', user_id: m.user_id, agent_id: m.agent_id, subject: m.id }]);
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

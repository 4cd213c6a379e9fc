import { fromJson } from '../../storage/json.js';
import { raw } from '../../storage/sql.js';
import type { Row } from '../../storage/statement.js';
import type { MemoryRecord } from './record.js';

/** Columns of `memories m` that `toRecord` reads. */
export const RECORD_COLUMNS = raw(
  'm.id, m.user_id, m.agent_id, m.kind, m.content, m.metadata, m.namespace, m.importance, ' +
    'm.importance_estimated, m.tags, m.outcome, m.outcome_score, m.category, m.embedded_model, m.valid_from, m.valid_until, ' +
    'm.expires_at, m.verified_at, m.retrieval_count, m.last_retrieved_at, m.superseded_by, m.risk, m.created_at, m.updated_at',
);

export function toRecord(row: Row): MemoryRecord {
  const { embedded_model, ...rest } = row;
  return {
    id: rest.id,
    user_id: rest.user_id,
    agent_id: rest.agent_id,
    kind: rest.kind,
    content: rest.content,
    metadata: fromJson(rest.metadata),
    namespace: rest.namespace,
    importance: rest.importance,
    importance_estimated: Boolean(rest.importance_estimated),
    tags: fromJson(rest.tags),
    outcome: rest.outcome,
    outcome_score: rest.outcome_score,
    category: rest.category,
    embedded: Boolean(embedded_model), // '' stands for a text that the model refuses
    valid_from: rest.valid_from,
    valid_until: rest.valid_until,
    expires_at: rest.expires_at,
    verified_at: rest.verified_at,
    retrieval_count: rest.retrieval_count,
    last_retrieved_at: rest.last_retrieved_at,
    superseded_by: rest.superseded_by,
    risk: rest.risk,
    created_at: rest.created_at,
    updated_at: rest.updated_at,
  } as MemoryRecord;
}

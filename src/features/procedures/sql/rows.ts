import { reliability } from '../../../ranking/track-record.js';
import { byDialect } from '../../../storage/dialect.js';
import { fromJson } from '../../../storage/json.js';
import { lookUp, raw, sql } from '../../../storage/sql.js';
import type { Row } from '../../../storage/statement.js';
import { rounded } from '../../memories/sql/read.js';
import type { ProcedureRecord } from '../record.js';

/** A procedure and the memory with the same id: tags and metadata belong to the memory. */
export const PROCEDURE_TABLES = byDialect(
  (dialect) =>
    sql`procedures p ${lookUp(dialect, 'inner', 'memories', 'm', raw('m.key_id = p.key_id and m.id = p.id'))}`,
);

export const PROCEDURE_COLUMNS = raw(
  'p.id, p.user_id, p.agent_id, p.name, p.description, p.trigger_text, p.steps, m.tags, m.metadata, p.version, p.successes, ' +
    'p.failures, m.embedded_model, m.risk, p.last_used_at, p.created_at, p.updated_at',
);

export function toProcedure(row: Row): ProcedureRecord {
  const successes = Number(row.successes);
  const failures = Number(row.failures);
  const uses = successes + failures;
  return {
    id: row.id,
    user_id: row.user_id === '' ? null : row.user_id,
    agent_id: row.agent_id,
    name: row.name,
    description: row.description,
    trigger: row.trigger_text,
    steps: fromJson(row.steps),
    tags: fromJson(row.tags),
    metadata: fromJson(row.metadata),
    version: row.version,
    uses,
    successes,
    failures,
    success_rate: uses ? rounded(successes / uses) : null,
    reliability: rounded(reliability({ successes, failures })),
    embedded: Boolean(row.embedded_model), // '' stands for a text that the model refuses
    risk: row.risk,
    last_used_at: row.last_used_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
  } as ProcedureRecord;
}

import { sql } from '../../../storage/sql.js';
import { tenantWrite } from '../../../storage/statement.js';
import { giveFeedback } from '../../lifecycle/sql/feedback.js';
import type { ProcedureRecord } from '../record.js';
import { PROCEDURE_COLUMNS, PROCEDURE_TABLES, toProcedure } from './rows.js';

interface ProcedureOutcome {
  id: string;
  outcome: 'success' | 'failure';
  now: number;
}

/** Counts a use, and records the outcome in its memory; null if there is no such procedure. */
export const reportOutcome = tenantWrite(
  'procedures.outcome',
  async (tx, { id, outcome, now }: ProcedureOutcome): Promise<ProcedureRecord | null> => {
    const [successes, failures] = outcome === 'success' ? [1, 0] : [0, 1];
    const counted = await tx.run(sql`update procedures set successes = successes + ${successes},
        failures = failures + ${failures}, last_used_at = ${now}
      where key_id = ${tx.keyId} and id = ${id} and exists (select 1 from memories m where m.key_id = ${tx.keyId} and m.id = ${id}
        and (m.expires_at is null or m.expires_at > ${now}))`);
    if (counted === 0) return null;
    await giveFeedback.body(tx, { id, outcome, confidence: 1, now });
    const row = await tx.get(
      sql`select ${PROCEDURE_COLUMNS} from ${PROCEDURE_TABLES[tx.dialect]} where p.key_id = ${tx.keyId} and p.id = ${id}`,
    );
    return row ? toProcedure(row) : null;
  },
);

import { type ProcedureCandidate, type RankedProcedure, rankProcedures } from '../../../ranking/procedures.js';
import { among, and, type Sql, sql } from '../../../storage/sql.js';
import { type TenantTx, tenantSnapshotSearch } from '../../../storage/statement.js';
import { rounded } from '../../memories/sql/read.js';
import { visible } from '../../memories/sql/visible.js';
import type { ProcedureRecord } from '../record.js';
import { PROCEDURE_COLUMNS, PROCEDURE_TABLES, toProcedure } from './rows.js';

interface MatchRequest {
  agentId: string | null;
  /** The user's own procedures and those without a user; null: those of all users. */
  userId: string | null;
  model: string;
  /** Null: by words alone. */
  vector: Float32Array | null;
  terms: string[];
  limit: number;
  now: number;
}
export type MatchedProcedure = ProcedureRecord & { score: number; final_score: number };

interface Known {
  id: string;
  user_id: string;
  successes: number;
  failures: number;
  terms_length: number;
}

/** The procedures that fit a task best: every procedure that passes the filters is scored. */
export const matchProcedures = tenantSnapshotSearch(
  'procedures.match',
  async (tx, input: MatchRequest): Promise<MatchedProcedure[]> => {
    const conditions: Sql[] = [sql`p.key_id = ${tx.keyId}`];
    if (input.agentId !== null) conditions.push(sql`p.agent_id = ${input.agentId}`);
    if (input.userId !== null) conditions.push(sql`p.user_id in (${input.userId}, '')`);
    conditions.push(visible(tx.dialect, { include_expired: false, include_superseded: false }, input.now));
    const known = await tx.all<Known>(sql`select p.id, p.user_id, p.successes, p.failures, m.terms_length
      from ${PROCEDURE_TABLES[tx.dialect]} where ${and(conditions)}`);
    const candidates = await evidenceFor(tx, input, known);
    const best = rankProcedures(candidates, input.terms, input.vector && input.model).slice(0, input.limit);
    return read(tx, best);
  },
);

async function evidenceFor(tx: TenantTx, input: MatchRequest, known: readonly Known[]): Promise<ProcedureCandidate[]> {
  const { model, vector } = input;
  const cosines = vector ? await tx.vectors.passages({ model, vector, memories: known }) : new Map<string, number[]>();
  const terms = new Map<string, Map<string, number>>();
  for (const { id, term, times } of await tx.vectors.postings({ memories: known, terms: input.terms })) {
    const own = terms.get(id) ?? new Map<string, number>();
    terms.set(id, own.set(term, Number(times)));
  }
  return known.map(({ id, successes, failures, terms_length }) => ({
    id,
    successes: Number(successes),
    failures: Number(failures),
    cosines: cosines.get(id) ?? null,
    terms: terms.get(id) ?? new Map(),
    length: Number(terms_length),
  }));
}

async function read(tx: TenantTx, best: readonly RankedProcedure[]): Promise<MatchedProcedure[]> {
  const ids = best.map(({ id }) => id);
  const rows = await tx.all(sql`select ${PROCEDURE_COLUMNS} from ${PROCEDURE_TABLES[tx.dialect]}
    where p.key_id = ${tx.keyId} and ${among(tx.dialect, 'p.id', ids)}`);
  const records = new Map(rows.map((row) => [row.id as string, toProcedure(row)]));
  return best.flatMap(({ id, score, final }) => {
    const record = records.get(id); // on PostgreSQL it may have been forgotten since the previous read
    return record ? [{ ...record, score: rounded(score), final_score: rounded(final) }] : [];
  });
}

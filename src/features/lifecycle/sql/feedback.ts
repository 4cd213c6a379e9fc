import { sql } from '../../../storage/sql.js';
import { tenantWrite } from '../../../storage/statement.js';
import { emit } from '../../journal.js';

/** How much of the score the latest outcome contributes; the rest is the previous score. */
const GAIN = 0.3;

interface Feedback {
  id: string;
  outcome: 'success' | 'failure';
  confidence: number;
  now: number;
}
interface Owner {
  user_id: string;
  agent_id: string;
}

/**
 * One statement reads and writes the score, so that concurrent feedback is all counted. Feedback is evidence about the memory, not a new version of
 * it. Returns the score, or null if there is no such memory.
 */
export const giveFeedback = tenantWrite('lifecycle.feedback', async (tx, input: Feedback): Promise<number | null> => {
  const target = input.outcome === 'success' ? input.confidence : 1 - input.confidence;
  // Six decimals, like every score: anything beyond is floating-point noise.
  const row = await tx.get<Owner & { outcome_score: number }>(
    sql`update memories set outcome = ${input.outcome}, updated_at = ${input.now},
      outcome_score = round((outcome_score * ${1 - GAIN} + ${GAIN * target}) * 1000000) / 1000000
      where key_id = ${tx.keyId} and id = ${input.id} and (expires_at is null or expires_at > ${input.now})
      returning user_id, agent_id, outcome_score`,
  );
  if (!row) return null;
  const { user_id, agent_id, outcome_score } = row;
  const data = { outcome: input.outcome, confidence: input.confidence, outcome_score };
  await emit(tx, input.now, [{ kind: 'memory.feedback', user_id, agent_id, subject: input.id, data }]);
  return outcome_score;
});

/** Confirms a memory; false if there is no such memory. */
export const verifyMemory = tenantWrite(
  'lifecycle.verify',
  async (tx, input: { id: string; now: number }): Promise<boolean> => {
    const owner = await tx.get<Owner>(
      sql`update memories set verified_at = ${input.now} where key_id = ${tx.keyId} and id = ${input.id}
        and (expires_at is null or expires_at > ${input.now}) returning user_id, agent_id`,
    );
    if (owner) await emit(tx, input.now, [{ kind: 'memory.verified', ...owner, subject: input.id }]);
    return owner !== undefined;
  },
);

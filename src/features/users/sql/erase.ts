import { hasOneWriter } from '../../../storage/dialect.js';
import { sql } from '../../../storage/sql.js';
import { type TenantTx, tenantWrite } from '../../../storage/statement.js';
import { redactAudit } from '../../audit/sql/statements.js';
import { emit } from '../../journal.js';
import { eraseResponses } from '../../stored-responses.js';
import { Proof } from '../proof.js';
import { SECTIONS } from '../sections.js';
import { type Erased, eraseVisible, take } from './erase-steps.js';

/**
 * On PostgreSQL, what others wrote about the user while a pass waited for them is found by the next one. A limit, because somebody may store memories
 * of the user all the time.
 */
const MAX_PASSES = 10;

export interface Receipt {
  id: string;
  at: number;
  counts: Record<string, number>;
  sha256: string;
  /** When its last byte was removed from the database file; null until then, and always null if the file belongs to a server. */
  scrubbed_at: number | null;
}

interface EraseRequest {
  userId: string;
  /** The user's pseudonym in the audit log. */
  auditRef: string;
  id: string;
  now: number;
  erased: Erased;
}

/**
 * Removes everything about a user that is left, in one transaction, and keeps a receipt of that and of what was `erased` before. What others store in
 * the meantime is removed, too, or left whole.
 */
export const eraseUser = tenantWrite(
  'users.erase',
  async (tx, { userId, auditRef, id, now, erased }: EraseRequest): Promise<Receipt> => {
    const all: Erased = { lines: {}, counts: { memories: 0, history: 0, links: 0, conflicts: 0, index: 0 } };
    take(all, erased);
    for (let pass = 1, isLast = false; !isLast; pass++) {
      const found = await eraseVisible(tx, userId, () => eraseTraces(tx, userId));
      take(all, found);
      isLast = hasOneWriter(tx.dialect) || pass === MAX_PASSES || isNothing(found);
    }
    await tx.sketches.removeUser(userId);
    const { counts } = all;
    const sha256 = prove(all.lines);
    await redactAudit(tx, tx.keyId, auditRef);
    const isAnything = Object.values(counts).some((count) => count > 0);
    const announced = isAnything ? await announce(tx, userId, id, now) : null;
    return keepReceipt(tx, { id, at: now, counts, sha256 }, announced);
  },
);

/** `announced`: the entry of the journal that names the user. */
export async function keepReceipt(
  tx: TenantTx,
  { id, at, counts, sha256 }: Omit<Receipt, 'scrubbed_at'>,
  announced: number | null,
): Promise<Receipt> {
  const settleAt = Object.values(counts).some((count) => count > 0) ? at : null;
  await tx.run(sql`insert into erasures (key_id, id, at, counts, sha256, announced, settle_at)
    values (${tx.keyId}, ${id}, ${at}, ${JSON.stringify(counts)}, ${sha256}, ${announced}, ${settleAt})`);
  return { id, at, counts, sha256, scrubbed_at: null };
}

/** Stored responses that name nobody may be those of other users: they do not count. */
const isNothing = ({ counts }: Erased) =>
  Object.entries(counts).every(([kind, count]) => count === 0 || kind === 'answers');

function prove(lines: Erased['lines']): string {
  const proof = new Proof();
  for (const { name } of SECTIONS) for (const line of lines[name] ?? []) proof.add(line);
  return proof.end();
}

/** What reveals that there was such a user: the journal, stored responses, pending work. */
async function eraseTraces(tx: TenantTx, userId: string): Promise<Record<string, number>> {
  // An erasure that was announced before stays announced: a subscriber may not have received it yet.
  const journal = await tx.run(sql`delete from journal
    where key_id = ${tx.keyId} and user_id = ${userId} and kind <> 'user.erased'`);
  const responses = await eraseResponses(tx, userId);
  const jobs = await tx.run(sql`delete from jobs where key_id = ${tx.keyId} and payload ->> 'user_id' = ${userId}`);
  return { journal, answers: responses, jobs };
}

/** Notifies indexes and subscribers; returns the entry's number. This entry is the only place that still names the user, until it is withdrawn. */
async function announce(tx: TenantTx, userId: string, id: string, now: number): Promise<number> {
  await emit(tx, now, [{ kind: 'user.erased', user_id: userId, agent_id: null, subject: null, data: { receipt: id } }]);
  const entry = await tx.get<{ seq: number }>(sql`select max(seq) as seq from journal
    where key_id = ${tx.keyId} and user_id = ${userId} and kind = 'user.erased'`);
  return Number(entry?.seq);
}

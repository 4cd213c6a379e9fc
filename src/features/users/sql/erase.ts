import { hasOneWriter } from '../../../storage/dialect.js';
import { raw, sql } from '../../../storage/sql.js';
import { type TenantTx, tenantSnapshotWrite } from '../../../storage/statement.js';
import { deleteTerms } from '../../../storage/words.js';
import { HOLDINGS } from '../../all-holdings.js';
import { redactAudit } from '../../audit/sql/statements.js';
import { emit } from '../../journal.js';
import { eraseResponses } from '../../stored-responses.js';
import { lineOf, Proof } from '../proof.js';
import type { Place } from '../section.js';
import { SECTIONS } from '../sections.js';
import type { Erased } from './erase-steps.js';

/** Records read at a time for the proof. */
const PAGE = 200;

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
 * Removes everything about a user that is left, in one transaction, and keeps a receipt of that and of what was `erased` before. On PostgreSQL, what
 * existed when it began is proven and removed; what others store in the meantime is neither.
 */
export const eraseUser = tenantSnapshotWrite(
  'users.erase',
  async (tx, { userId, auditRef, id, now, erased }: EraseRequest): Promise<Receipt> => {
    await holdMemories(tx, userId);
    const sha256 = await prove(tx, userId, erased.lines);
    const held: Record<string, number> = {};
    for (const holding of HOLDINGS) held[holding.name] = await holding.erase(tx, { userId });
    const counts: Record<string, number> = {
      ...(await eraseMemories(tx, userId)),
      ...held,
      ...(await eraseTraces(tx, userId)),
    };
    for (const [kind, count] of Object.entries(erased.counts)) counts[kind] = (counts[kind] ?? 0) + count;
    await redactAudit(tx, tx.keyId, auditRef);
    const isAnything = Object.values(counts).some((count) => count > 0);
    const announced = isAnything ? await announce(tx, userId, id, now) : null;
    await tx.run(sql`insert into erasures (key_id, id, at, counts, sha256, announced, settle_at)
      values (${tx.keyId}, ${id}, ${now}, ${JSON.stringify(counts)}, ${sha256}, ${announced}, ${isAnything ? now : null})`);
    return { id, at: now, counts, sha256, scrubbed_at: null };
  },
);

/** On PostgreSQL: anyone who changes one of them from here on waits, and then finds nothing. In the order of ids, like others that lock many. */
async function holdMemories(tx: TenantTx, userId: string): Promise<void> {
  if (hasOneWriter(tx.dialect)) return;
  await tx.get(sql`select count(*) as held from (select 1 from memories
    where key_id = ${tx.keyId} and user_id = ${userId} order by id for update) as held`);
}

async function prove(tx: TenantTx, userId: string, before: Erased['lines']): Promise<string> {
  const proof = new Proof();
  for (const section of SECTIONS) {
    for (const line of before[section.name] ?? []) proof.add(line);
    let after: Place | null = null;
    do {
      const page: Awaited<ReturnType<typeof section.page>> = await section.page(tx, userId, after, PAGE);
      for (const record of page.records) {
        const proven = section.proof(record);
        if (proven) proof.add(lineOf(section.name, proven.id, proven.text));
      }
      after = page.next;
    } while (after !== null);
  }
  return proof.end();
}

/** The memories and everything stored under their ids or under the user. */
async function eraseMemories(tx: TenantTx, userId: string): Promise<Record<string, number>> {
  const own = sql`(select id from memories where key_id = ${tx.keyId} and user_id = ${userId})`;
  const ofMemories = (table: string, column: string) =>
    tx.run(sql`delete from ${raw(table)} where key_id = ${tx.keyId} and ${raw(column)} in ${own}`);
  const ofUser = (table: string) =>
    tx.run(sql`delete from ${raw(table)} where key_id = ${tx.keyId} and user_id = ${userId}`);
  const history = await ofMemories('memory_versions', 'memory_id');
  const links = (await ofMemories('links', 'from_id')) + (await ofMemories('links', 'to_id'));
  // Memories of other users that one of these superseded: imports can create such pairs.
  await tx.run(sql`update memories set superseded_by = null
    where key_id = ${tx.keyId} and superseded_by in ${own} and user_id <> ${userId}`);
  const conflicts = await ofUser('conflicts');
  const words = await deleteTerms(tx, sql`memory_id in ${own}`);
  const index = words + (await ofUser('memory_vectors'));
  await tx.sketches.removeUser(userId);
  return { memories: await ofUser('memories'), history, links, conflicts, index };
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

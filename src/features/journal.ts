import { insertRows } from '../storage/insert-rows.js';
import { raw, rows, sql } from '../storage/sql.js';
import type { TenantTx } from '../storage/statement.js';

export type EventKind =
  | 'memory.stored'
  /** A statement was derived from turns of a conversation; it was stored too. */
  | 'memory.derived'
  | 'memory.updated'
  | 'memory.forgotten'
  | 'memory.expired'
  | 'memory.verified'
  | 'memory.feedback'
  | 'memory.conflict'
  | 'memory.compressed'
  | 'memory.transferred'
  | 'episode.started'
  | 'episode.ended'
  | 'procedure.stored'
  | 'user.erased'
  | 'agent.registered'
  | 'usage.limit_approaching'
  /** Written only while a subscription of the key asks for it. */
  | 'memory.retrieved'
  /** Internal: the vectors changed, nothing that a reader of the memory would see. */
  | 'memory.embedded'
  /** Internal: a step of an erasure that takes several. */
  | 'user.erasing';

export interface JournalEntry {
  kind: EventKind;
  user_id: string | null;
  agent_id: string | null;
  /** The id of what changed; null when a whole scope did. */
  subject: string | null;
  /** Never a memory's text: the journal outlives what it tells of. */
  data?: Record<string, unknown>;
}

const JOURNAL = raw('journal (key_id, user_id, agent_id, subject, kind, at, data)');
const NO_DATA = '{}';

const valuesOf = (tx: TenantTx, at: number, entries: readonly JournalEntry[]) =>
  entries.map((entry) => [
    tx.keyId,
    entry.user_id,
    entry.agent_id,
    entry.subject,
    entry.kind,
    at,
    entry.data ? JSON.stringify(entry.data) : NO_DATA,
  ]);

/** Tells of changes in the transaction that makes them. Search indexes and event delivery both live on it: no change without it. */
export async function tell(tx: TenantTx, at: number, entries: readonly JournalEntry[]): Promise<void> {
  await insertRows(tx, JOURNAL, valuesOf(tx, at, entries));
}

/** The same of a few thousand at most, with the numbers of the entries by subject, for who may have to take some back. */
export async function tellNumbered(
  tx: TenantTx,
  at: number,
  entries: readonly JournalEntry[],
): Promise<{ seq: number; subject: string }[]> {
  return tx.all(sql`insert into ${JOURNAL} values ${rows(valuesOf(tx, at, entries))} returning seq, subject`);
}

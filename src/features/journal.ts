import { insertRows } from '../storage/insert-rows.js';
import { raw, rows, sql } from '../storage/sql.js';
import type { TenantTx } from '../storage/statement.js';

export type EventKind =
  | 'memory.stored'
  /** A statement was derived from turns of a conversation; `memory.stored` is written for it too. */
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
  /** Written only while a subscription of the key requests it. */
  | 'memory.retrieved'
  /** Internal: the vectors changed, but nothing that a reader of the memory would see. */
  | 'memory.embedded'
  /** Internal: one step of an erasure that takes several. */
  | 'user.erasing';

export interface JournalEntry {
  kind: EventKind;
  user_id: string | null;
  agent_id: string | null;
  /** The id of what changed; null if it was a whole scope. */
  subject: string | null;
  /** Never a memory's text: the journal outlives what it describes. */
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

/**
 * Writes changes to the journal, in the transaction that makes them. Search indexes and event delivery both depend on it: every change must be in it.
 */
export async function emit(tx: TenantTx, at: number, entries: readonly JournalEntry[]): Promise<void> {
  await insertRows(tx, JOURNAL, valuesOf(tx, at, entries));
}

/** The same for a few thousand entries at most. Returns their numbers by subject, for callers that may have to remove some again. */
export async function emitNumbered(
  tx: TenantTx,
  at: number,
  entries: readonly JournalEntry[],
): Promise<{ seq: number; subject: string }[]> {
  return tx.all(sql`insert into ${JOURNAL} values ${rows(valuesOf(tx, at, entries))} returning seq, subject`);
}

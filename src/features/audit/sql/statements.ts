import type { z } from 'zod';
import { insertRows } from '../../../storage/insert-rows.js';
import { and, raw, type Sql, type SqlValue, sql } from '../../../storage/sql.js';
import { systemRead, systemWrite, type Tx } from '../../../storage/statement.js';
import { type auditEntry, type Outcome, REFUSED } from '../record.js';

/** One call, or several of the same kind within a minute. The user's id is not stored. */
export type AuditEntry = Omit<z.infer<typeof auditEntry>, 'outcome' | 'subjects'> & {
  /** Ids, separated by spaces. */
  subjects: string;
};

const COLUMNS = ['id', 'at', 'last_at', 'calls', 'key_id', 'actor', 'action', 'status', 'via', 'address'] as const;
const MORE = ['user_ref', 'request_id', 'subjects'] as const;
const INTO = raw(`audit (${[...COLUMNS, ...MORE].join(', ')})`);
const valuesOf = (entry: AuditEntry): SqlValue[] => [...COLUMNS, ...MORE].map((column) => entry[column]);
/** A node adds to what another has already written for the minute. */
const ADD = raw(`on conflict (at, id) do update set calls = audit.calls + excluded.calls,
  last_at = case when excluded.last_at > audit.last_at then excluded.last_at else audit.last_at end`);

export const addAudit = systemWrite('audit.add', async (tx, entries: AuditEntry[]): Promise<void> => {
  await insertRows(tx, INTO, entries.map(valuesOf), ADD);
});

const OUTCOME: Record<Outcome, Sql> = {
  ok: raw('status < 400'),
  refused: raw(`status in (${REFUSED.join(', ')})`),
  failed: raw(`status >= 400 and status not in (${REFUSED.join(', ')})`),
};

export interface AuditPage {
  /** The tenant, or the key that called. */
  keyId?: string | undefined;
  userRef?: string | undefined;
  /** If it ends with `*`, a prefix. */
  action?: string | undefined;
  outcome?: Outcome | undefined;
  address?: string | undefined;
  from?: number | undefined;
  to?: number | undefined;
  after: { at: number; id: string } | null;
  limit: number;
}

/** Newest first. */
export const listAudit = systemRead('audit.list', async (tx, page: AuditPage): Promise<AuditEntry[]> => {
  const { keyId, userRef, action, outcome, address, from, to, after, limit } = page;
  const conditions: Sql[] = [];
  if (keyId !== undefined) conditions.push(sql`(key_id = ${keyId} or actor = ${keyId})`);
  if (userRef !== undefined) conditions.push(sql`user_ref = ${userRef}`);
  if (action?.endsWith('*')) {
    const start = action.slice(0, -1);
    conditions.push(sql`substr(action, 1, ${start.length}) = ${start}`);
  } else if (action !== undefined) conditions.push(sql`action = ${action}`);
  if (outcome) conditions.push(OUTCOME[outcome]);
  if (address !== undefined) conditions.push(sql`address = ${address}`);
  if (from !== undefined) conditions.push(sql`last_at >= ${from}`);
  if (to !== undefined) conditions.push(sql`at < ${to}`);
  if (after) conditions.push(sql`(at, id) < (${after.at}, ${after.id})`);
  return tx.all<AuditEntry>(sql`select * from audit where ${and(conditions)} order by at desc, id desc limit ${limit}`);
});

/** Returns how many were removed; fewer than `limit` means that none are left. */
export const removeOldAudit = systemWrite(
  'audit.removeOld',
  async (tx, { before, limit }: { before: number; limit: number }): Promise<number> =>
    tx.run(sql`delete from audit where (at, id) in
      (select at, id from audit where at < ${before} order by at, id limit ${limit})`),
);

/** Times after `from`, up to `until`. */
export interface Span {
  from: number;
  until: number;
}
const ALWAYS: Span = { from: 0, until: Number.MAX_SAFE_INTEGER };

/** Removes what a user's entries say about the user; the calls stay. */
export const redactAudit = async (tx: Tx, keyId: string, userRef: string, { from, until } = ALWAYS) =>
  tx.run(sql`update audit set user_ref = null, request_id = null, subjects = ''
    where key_id = ${keyId} and user_ref = ${userRef} and at > ${from} and at <= ${until}`);
export const redactLate = systemWrite(
  'audit.redact',
  async (tx, { keyId, userRef, span }: { keyId: string; userRef: string; span: Span }): Promise<number> =>
    redactAudit(tx, keyId, userRef, span),
);

import { raw, sql } from '../../../storage/sql.js';
import { type TenantTx, tenantWrite } from '../../../storage/statement.js';
import { HOLDINGS } from '../../all-holdings.js';
import { Proof } from '../proof.js';
import { keepReceipt, type Receipt } from './erase.js';

/** Rows per transaction: on SQLite other writers wait for it. */
const STEP = 2_000;
const HELD_STEP = 500;

type Counts = Record<string, number>;

/** Some of what a key holds without a user, of kinds whose number nothing else limits; `more` if something may be left. */
export const eraseSomeOfKey = tenantWrite(
  'users.eraseSomeOfKey',
  async (tx, _input: null): Promise<{ counts: Counts; more: boolean }> => {
    const counts: Counts = {};
    for (const { name, eraseSome } of HOLDINGS) counts[name] = (await eraseSome?.(tx, {}, HELD_STEP)) ?? 0;
    // An erasure that was announced stays announced until it is withdrawn: caches of other nodes depend on it.
    counts.journal = await tx.run(sql`delete from journal where key_id = ${tx.keyId} and seq in (select seq from journal
      where key_id = ${tx.keyId} and kind <> 'user.erased' order by seq limit ${STEP})`);
    counts.answers = await tx.run(sql`delete from idempotency where key_id = ${tx.keyId} and token in
      (select token from idempotency where key_id = ${tx.keyId} order by token limit ${STEP})`);
    const quotes = await tx.run(sql`delete from idempotency_quotes where key_id = ${tx.keyId} and (subject, token) in
      (select subject, token from idempotency_quotes where key_id = ${tx.keyId} order by subject, token limit ${STEP})`);
    const redacted = await redactSome(tx);
    return {
      counts,
      more: quotes === STEP || redacted === STEP || Object.values(counts).some((count) => count >= HELD_STEP),
    };
  },
);

/** What the audit log says about users of the key and their memories; the calls stay, and the receipts of what the operator erased. */
const redactSome = async (tx: TenantTx) =>
  tx.run(sql`update audit set user_ref = null, request_id = null, subjects = ''
    where key_id = ${tx.keyId} and (at, id) in (select at, id from audit
      where key_id = ${tx.keyId} and (user_ref is not null or subjects <> '' and actor <> 'admin')
      order by at, id limit ${STEP})`);

interface EraseKeyRequest {
  id: string;
  now: number;
  /** What was erased before. */
  counts: Counts;
  /** The receipts of the key's users, in the order in which they were erased. */
  users: readonly Pick<Receipt, 'id' | 'sha256'>[];
}

/** Everything else that callers of the key stored or named, and the receipt of all of it. The key, its settings and its counters stay. */
export const eraseKey = tenantWrite(
  'users.eraseKey',
  async (tx, { id, now, counts: before, users }: EraseKeyRequest): Promise<Receipt> => {
    const counts = { ...before };
    const add = (name: string, rows: number) => {
      counts[name] = (counts[name] ?? 0) + rows;
    };
    for (const holding of HOLDINGS) add(holding.name, await holding.erase(tx, {}));
    for (const table of ['agents', 'usage_agents', 'jobs'])
      add(table, await tx.run(sql`delete from ${raw(table)} where key_id = ${tx.keyId}`));
    const proof = new Proof();
    for (const user of users) proof.add(JSON.stringify(['erasures', user.id, user.sha256]));
    return keepReceipt(tx, { id, at: now, counts, sha256: proof.end() }, null);
  },
);

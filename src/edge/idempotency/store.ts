import { CLOCK_SKEW_MS } from '../../kernel/clock.js';
import { forKeyShare } from '../../storage/dialect.js';
import { insertRows } from '../../storage/insert-rows.js';
import { among, forUpdate, raw, sql } from '../../storage/sql.js';
import { systemWrite, type Tx } from '../../storage/statement.js';
import type { Quoted } from './quoted.js';

/** Identifies one repeatable request: neither the caller's token nor its body can be read from it. */
export interface RequestName {
  keyId: string;
  token: string;
}
export interface Claim extends RequestName {
  bodyHash: string;
  userId: string | null;
  owner: string;
  now: number;
  leaseUntil: number;
  /** Requests that began at this time or earlier are no longer replayed. */
  forgottenSince: number;
}
export type Claimed =
  /** This call does the work. `createdAt` is that of the first attempt, so a second attempt makes the same ids. */
  | { outcome: 'mine'; createdAt: number }
  | { outcome: 'busy' }
  | { outcome: 'other body' }
  /** It was done; the response was deleted when a user was erased. */
  | { outcome: 'erased' }
  | { outcome: 'done'; status: number; response: string };

interface Row {
  body_hash: string;
  state: string;
  status: number;
  answer: string | null;
  created_at: number;
  lease_until: number;
}

/** A lease that its holder released after a failure: the next attempt may have another body. */
const GIVEN_UP = 0;

export const claimRequest = systemWrite('idempotency.claim', async (tx, claim: Claim): Promise<Claimed> => {
  const { keyId, token, bodyHash, userId, owner, now, leaseUntil } = claim;
  const fresh =
    await tx.run(sql`insert into idempotency (key_id, token, body_hash, user_id, state, owner, created_at, lease_until)
    values (${keyId}, ${token}, ${bodyHash}, ${userId}, 'running', ${owner}, ${now}, ${leaseUntil})
    on conflict do nothing`);
  if (fresh) return { outcome: 'mine', createdAt: now };
  const lock = forUpdate(tx.dialect);
  const row = await tx.get<Row>(sql`select body_hash, state, status, answer, created_at, lease_until from idempotency
    where key_id = ${keyId} and token = ${token} ${lock}`);
  if (!row) return { outcome: 'busy' }; // it failed and was deleted between the two statements
  // A lease that ends later than one taken now was taken before a clock was set back; the nodes' clocks differ by less than the slack.
  const running = row.state === 'running' && row.lease_until > now && row.lease_until <= leaseUntil + CLOCK_SKEW_MS;
  const sameBody = row.body_hash === bodyHash;
  const forgotten = row.created_at <= claim.forgottenSince || (row.lease_until === GIVEN_UP && !sameBody);
  if (!running && forgotten) {
    await tx.run(sql`update idempotency set body_hash = ${bodyHash}, user_id = ${userId}, state = 'running',
      owner = ${owner}, status = null, answer = null, created_at = ${now}, lease_until = ${leaseUntil}
      where key_id = ${keyId} and token = ${token}`);
    return { outcome: 'mine', createdAt: now };
  }
  if (!sameBody) return { outcome: 'other body' };
  if (row.state === 'done' && row.answer === null) return { outcome: 'erased' };
  if (row.state === 'done') return { outcome: 'done', status: row.status, response: row.answer as string };
  if (running) return { outcome: 'busy' };
  await tx.run(
    sql`update idempotency set owner = ${owner}, lease_until = ${leaseUntil}
      where key_id = ${keyId} and token = ${token}`,
  );
  return { outcome: 'mine', createdAt: row.created_at };
});

type Held = RequestName & { owner: string };
const mine = ({ keyId, token, owner }: Held) =>
  sql`key_id = ${keyId} and token = ${token} and owner = ${owner} and state = 'running'`;

export const renewLease = systemWrite('idempotency.renew', async (tx, held: Held & { leaseUntil: number }) => {
  await tx.run(sql`update idempotency set lease_until = ${held.leaseUntil} where ${mine(held)}`);
});

type Kept = Held & { status: number; response: string; userId: string | null; quoted: Quoted; now: number };

/** Without the response if one of the memories that it quotes was forgotten in the meantime. */
export const keepResponse = systemWrite('idempotency.keep', async (tx, kept: Kept) => {
  const { keyId, token, status, quoted, now } = kept;
  const response = (await areThere(tx, keyId, quoted.memories)) ? kept.response : null;
  const changed = await tx.run(sql`update idempotency set state = 'done', status = ${status}, answer = ${response},
    user_id = coalesce(user_id, ${kept.userId}) where ${mine(kept)}`);
  if (changed === 0 || response === null || quoted.ids.length === 0) return;
  const rows = quoted.ids.map((id) => [keyId, id, token, now]);
  await insertRows(
    tx,
    raw('idempotency_quotes (key_id, subject, token, created_at)'),
    rows,
    raw('on conflict do nothing'),
  );
});

/** On PostgreSQL, whoever forgets one of them from here on finds what this transaction writes. In the order of ids, like others that lock many. */
async function areThere(tx: Tx, keyId: string, memories: readonly string[]): Promise<boolean> {
  if (memories.length === 0) return true;
  const found =
    await tx.all(sql`select id from memories where key_id = ${keyId} and ${among(tx.dialect, 'id', memories)}
    order by id${forKeyShare(tx.dialect)}`);
  return found.length === memories.length;
}

/** Nothing was done: as if the request had never been made. */
export const dropRequest = systemWrite('idempotency.drop', async (tx, held: Held) => {
  await tx.run(sql`delete from idempotency where ${mine(held)}`);
});

/** It failed, perhaps after a commit whose response was lost: the next attempt does it again with the same ids. */
export const giveUpLease = systemWrite('idempotency.give-up', async (tx, held: Held) => {
  await tx.run(sql`update idempotency set lease_until = ${GIVEN_UP} where ${mine(held)}`);
});

/** Expired but not released: only the same body may continue. */
const RUN_OUT = 1;

/** If there can be only one process, the holder of any lease is dead: nobody has to wait for the lease to expire. */
export const freeRequests = systemWrite('idempotency.free', async (tx, _input: null) => {
  await tx.run(
    sql`update idempotency set lease_until = ${RUN_OUT} where state = 'running' and lease_until > ${RUN_OUT}`,
  );
});

/** A response that this caller's credential does not open: the work is done again, with the same ids. */
export const reopenRequest = systemWrite(
  'idempotency.reopen',
  async (tx, { keyId, token, response }: RequestName & { response: string }) => {
    await tx.run(sql`update idempotency set state = 'running', status = null, answer = null, lease_until = ${GIVEN_UP}
      where key_id = ${keyId} and token = ${token} and state = 'done' and answer = ${response}`);
  },
);

export const sweepRequests = systemWrite(
  'idempotency.sweep',
  (tx, { before, limit }: { before: number; limit: number }) =>
    Promise.resolve(
      tx.run(sql`delete from idempotency where (key_id, token) in
      (select key_id, token from idempotency where created_at <= ${before} order by created_at limit ${limit})`),
    ),
);

/** Noted after the request began, so what is this old belongs to no response any more. */
export const sweepQuotes = systemWrite(
  'idempotency.sweepQuotes',
  (tx, { before, limit }: { before: number; limit: number }) =>
    Promise.resolve(
      tx.run(sql`delete from idempotency_quotes where (key_id, subject, token) in
      (select key_id, subject, token from idempotency_quotes where created_at <= ${before} order by created_at limit ${limit})`),
    ),
);

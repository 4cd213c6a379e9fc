import { HOUR } from '../../../kernel/clock.js';
import { conflict } from '../../../kernel/errors.js';
import { fromJson } from '../../../storage/json.js';
import { forUpdate, raw, sql } from '../../../storage/sql.js';
import { systemRead, systemWrite, type Tx } from '../../../storage/statement.js';
import type { Binding, KeyScope } from '../caller.js';
import {
  checkRoom,
  inheritedFrom,
  insertIn,
  type KeyRecord,
  keyIn,
  type Rotation,
  revokeIn,
  rotateIn,
  type StoredKey,
} from './store.js';

/** What a client was granted, as carried by its code and its refresh tokens. */
export interface GrantDetails {
  clientId: string;
  clientName: string;
  redirectUri: string;
  challenge: string;
  resource: string;
  scopes: KeyScope[];
  namespace: string | null;
}
export interface Grant {
  hash: string;
  kind: 'code' | 'refresh';
  parentId: string;
  /** The key that was created from it; null for an unused code. */
  childId: string | null;
  bound: Binding;
  details: GrantDetails;
  createdAt: number;
  expiresAt: number;
  usedAt: number | null;
}

/** Pending codes per key. */
const MAX_CODES = 100;
/** Used refresh tokens remembered per grant: if one is presented again, it was stolen. */
const USED_KEPT = 50;

const find = async (tx: Tx, hash: string, kind: Grant['kind'], lock = raw('')): Promise<Grant | null> => {
  const row = await tx.get(sql`select * from oauth_grants where hash = ${hash} and kind = ${kind}${lock}`);
  if (!row) return null;
  const details = fromJson<GrantDetails>(row.details);
  return {
    ...{ hash, kind, details, parentId: row.parent_key_id as string, childId: row.child_id as string | null },
    bound: { userId: row.user_id as string, agentId: row.agent_id as string | null, namespace: details.namespace },
    ...{
      createdAt: row.created_at as number,
      expiresAt: row.expires_at as number,
      usedAt: row.used_at as number | null,
    },
  };
};

export const findGrant = systemRead('grants.find', (tx, { hash, kind }: Pick<Grant, 'hash' | 'kind'>) =>
  find(tx, hash, kind),
);

/** For a code: nobody should find only after their consent that the key can have no further child. */
export const insertGrant = systemWrite('grants.insert', async (tx, grant: Omit<Grant, 'usedAt'>) => {
  if (grant.kind === 'code') await checkRoom(tx, grant.parentId, grant.createdAt);
  await keepIn(tx, grant);
});

async function keepIn(tx: Tx, grant: Omit<Grant, 'usedAt'>): Promise<void> {
  const { parentId, childId, createdAt: now, bound } = grant;
  await tx.run(sql`delete from oauth_grants where parent_key_id = ${parentId} and expires_at < ${now - HOUR}`);
  if (grant.kind === 'code') {
    const row = await tx.get<{ waiting: number }>(sql`select count(*) as waiting from oauth_grants
      where parent_key_id = ${parentId} and kind = 'code' and expires_at > ${now}`);
    if ((row?.waiting ?? 0) >= MAX_CODES) throw conflict('Too many sign-ins with this key are pending.');
  } else {
    await tx.run(sql`delete from oauth_grants where child_id = ${childId} and used_at <
      (select min(used_at) from (select used_at from oauth_grants where child_id = ${childId} and used_at is not null
        order by used_at desc limit ${USED_KEPT}) as newest)`);
  }
  await tx.run(sql`insert into oauth_grants
    (hash, kind, parent_key_id, child_id, user_id, agent_id, details, created_at, expires_at) values
    (${grant.hash}, ${grant.kind}, ${parentId}, ${childId}, ${bound.userId}, ${bound.agentId},
      ${JSON.stringify(grant.details)}, ${now}, ${grant.expiresAt})`);
}

/** What a client presents at the token endpoint. */
interface Presented {
  hash: string;
  clientId: string;
  /** What the token is to be for; null: as agreed at the sign-in. */
  resource: string | null;
  now: number;
  /** The refresh token to issue. */
  next: { hash: string; expiresAt: number };
}
type Refusal = 'unknown' | 'used' | 'expired' | 'resource' | 'client' | 'redirect' | 'verifier' | 'parent' | 'child';
/** With the records that the audit log needs: after the commit, nothing is read that could fail. */
export type Granted =
  | { outcome: 'done'; grant: Grant; parent: KeyRecord; child: KeyRecord }
  | { outcome: Refusal; parent?: KeyRecord | null; child?: KeyRecord | null };

interface Exchange extends Presented {
  /** Null if the client sent none. */
  redirectUri: string | null;
  /** Of the verifier; null if that is malformed. */
  challenge: string | null;
  /** The key to create. */
  key: { id: string; secretHash: string; expiresAt: number };
}
/** Exchanges a code for a child key and a refresh token, all or nothing: after a fault the same code works again. */
export const exchangeGrant = systemWrite('grants.exchange', async (tx, asked: Exchange): Promise<Granted> => {
  const taken = await take(tx, 'code', asked);
  if ('outcome' in taken) return taken;
  const { grant } = taken;
  const { details, bound } = grant;
  const { key, next, now } = asked;
  // OAuth 2.1 omits it: the verifier proves as much, and more.
  if (asked.redirectUri !== null && asked.redirectUri !== details.redirectUri) return { outcome: 'redirect' };
  if (asked.challenge !== details.challenge) return { outcome: 'verifier' };
  const parent = await parentOf(tx, grant, now);
  if (!parent) return { outcome: 'parent' };
  const { clientName, scopes } = details;
  const child: StoredKey = {
    ...{ ...key, ...inheritedFrom(parent), name: clientName, client: clientName, scopes, bound },
    ...{ createdAt: now, updatedAt: now, revokedAt: null, previousHash: null, previousUntil: null },
  };
  await insertIn(tx, child);
  // In case the code is sent again.
  await tx.run(sql`update oauth_grants set child_id = ${child.id} where hash = ${grant.hash}`);
  await keepIn(tx, { ...grant, ...next, kind: 'refresh', childId: child.id, createdAt: now });
  return { outcome: 'done', grant, parent, child };
});

interface Refresh extends Presented {
  rotation: Omit<Rotation, 'id' | 'now'>;
}
/** Replaces a refresh token and the secret of its key, all or nothing: after a fault the same token works again. */
export const refreshGrant = systemWrite('grants.refresh', async (tx, asked: Refresh): Promise<Granted> => {
  const taken = await take(tx, 'refresh', asked);
  if ('outcome' in taken) return taken;
  const { grant } = taken;
  const { next, now, rotation } = asked;
  const parent = await parentOf(tx, grant, now);
  if (!parent) return { outcome: 'parent' };
  const before = grant.childId === null ? null : await keyIn(tx, grant.childId);
  if (!before || before.revokedAt !== null) return { outcome: 'child' };
  const child = await rotateIn(tx, { ...rotation, id: before.id, now });
  await keepIn(tx, { ...grant, ...next, createdAt: now });
  return { outcome: 'done', grant, parent, child };
});

/**
 * Marks a code or refresh token as used: it allows one attempt, right or wrong. A refusal is returned, not thrown: a throw would undo what has to
 * stay. The row is held, so the second of two callers finds it used.
 */
async function take(tx: Tx, kind: Grant['kind'], asked: Presented): Promise<{ grant: Grant } | Granted> {
  const { hash, clientId, resource, now } = asked;
  const grant = await find(tx, hash, kind, forUpdate(tx.dialect));
  if (!grant) return { outcome: 'unknown' };
  // The token has leaked: neither of the two holders is trusted any more.
  if (grant.usedAt !== null) return end(tx, grant, 'used', now);
  if (grant.expiresAt <= now) return { outcome: 'expired' };
  if (resource !== null && resource !== grant.details.resource) return { outcome: 'resource' };
  await tx.run(sql`update oauth_grants set used_at = ${now} where hash = ${hash}`);
  return clientId === grant.details.clientId ? { grant } : end(tx, grant, 'client', now);
}

async function end(tx: Tx, { parentId, childId }: Grant, outcome: Refusal, now: number): Promise<Granted> {
  const child = childId === null ? null : await revokeIn(tx, { id: childId, now });
  return { outcome, child, parent: child && (await keyIn(tx, parentId)) };
}

/** The key that allowed the sign-in, if it is still in force. */
async function parentOf(tx: Tx, { parentId }: Grant, now: number): Promise<KeyRecord | null> {
  const key = await keyIn(tx, parentId);
  const isOver = !key || key.revokedAt !== null || (key.expiresAt !== null && key.expiresAt <= now);
  return isOver ? null : key;
}

import { HOUR } from '../../../kernel/clock.js';
import { conflict } from '../../../kernel/errors.js';
import { fromJson } from '../../../storage/json.js';
import { sql } from '../../../storage/sql.js';
import { systemRead, systemWrite, type Tx } from '../../../storage/statement.js';
import type { Binding, KeyScope } from '../caller.js';

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

const find = async (tx: Tx, hash: string, kind: Grant['kind']): Promise<Grant | null> => {
  const row = await tx.get(sql`select * from oauth_grants where hash = ${hash} and kind = ${kind}`);
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

export const insertGrant = systemWrite('grants.insert', async (tx, grant: Omit<Grant, 'usedAt'>) => {
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
});

/** True for the one caller that may proceed with it. */
export const useGrant = systemWrite('grants.use', async (tx, { hash, now }: { hash: string; now: number }) => {
  const used = await tx.run(sql`update oauth_grants set used_at = ${now} where hash = ${hash} and used_at is null`);
  return used > 0;
});

/** Records the key created from a code, in case the code is sent again. */
export const recordGrantedKey = systemWrite(
  'grants.became',
  async (tx, { hash, childId }: { hash: string; childId: string }) => {
    await tx.run(sql`update oauth_grants set child_id = ${childId} where hash = ${hash}`);
  },
);

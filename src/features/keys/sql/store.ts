import { DAY } from '../../../kernel/clock.js';
import { conflict, notFound } from '../../../kernel/errors.js';
import { fromJson } from '../../../storage/json.js';
import { among, and, raw, type Sql, sql } from '../../../storage/sql.js';
import {
  type Merging,
  type Row,
  systemMergedRead,
  systemRead,
  systemWrite,
  type Tx,
} from '../../../storage/statement.js';
import type { Binding, KeyScope, Tier } from '../caller.js';

export interface KeyRecord {
  id: string;
  name: string;
  owner: string;
  scopes: KeyScope[];
  tier: Tier;
  /** `admin`, `signup`, or the id of an issuer. */
  issuedBy: string;
  createdAt: number;
  updatedAt: number;
  expiresAt: number | null;
  revokedAt: number | null;
  /** The key that created it, whose data it works on. */
  parentId: string | null;
  /** The part of that data that it may see; null if it has no parent. */
  bound: Binding | null;
  /** The OAuth client that it was granted to. */
  client: string | null;
  /** Whether its calls are in the audit log. */
  audit: boolean;
}
/** Includes the hashes of its secrets; never leaves the registry. */
export interface StoredKey extends KeyRecord {
  secretHash: string;
  previousHash: string | null;
  previousUntil: number | null;
}
interface KeyPlace {
  createdAt: number;
  id: string;
}

const toKey = (row: Row): StoredKey => ({
  id: row.id as string,
  name: row.name as string,
  owner: (row.owner as string | null) ?? '',
  scopes: fromJson(row.scopes),
  tier: row.tier as Tier,
  issuedBy: row.issued_by as string,
  createdAt: row.created_at as number,
  updatedAt: row.updated_at as number,
  expiresAt: row.expires_at as number | null,
  revokedAt: row.revoked_at as number | null,
  parentId: row.parent_key_id as string | null,
  bound:
    row.parent_key_id === null
      ? null
      : {
          userId: row.user_id as string,
          agentId: row.agent_id as string | null,
          namespace: row.namespace as string | null,
        },
  client: row.client as string | null,
  audit: Number(row.audit) !== 0,
  secretHash: row.secret_hash as string,
  previousHash: row.previous_hash as string | null,
  previousUntil: row.previous_until as number | null,
});

/** Child keys per key, including those that ended recently. */
const MAX_CHILDREN = 1_000;
/** To find ended sign-ins that nobody refreshes at the same moment. */
const ATTEMPTS = 3;
/** How long an ended one is kept, so that whoever still calls with it learns why. */
const ENDED_KEPT = 30 * DAY;

const endedLongAgo = (now: number) => {
  const before = now - ENDED_KEPT;
  return sql`(revoked_at < ${before} or expires_at < ${before})`;
};
/** An application's key that ended: it gets the same response as an unknown one, which makes the application sign in again. */
const isEndedSignIn = (now: number) =>
  sql`client is not null and (revoked_at is not null or coalesce(expires_at <= ${now}, false))`;

const countOf = async (tx: Tx, parentId: string, condition: Sql): Promise<number> => {
  const row = await tx.get<{ children: number }>(
    sql`select count(*) as children from api_keys where parent_key_id = ${parentId} and ${condition}`,
  );
  return row?.children ?? 0;
};
const full = () =>
  conflict(
    `A key has at most ${MAX_CHILDREN} child keys, those that ended within the last 30 days included: use one for longer.`,
  );

/**
 * Deletes children that ended long ago, and of the other sign-ins that ended as many as are in the way, revoked ones and the longest unused first. The
 * parent's row is written first, so that two concurrent calls do not both take the last place.
 */
async function makeRoom(tx: Tx, parentId: string, now: number): Promise<void> {
  await tx.run(sql`update api_keys set updated_at = updated_at where id = ${parentId}`);
  await tx.run(sql`delete from api_keys where parent_key_id = ${parentId} and ${endedLongAgo(now)}`);
  const ended = isEndedSignIn(now);
  let excess = (await countOf(tx, parentId, raw('1 = 1'))) - MAX_CHILDREN + 1;
  for (let attempt = 1; excess > 0; attempt++) {
    if (attempt > ATTEMPTS) throw full();
    // Checked again outside: on PostgreSQL, a sign-in may be refreshed while this waits for its row. The next attempt finds another one.
    excess -= await tx.run(sql`delete from api_keys where ${ended} and id in (select id from api_keys
      where parent_key_id = ${parentId} and ${ended}
      order by case when revoked_at is null then 1 else 0 end, expires_at, id limit ${excess})`);
  }
}

/** Throws if a further child would be refused. */
export async function checkRoom(tx: Tx, parentId: string, now: number): Promise<void> {
  const inTheWay = sql`not (${endedLongAgo(now)} is true) and not (${isEndedSignIn(now)})`;
  if ((await countOf(tx, parentId, inTheWay)) >= MAX_CHILDREN) throw full();
}

export const insertKey = systemWrite('keys.insert', (tx, key: StoredKey) => insertIn(tx, key));

export async function insertIn(tx: Tx, key: StoredKey): Promise<void> {
  if (key.parentId !== null) await makeRoom(tx, key.parentId, key.createdAt);
  await tx.run(sql`insert into api_keys
    (id, secret_hash, name, owner, scopes, tier, issued_by, created_at, updated_at, expires_at, parent_key_id, user_id, agent_id,
      namespace, client, audit) values
    (${key.id}, ${key.secretHash}, ${key.name}, ${key.owner}, ${JSON.stringify(key.scopes)}, ${key.tier},
      ${key.issuedBy}, ${key.createdAt}, ${key.updatedAt}, ${key.expiresAt}, ${key.parentId}, ${key.bound?.userId ?? null},
      ${key.bound?.agentId ?? null}, ${key.bound?.namespace ?? null}, ${key.client}, ${key.audit ? 1 : 0})`);
}

interface KeyQuestion {
  hash: string;
  now: number;
}
/** One lookup serves all waiting calls of a key. It runs after each of them arrived, so that none passes with a key that was revoked before. */
const ofOneKey: Merging<KeyQuestion, StoredKey | null> = {
  group: ({ hash }) => hash,
  join: (questions) => questions.at(-1) as KeyQuestion,
  split: (key, questions) => questions.map(() => key),
};

/** By the hash of its secret, or of the previous one while that is still valid. */
export const findKey = systemMergedRead('keys.find', ofOneKey, async (tx, { hash, now }: KeyQuestion) => {
  const row = await tx.get(sql`select * from api_keys
    where secret_hash = ${hash} or (previous_hash = ${hash} and previous_until > ${now})`);
  if (!row) return null;
  const key = toKey(row);
  if (key.parentId === null) return key;
  const parent = await tx.get(sql`select * from api_keys where id = ${key.parentId}`);
  return parent ? asChildOf(key, toKey(parent)) : null;
});

/** A child key ends with its parent, has its tier and at most its scopes. */
const asChildOf = (key: StoredKey, parent: StoredKey): StoredKey => ({
  ...key,
  tier: parent.tier,
  audit: parent.audit,
  scopes: key.scopes.filter((scope) => parent.scopes.includes(scope)),
  revokedAt: key.revokedAt ?? parent.revokedAt,
  expiresAt: earlier(key.expiresAt, parent.expiresAt),
});
async function inForce(tx: Tx, key: StoredKey): Promise<StoredKey> {
  const parent = key.parentId === null ? null : await keyIn(tx, key.parentId);
  return parent ? asChildOf(key, parent) : key;
}
/** What a child key has from its parent when it is created. */
export const inheritedFrom = ({ id, name, tier, audit }: Pick<KeyRecord, 'id' | 'name' | 'tier' | 'audit'>) => ({
  ...{ tier, audit, parentId: id, owner: name, issuedBy: id },
});
const earlier = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.min(a, b));

/** Null if there is none. */
export const keyById = systemRead(
  'keys.byId',
  (tx, { id }: { id: string }): Promise<KeyRecord | null> => keyIn(tx, id),
);

export async function keyIn(tx: Tx, id: string): Promise<StoredKey | null> {
  const row = await tx.get(sql`select * from api_keys where id = ${id}`);
  return row ? toKey(row) : null;
}

export interface KeyPage {
  /** Only the keys of this issuer; null: all. */
  issuedBy: string | null;
  /** Only the children of this key. */
  parentId?: string;
  after: KeyPlace | null;
  limit: number;
}
/** Newest first; child keys as they are in force. */
export const listKeys = systemRead(
  'keys.list',
  async (tx, { issuedBy, parentId, after, limit }: KeyPage): Promise<KeyRecord[]> => {
    const conditions: Sql[] = [];
    if (issuedBy !== null) conditions.push(sql`issued_by = ${issuedBy}`);
    if (parentId !== undefined) conditions.push(sql`parent_key_id = ${parentId}`);
    if (after) conditions.push(sql`(created_at, id) < (${after.createdAt}, ${after.id})`);
    const rows = await tx.all(
      sql`select * from api_keys where ${and(conditions)} order by created_at desc, id desc limit ${limit}`,
    );
    const keys = rows.map(toKey);
    const ids = [...new Set(keys.flatMap((key) => key.parentId ?? []))];
    if (ids.length === 0) return keys;
    const found = await tx.all(sql`select * from api_keys where ${among(tx.dialect, 'id', ids)}`);
    const parents = new Map(found.map(toKey).map((parent) => [parent.id, parent]));
    return keys.map((key) => {
      const parent = parents.get(key.parentId ?? '');
      return parent ? asChildOf(key, parent) : key;
    });
  },
);

export interface KeyPulse {
  id: string;
  updatedAt: number;
  /** When the key, or its previous secret, ends or ended. */
  ends: number[];
}
/** Which of these keys may still call: checked for open connections. */
export const activeKeys = systemRead('keys.living', async (tx, { ids }: { ids: string[] }): Promise<KeyPulse[]> => {
  const rows = await tx.all<{
    id: string;
    updated_at: number;
    expires_at: number | null;
    previous_until: number | null;
  }>(
    sql`select id, updated_at, expires_at, previous_until from api_keys where ${among(tx.dialect, 'id', ids)} and revoked_at is null`,
  );
  return rows.map(({ id, updated_at, expires_at, previous_until }) => {
    const ends = [expires_at, previous_until].filter((time) => time !== null);
    return { id, updatedAt: updated_at, ends };
  });
});

export interface KeyChange {
  name?: string | undefined;
  tier?: Tier | undefined;
  scopes?: KeyScope[] | undefined;
  audit?: boolean | undefined;
  /** Null: never. */
  expiresAt?: number | null | undefined;
}
export const changeKey = systemWrite('keys.change', async (tx, input: KeyChange & { id: string; now: number }) => {
  const scopes = input.scopes ? JSON.stringify(input.scopes) : null;
  const audit = input.audit === undefined ? null : Number(input.audit);
  const expiry = input.expiresAt === undefined ? raw('') : sql`, expires_at = ${input.expiresAt}`;
  const row =
    await tx.get(sql`update api_keys set name = coalesce(${input.name}, name), tier = coalesce(${input.tier}, tier),
    scopes = coalesce(${scopes}, scopes), audit = coalesce(${audit}, audit), updated_at = ${input.now}${expiry}
    where id = ${input.id} and revoked_at is null returning *`);
  return row ? inForce(tx, toKey(row)) : refuse(tx, input.id);
});

export const revokeKey = systemWrite('keys.revoke', async (tx, input: { id: string; now: number }) => {
  const key = await revokeIn(tx, input);
  if (!key) throw unknownKey(input.id);
  return key;
});

/** The time of the first revocation stays. Null if there is no such key. */
export async function revokeIn(tx: Tx, { id, now }: { id: string; now: number }): Promise<StoredKey | null> {
  await tx.run(
    sql`update api_keys set revoked_at = ${now}, updated_at = ${now} where id = ${id} and revoked_at is null`,
  );
  return keyIn(tx, id);
}

export interface Rotation {
  id: string;
  secretHash: string;
  /** Until when the old secret stays valid; null: it ends at once. */
  previousUntil: number | null;
  /** When the key expires; unchanged if absent. */
  expiresAt?: number | undefined;
  now: number;
}
export const rotateKey = systemWrite('keys.rotate', async (tx, rotation: Rotation) =>
  inForce(tx, await rotateIn(tx, rotation)),
);

export async function rotateIn(tx: Tx, rotation: Rotation): Promise<StoredKey> {
  const { id, secretHash, previousUntil, expiresAt = null, now } = rotation;
  const previous = raw(previousUntil === null ? 'null' : 'secret_hash');
  const row = await tx.get(sql`update api_keys set previous_hash = ${previous}, previous_until = ${previousUntil},
    secret_hash = ${secretHash}, expires_at = coalesce(${expiresAt}, expires_at), updated_at = ${now} where id = ${id} and revoked_at is null returning *`);
  return row ? toKey(row) : refuse(tx, id);
}

async function refuse(tx: Tx, id: string): Promise<never> {
  const there = await tx.get(sql`select id from api_keys where id = ${id}`);
  throw there ? conflict(`The key ${id} is revoked for good: mint a new one.`) : unknownKey(id);
}
export const unknownKey = (id: string) => notFound(`There is no key ${id}.`);

import { among, sql } from '../../../storage/sql.js';
import { type Row, systemRead, systemSingleWrite, systemWrite } from '../../../storage/statement.js';

export interface Session {
  /** Identifies it in lists and for ending it; it does not authenticate. */
  id: string;
  /** The key that it stands for, or `admin`. */
  owner: string;
  /**
   * The hash of the secret that it was opened with: the session ends with that secret. For the admin credential, a seal that only the token opens.
   */
  credential: string;
  createdAt: number;
  lastUsedAt: number;
  expiresAt: number;
  address: string;
  userAgent: string;
}
/** `link`: a token that opens one session. */
export type SessionKind = 'session' | 'link';

const toSession = (row: Row): Session => ({
  id: row.id as string,
  owner: row.owner as string,
  credential: row.credential as string,
  createdAt: row.created_at as number,
  lastUsedAt: row.last_used_at as number,
  expiresAt: row.expires_at as number,
  address: row.address as string,
  userAgent: row.user_agent as string,
});

interface NewSession extends Session {
  hash: string;
  kind: SessionKind;
  /** The limit per owner; the oldest are deleted. */
  most: number;
}
export const insertSession = systemWrite('sessions.insert', async (tx, { hash, kind, most, ...given }: NewSession) => {
  const { owner } = given;
  await tx.run(sql`delete from console_sessions where owner = ${owner} and kind = ${kind} and hash not in
    (select hash from console_sessions where owner = ${owner} and kind = ${kind} and expires_at > ${given.createdAt}
      order by created_at desc, id desc limit ${most - 1})`);
  await tx.run(sql`insert into console_sessions
    (hash, kind, id, owner, credential, created_at, last_used_at, expires_at, address, user_agent) values
    (${hash}, ${kind}, ${given.id}, ${owner}, ${given.credential}, ${given.createdAt}, ${given.lastUsedAt},
      ${given.expiresAt}, ${given.address}, ${given.userAgent})`);
});

/** By the hash of its token. */
export const findSession = systemRead('sessions.find', async (tx, { hash }: { hash: string }) => {
  const row = await tx.get(sql`select * from console_sessions where hash = ${hash} and kind = 'session'`);
  return row ? toSession(row) : null;
});

export const touchSession = systemSingleWrite(
  'sessions.touch',
  async (tx, { hash, now }: { hash: string; now: number }) => {
    await tx.run(sql`update console_sessions set last_used_at = ${now} where hash = ${hash} and last_used_at < ${now}`);
  },
);

/** Of concurrent callers with the same link, only one gets it. */
export const takeLink = systemSingleWrite('sessions.takeLink', async (tx, { hash }: { hash: string }) => {
  const row = await tx.get(sql`delete from console_sessions where hash = ${hash} and kind = 'link' returning *`);
  return row ? toSession(row) : null;
});

interface Times {
  now: number;
  /** Sessions last used before this have ended. */
  idleSince: number;
}
/** Those that are in force, newest first. */
export const listSessions = systemRead(
  'sessions.list',
  async (tx, { owner, now, idleSince }: Times & { owner: string }): Promise<Session[]> => {
    const rows = await tx.all(sql`select * from console_sessions where owner = ${owner} and kind = 'session'
      and expires_at > ${now} and last_used_at > ${idleSince}
      and (owner = 'admin' or exists (select 1 from api_keys k where k.id = console_sessions.owner
        and (k.secret_hash = credential or (k.previous_hash = credential and k.previous_until > ${now}))))
      order by created_at desc, id desc`);
    return rows.map(toSession);
  },
);

/** Which of these hashes are in force: checked for open connections. */
export const activeSessions = systemRead(
  'sessions.living',
  async (tx, { hashes, now, idleSince }: Times & { hashes: string[] }): Promise<string[]> => {
    const rows = await tx.all<{ hash: string }>(sql`select hash from console_sessions where kind = 'session'
      and ${among(tx.dialect, 'hash', hashes)} and expires_at > ${now} and last_used_at > ${idleSince}`);
    return rows.map((row) => row.hash);
  },
);

/** False: the owner has none with this id. */
export const endSession = systemSingleWrite(
  'sessions.end',
  async (tx, { owner, id }: { owner: string; id: string }) =>
    (await tx.run(sql`delete from console_sessions where owner = ${owner} and id = ${id} and kind = 'session'`)) > 0,
);

/** By its token. */
export const dropSession = systemSingleWrite('sessions.drop', async (tx, { hash }: { hash: string }) => {
  await tx.run(sql`delete from console_sessions where hash = ${hash}`);
});

/** Deletes what can no longer be used, including sessions whose key no longer exists. */
export const sweepSessions = systemWrite('sessions.sweep', async (tx, { now, idleSince }: Times) => {
  await tx.run(sql`delete from console_sessions where expires_at <= ${now} or last_used_at <= ${idleSince}
    or (owner <> 'admin' and not exists
      (select 1 from api_keys k where k.id = console_sessions.owner and k.revoked_at is null))`);
});

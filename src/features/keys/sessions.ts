import { type Clock, DAY, HOUR, MINUTE } from '../../kernel/clock.js';
import { RecollectError } from '../../kernel/errors.js';
import { randomText } from '../../kernel/ids.js';
import type { Database } from '../../storage/database.js';
import { hasOneProcess } from '../../storage/dialect.js';
import type { Caller } from './caller.js';
import { bearerOf, type KeyRegistry } from './registry.js';
import { hashSecret } from './secret.js';
import {
  dropSession,
  endSession,
  findSession,
  insertSession,
  listSessions,
  type Session,
  type SessionKind,
  sweepSessions,
  takeLink,
  touchSession,
} from './sql/session.js';

export const IDLE_MS = 12 * HOUR;
export const LIFE_MS = 7 * DAY;
export const LINK_MS = 5 * MINUTE;
/** The precision of the time of last use. */
const TOUCHED_EVERY = MINUTE;
/** Per key. */
export const MAX_SESSIONS = 20;
const MAX_LINKS = 20;
const ID_CHARACTERS = 20;
const TOKEN_CHARACTERS = 43;
const USER_AGENT_CHARACTERS = 300;
const CACHED = 10_000;
const OPERATOR = 'admin';

interface Visitor {
  address: string;
  userAgent: string;
}
export interface SignedIn {
  session: Session;
  caller: Caller;
}
export interface Opened extends SignedIn {
  /** For the cookie; returned only this once. */
  token: string;
}

const challenge = (code: 'missing_key' | 'invalid_key', message: string) =>
  new RecollectError(code, message, { headers: { 'WWW-Authenticate': 'Bearer' } });
const ended = () => challenge('invalid_key', 'This session has ended: sign in again.');

export const idleEndOf = ({ lastUsedAt, expiresAt }: Session) => Math.min(lastUsedAt + IDLE_MS, expiresAt);

/** The owner of the caller's sessions. */
function ownerOf(caller: Caller): string {
  if (caller.kind === 'key') return caller.bound?.keyId ?? caller.keyId;
  if (caller.kind === 'admin') return OPERATOR;
  throw challenge('invalid_key', 'Sign in with an API key or with the admin credential.');
}

interface SessionParts {
  database: Database;
  clock: Clock;
  keys: KeyRegistry;
  /** Called with the key whose session was ended, so that its open connections end too. */
  onEnd?: (keyId: string) => void;
  /** Counts one request against the caller's rate limit; throws 429. */
  spend?: (caller: Caller) => Promise<void>;
}

/**
 * Signed-in browsers. A session stands for the secret that it was opened with: it may do what the secret may, and ends when the key is
 * revoked, expires, is deleted or gets another secret.
 */
export class Sessions {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #keys: KeyRegistry;
  readonly #onEnd: (keyId: string) => void;
  /** For session requests other than operation calls, which are counted on their own. */
  readonly spend: (caller: Caller) => Promise<void>;
  // As with keys: another node may end one, and that must take effect here at once.
  readonly #cache: Map<string, Session> | null;
  #generation = 0;

  constructor({ database, clock, keys, onEnd = () => {}, spend = async () => {} }: SessionParts) {
    this.#database = database;
    this.#clock = clock;
    this.#keys = keys;
    this.#onEnd = onEnd;
    this.spend = spend;
    this.#cache = hasOneProcess(database.engine) ? new Map() : null;
  }

  /** Throws 401 or 403 like a call with this credential. */
  async open(authorization: string, visitor: Visitor): Promise<Opened> {
    const caller = await this.#keys.authenticate(authorization, visitor.address);
    return this.#opened(caller, hashSecret(bearerOf(authorization) ?? ''), visitor);
  }

  async openByLink(link: string, visitor: Visitor): Promise<Opened> {
    const found = await this.#database.system(takeLink, { hash: hashSecret(link) });
    if (!found || found.expiresAt <= this.#clock.now()) {
      throw challenge(
        'invalid_key',
        'This link was used before or has expired: make a new one with recollect console.',
      );
    }
    const caller = await this.#callerOf(found, link, visitor.address);
    return this.#opened(caller, found.credential, visitor);
  }

  async #opened(caller: Caller, secretHash: string, visitor: Visitor): Promise<Opened> {
    await this.spend(caller);
    const token = `rec_cs_${randomText(TOKEN_CHARACTERS)}`;
    const session = await this.#insert('session', token, caller, secretHash, visitor);
    return { token, session, caller };
  }

  /** Returns a token that opens one session of this caller. */
  async link(authorization: string | undefined, address: string) {
    const caller = await this.#keys.authenticate(authorization, address);
    return { caller, ...(await this.#link(caller, hashSecret(bearerOf(authorization) ?? ''))) };
  }

  /** The same for the operator who started the service. */
  operatorLink(): Promise<{ token: string; expiresAt: number }> {
    return this.#link({ kind: 'admin', address: '' }, '');
  }

  async #link(caller: Caller, secretHash: string) {
    await this.spend(caller);
    const token = `rec_cl_${randomText(TOKEN_CHARACTERS)}`;
    const { expiresAt } = await this.#insert('link', token, caller, secretHash, { address: '', userAgent: '' });
    return { token, expiresAt };
  }

  async #insert(kind: SessionKind, token: string, caller: Caller, secretHash: string, { address, userAgent }: Visitor) {
    const now = this.#clock.now();
    const owner = ownerOf(caller);
    const session: Session = {
      ...{ id: `ses_${randomText(ID_CHARACTERS)}`, owner, createdAt: now, lastUsedAt: now },
      expiresAt: now + (kind === 'link' ? LINK_MS : LIFE_MS),
      credential: owner === OPERATOR ? this.#keys.operatorSeal(token) : secretHash,
      ...{ address, userAgent: printable(userAgent) },
    };
    const most = kind === 'link' ? MAX_LINKS : MAX_SESSIONS;
    await this.#altering(this.#database.system(insertSession, { ...session, hash: hashSecret(token), kind, most }));
    return session;
  }

  /** The caller with this token. Throws 401. */
  async authenticate(token: string, address: string): Promise<Caller> {
    const { caller } = await this.current(token, address);
    return caller.kind === 'key' ? { ...caller, session: hashSecret(token) } : caller;
  }

  async current(token: string | undefined, address: string): Promise<SignedIn> {
    if (token === undefined) throw challenge('missing_key', 'You are not signed in.');
    const hash = hashSecret(token);
    const session = this.#cache?.get(hash) ?? (await this.#load(hash));
    const now = this.#clock.now();
    if (!session || idleEndOf(session) <= now) throw ended();
    const caller = await this.#callerOf(session, token, address);
    if (now - session.lastUsedAt < TOUCHED_EVERY) return { session, caller };
    // Reading continues while the disk is full.
    await this.#database.system(touchSession, { hash, now }).catch(() => {});
    const touched = { ...session, lastUsedAt: now };
    if (this.#cache?.get(hash) === session) this.#cache.set(hash, touched);
    return { session: touched, caller };
  }

  /** A session read while one ended is not cached, because it may be stale. */
  async #load(hash: string): Promise<Session | null> {
    const generation = this.#generation;
    const session = await this.#database.system(findSession, { hash });
    if (session && this.#cache && generation === this.#generation) {
      if (this.#cache.size >= CACHED) this.#cache.clear();
      this.#cache.set(hash, session);
    }
    return session;
  }

  async #callerOf({ owner, credential }: Session, token: string, address: string): Promise<Caller> {
    if (owner === OPERATOR) {
      if (!this.#keys.isOperatorSeal(credential, token)) throw ended();
      return { kind: 'admin', address, inSession: true };
    }
    try {
      return await this.#keys.recognise(credential, address);
    } catch (error) {
      if (error instanceof RecollectError && error.status < 500) throw ended();
      throw error;
    }
  }

  /** Those of the same key, newest first. */
  list(caller: Caller): Promise<Session[]> {
    const now = this.#clock.now();
    return this.#database.system(listSessions, { owner: ownerOf(caller), now, idleSince: now - IDLE_MS });
  }

  /** False: the caller has no session with this id. */
  async end(caller: Caller, id: string): Promise<boolean> {
    const done = await this.#altering(this.#database.system(endSession, { owner: ownerOf(caller), id }));
    if (caller.kind === 'key') this.#onEnd(caller.keyId);
    return done;
  }

  /** Ends the session with this token, and returns it if it was in force. */
  async drop(token: string): Promise<SignedIn | null> {
    const signedIn = await this.current(token, '').catch(() => null);
    await this.#altering(this.#database.system(dropSession, { hash: hashSecret(token) }));
    if (signedIn?.caller.kind === 'key') this.#onEnd(signedIn.caller.keyId);
    return signedIn;
  }

  async sweep(): Promise<void> {
    const now = this.#clock.now();
    await this.#altering(this.#database.system(sweepSessions, { now, idleSince: now - IDLE_MS }));
  }

  /** Sessions change rarely, so everything cached is evicted: no entry can be missed. */
  #altering<T>(work: Promise<T>): Promise<T> {
    return work.finally(() => {
      this.#generation++;
      this.#cache?.clear();
    });
  }
}

/** The client's user agent, made safe for a list. */
const printable = (text: string) => text.replace(/[^\x20-\x7e]/g, '?').slice(0, USER_AGENT_CHARACTERS);

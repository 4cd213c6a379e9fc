import { hash, timingSafeEqual } from 'node:crypto';
import type { CallingKey, KeyScope } from '../../features/keys/caller.js';
import type { KeyRegistry } from '../../features/keys/registry.js';
import { hashSecret } from '../../features/keys/secret.js';
import {
  findGrant,
  type Grant,
  type GrantDetails,
  insertGrant,
  recordGrantedKey,
  useGrant,
} from '../../features/keys/sql/grant.js';
import type { KeyRecord } from '../../features/keys/sql/store.js';
import { type Clock, DAY, HOUR, MINUTE, SECOND } from '../../kernel/clock.js';
import { RecollectError } from '../../kernel/errors.js';
import { randomText } from '../../kernel/ids.js';
import type { Database } from '../../storage/database.js';
import { OAuthProblem } from './client.js';

const CODE_MS = 5 * MINUTE;
const ACCESS_MS = HOUR;
/** Counted from the last use: a client that is opened once a month stays signed in. */
const REFRESH_MS = 30 * DAY;
/** Requests in flight with the previous token still pass. */
const GRACE_SECONDS = 60;
const CHARACTERS = 43;

/** Who a token was issued to or revoked from: a child key, on behalf of its parent. */
export type RecordAudit = (
  action: 'oauth.token' | 'oauth.refresh' | 'oauth.revoke' | 'oauth.reused',
  key: CallingKey,
) => Promise<void>;

interface TokenResponse {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  refresh_token: string;
  scope: string;
}

const invalidGrant = (message: string) => new OAuthProblem('invalid_grant', message);

/** Codes and the keys they are exchanged for. The access token is the secret of a child key; a refresh gives that key a new secret. */
export class Tokens {
  readonly #database: Database;
  readonly #keys: KeyRegistry;
  readonly #clock: Clock;

  constructor(database: Database, keys: KeyRegistry, clock: Clock) {
    this.#database = database;
    this.#keys = keys;
    this.#clock = clock;
  }

  /** Issues the code for a client that was authorized. */
  async code(parent: CallingKey, bound: Grant['bound'], details: GrantDetails): Promise<string> {
    const code = `rec_oc_${randomText(CHARACTERS)}`;
    await this.#keep('code', code, CODE_MS, { parentId: parent.keyId, childId: null, bound, details });
    return code;
  }

  async exchange(form: URLSearchParams, audit: RecordAudit): Promise<TokenResponse> {
    const verifier = needed(form, 'code_verifier');
    const grant = await this.#take('code', needed(form, 'code'), form, audit);
    const { details } = grant;
    const redirectUri = form.get('redirect_uri');
    // OAuth 2.1 omits it: the verifier proves as much, and more.
    if (redirectUri !== null && redirectUri !== details.redirectUri)
      throw invalidGrant('`redirect_uri` does not match the sign-in.');
    if (!fits(verifier, details.challenge)) throw invalidGrant('`code_verifier` does not match the sign-in.');
    const parent = await this.#parentOf(grant);
    const expiresAt = this.#clock.now() + ACCESS_MS;
    const { record, secret } = await this.#keys.mintChild(parent, {
      ...{
        name: details.clientName,
        client: details.clientName,
        scopes: details.scopes,
        bound: grant.bound,
        expiresAt,
      },
    });
    await this.#database.system(recordGrantedKey, { hash: grant.hash, childId: record.id });
    const response = await this.#respond({ ...grant, childId: record.id }, secret);
    await audit('oauth.token', { ...parent, bound: { ...grant.bound, keyId: record.id } });
    return response;
  }

  async refresh(form: URLSearchParams, audit: RecordAudit): Promise<TokenResponse> {
    const grant = await this.#take('refresh', needed(form, 'refresh_token'), form, audit);
    await this.#parentOf(grant);
    const expiresAt = this.#clock.now() + ACCESS_MS;
    const rotated = await this.#keys.rotate(grant.childId ?? '', GRACE_SECONDS, expiresAt).catch((error: unknown) => {
      if (error instanceof RecollectError && error.status < 500)
        throw invalidGrant('The key of this grant is no longer valid: sign in again.');
      throw error;
    });
    const response = await this.#respond(grant, rotated.secret);
    await this.#auditChild(audit, 'oauth.refresh', grant.childId);
    return response;
  }

  /** Ends a grant, given either of its tokens. False: the token is unknown, which is as good as revoked. */
  async revoke(form: URLSearchParams, audit: RecordAudit): Promise<boolean> {
    const token = needed(form, 'token');
    const grant = await this.#database.system(findGrant, { hash: hashSecret(token), kind: 'refresh' });
    const childId = grant?.childId ?? (await this.#grantedKey(token));
    if (childId) await this.#end(childId, 'oauth.revoke', audit);
    return childId !== null;
  }

  async #auditChild(audit: RecordAudit, action: Parameters<RecordAudit>[0], childId: string | null): Promise<void> {
    const child = childId === null ? null : await this.#keys.get(childId);
    const parent = child?.parentId ? await this.#keys.get(child.parentId) : null;
    if (child?.bound && parent) await audit(action, { ...calling(parent), bound: { ...child.bound, keyId: child.id } });
  }

  /** The id of the key with this secret, if the key was created by a sign-in. */
  async #grantedKey(token: string): Promise<string | null> {
    const caller = await this.#keys.authenticate(`Bearer ${token}`, '').catch(() => null);
    if (caller?.kind !== 'key' || !caller.bound) return null;
    const key = await this.#keys.get(caller.bound.keyId);
    return key?.client ? key.id : null;
  }

  /** Returns the grant of a code or refresh token and marks it used: it allows one attempt, right or wrong. */
  async #take(kind: Grant['kind'], secret: string, form: URLSearchParams, audit: RecordAudit): Promise<Grant> {
    const clientId = needed(form, 'client_id');
    const grant = await this.#database.system(findGrant, { hash: hashSecret(secret), kind });
    if (!grant) throw invalidGrant(`\`${kind === 'code' ? 'code' : 'refresh_token'}\` is not valid.`);
    const { hash, details } = grant;
    const now = this.#clock.now();
    // The token has leaked: neither of the two holders is trusted any more.
    if (grant.usedAt !== null) await this.#robbed(grant, audit);
    if (grant.expiresAt <= now) throw invalidGrant('It has expired: sign in again.');
    const resource = resourceOf(form);
    if (resource !== null && resource !== details.resource)
      throw new OAuthProblem('invalid_target', '`resource` does not match the sign-in.');
    if (!(await this.#database.system(useGrant, { hash, now }))) await this.#robbed(grant, audit);
    if (clientId === details.clientId) return grant;
    if (grant.childId) await this.#end(grant.childId, 'oauth.reused', audit);
    throw invalidGrant('It was issued to another client, so the grant has ended: sign in again.');
  }

  async #robbed({ hash, kind }: Grant, audit: RecordAudit): Promise<never> {
    const grant = await this.#database.system(findGrant, { hash, kind });
    if (grant?.childId) await this.#end(grant.childId, 'oauth.reused', audit);
    throw invalidGrant('It was used before, so the grant has ended: sign in again.');
  }

  async #end(childId: string, why: 'oauth.revoke' | 'oauth.reused', audit: RecordAudit): Promise<void> {
    await this.#keys.revoke(childId).catch((error: unknown) => {
      if (!(error instanceof RecollectError) || error.status >= 500) throw error;
    });
    await this.#auditChild(audit, why, childId);
  }

  async #parentOf({ parentId }: Grant): Promise<CallingKey> {
    const key = await this.#keys.get(parentId);
    const isOver = !key || key.revokedAt !== null || (key.expiresAt !== null && key.expiresAt <= this.#clock.now());
    if (isOver) throw invalidGrant('The key that allowed this sign-in is no longer valid.');
    return calling(key);
  }

  async #respond(grant: Grant, secret: string): Promise<TokenResponse> {
    const refresh = `rec_rt_${randomText(CHARACTERS)}`;
    await this.#keep('refresh', refresh, REFRESH_MS, grant);
    return {
      ...{ access_token: secret, token_type: 'Bearer', expires_in: ACCESS_MS / SECOND },
      ...{ refresh_token: refresh, scope: grant.details.scopes.join(' ') },
    };
  }

  #keep(
    kind: Grant['kind'],
    secret: string,
    lifeMs: number,
    { parentId, childId, bound, details }: Pick<Grant, 'parentId' | 'childId' | 'bound' | 'details'>,
  ): Promise<void> {
    const now = this.#clock.now();
    return this.#database.system(insertGrant, {
      ...{ hash: hashSecret(secret), kind, parentId, childId, bound, details, createdAt: now, expiresAt: now + lifeMs },
    });
  }
}

const calling = ({ id: keyId, name, tier, scopes, audit }: KeyRecord): CallingKey => {
  const key = { kind: 'key' as const, keyId, name, tier, scopes, address: '' };
  return audit ? key : { ...key, unaudited: true };
};

function needed(form: URLSearchParams, name: string): string {
  const value = form.get(name);
  if (!value) throw new OAuthProblem('invalid_request', `\`${name}\` is missing.`);
  return value;
}

/** What the token is for. The URL of the whole API has two spellings, with and without a trailing slash. */
export const resourceOf = (given: URLSearchParams): string | null => given.get('resource')?.replace(/\/$/, '') ?? null;

const VERIFIER = /^[\w.~-]{43,128}$/;
function fits(verifier: string, challenge: string): boolean {
  if (!VERIFIER.test(verifier)) return false;
  const made = hash('sha256', verifier, 'base64url');
  return made.length === challenge.length && timingSafeEqual(Buffer.from(made), Buffer.from(challenge));
}

/** The granted part of the requested scopes: never more than the key has. */
export const grantedScopes = (isReadOnly: boolean, scopes: readonly KeyScope[]): KeyScope[] =>
  (isReadOnly ? (['read'] as const) : (['read', 'write'] as const)).filter((scope) => scopes.includes(scope));

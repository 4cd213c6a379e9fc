import { hash } from 'node:crypto';
import type { CallingKey, KeyScope } from '../../features/keys/caller.js';
import type { KeyRegistry } from '../../features/keys/registry.js';
import { hashSecret } from '../../features/keys/secret.js';
import { findGrant, type Grant, type GrantDetails, type Granted, insertGrant } from '../../features/keys/sql/grant.js';
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
    const now = this.#clock.now();
    await this.#database.system(insertGrant, {
      ...{ hash: hashSecret(code), kind: 'code', parentId: parent.keyId, childId: null, bound, details },
      ...{ createdAt: now, expiresAt: now + CODE_MS },
    });
    return code;
  }

  async exchange(form: URLSearchParams, audit: RecordAudit): Promise<TokenResponse> {
    const verifier = needed(form, 'code_verifier');
    const asked = this.#presented(form, needed(form, 'code'));
    const given = { ...asked.given, redirectUri: form.get('redirect_uri'), challenge: challengeOf(verifier) };
    const granted = await this.#keys.exchange(given, given.now + ACCESS_MS);
    return this.#respond(granted, asked.refresh, 'oauth.token', audit);
  }

  async refresh(form: URLSearchParams, audit: RecordAudit): Promise<TokenResponse> {
    const asked = this.#presented(form, needed(form, 'refresh_token'));
    const times = { graceSeconds: GRACE_SECONDS, expiresAt: asked.given.now + ACCESS_MS };
    const granted = await this.#keys.refresh(asked.given, times);
    return this.#respond(granted, asked.refresh, 'oauth.refresh', audit);
  }

  /** Ends a grant, given either of its tokens. False: the token is unknown, which is as good as revoked. */
  async revoke(form: URLSearchParams, audit: RecordAudit): Promise<boolean> {
    const token = needed(form, 'token');
    const grant = await this.#database.system(findGrant, { hash: hashSecret(token), kind: 'refresh' });
    const childId = grant?.childId ?? (await this.#grantedKey(token));
    if (!childId) return false;
    await this.#keys.revoke(childId).catch((error: unknown) => {
      if (!(error instanceof RecollectError) || error.status >= 500) throw error;
    });
    const child = await this.#keys.get(childId);
    const parent = child?.parentId ? await this.#keys.get(child.parentId) : null;
    await audited(audit, 'oauth.revoke', { child, parent });
    return true;
  }

  /** The id of the key with this secret, if the key was created by a sign-in. */
  async #grantedKey(token: string): Promise<string | null> {
    const caller = await this.#keys.authenticate(`Bearer ${token}`, '').catch(() => null);
    if (caller?.kind !== 'key' || !caller.bound) return null;
    const key = await this.#keys.get(caller.bound.keyId);
    return key?.client ? key.id : null;
  }

  /** What the form presents, and the refresh token that it may get. */
  #presented(form: URLSearchParams, secret: string) {
    const clientId = needed(form, 'client_id');
    const now = this.#clock.now();
    const refresh = `rec_rt_${randomText(CHARACTERS)}`;
    const next = { hash: hashSecret(refresh), expiresAt: now + REFRESH_MS };
    return { refresh, given: { hash: hashSecret(secret), clientId, resource: resourceOf(form), now, next } };
  }

  async #respond(
    granted: Granted & { secret: string },
    refresh: string,
    action: Parameters<RecordAudit>[0],
    audit: RecordAudit,
  ): Promise<TokenResponse> {
    if (granted.outcome !== 'done') {
      await audited(audit, 'oauth.reused', granted);
      const [code, message] = REFUSALS[granted.outcome];
      throw new OAuthProblem(code, message);
    }
    await audited(audit, action, granted);
    return {
      ...{ access_token: granted.secret, token_type: 'Bearer', expires_in: ACCESS_MS / SECOND },
      ...{ refresh_token: refresh, scope: granted.grant.details.scopes.join(' ') },
    };
  }
}

const REFUSALS: Record<Exclude<Granted['outcome'], 'done'>, [code: string, message: string]> = {
  unknown: ['invalid_grant', 'The code or refresh token is not valid.'],
  used: ['invalid_grant', 'It was used before, so the grant has ended: sign in again.'],
  expired: ['invalid_grant', 'It has expired: sign in again.'],
  resource: ['invalid_target', '`resource` does not match the sign-in.'],
  client: ['invalid_grant', 'It was issued to another client, so the grant has ended: sign in again.'],
  redirect: ['invalid_grant', '`redirect_uri` does not match the sign-in.'],
  verifier: ['invalid_grant', '`code_verifier` does not match the sign-in.'],
  parent: ['invalid_grant', 'The key that allowed this sign-in is no longer valid.'],
  child: ['invalid_grant', 'The key of this grant is no longer valid: sign in again.'],
};

async function audited(
  audit: RecordAudit,
  action: Parameters<RecordAudit>[0],
  { child, parent }: { child?: KeyRecord | null; parent?: KeyRecord | null },
): Promise<void> {
  if (child?.bound && parent) await audit(action, { ...calling(parent), bound: { ...child.bound, keyId: child.id } });
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
/** What the sign-in must have named (S256); null if the verifier is malformed. */
const challengeOf = (verifier: string) => (VERIFIER.test(verifier) ? hash('sha256', verifier, 'base64url') : null);

/** The granted part of the requested scopes: never more than the key has. */
export const grantedScopes = (isReadOnly: boolean, scopes: readonly KeyScope[]): KeyScope[] =>
  (isReadOnly ? (['read'] as const) : (['read', 'write'] as const)).filter((scope) => scopes.includes(scope));

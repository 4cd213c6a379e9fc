import { createHmac } from 'node:crypto';
import { type Clock, SECOND } from '../../kernel/clock.js';
import { RecollectError } from '../../kernel/errors.js';
import type { Database } from '../../storage/database.js';
import { hasOneProcess } from '../../storage/dialect.js';
import { KeyCache } from './cache.js';
import type { Binding, Caller, CallingKey, KeyScope, Tier } from './caller.js';
import { hashSecret, isSecret, issuerIdOf, newKeyId, newSecret, PUBLIC_PREFIX, sameHash } from './secret.js';
import { exchangeGrant, type Granted, refreshGrant } from './sql/grant.js';
import {
  changeKey,
  findKey,
  inheritedFrom,
  insertKey,
  type KeyChange,
  type KeyPage,
  type KeyRecord,
  keyById,
  listKeys,
  revokeKey,
  rotateKey,
  type StoredKey,
} from './sql/store.js';

interface KeyRegistryOptions {
  database: Database;
  clock: Clock;
  /** The current one first; all of them are valid. */
  adminKeys: readonly string[];
  issuerKeys: readonly string[];
  /** Called for every key that changed on this node, after the change. */
  onChange?: (id: string) => void;
}
export interface NewKey {
  name: string;
  owner: string;
  scopes: KeyScope[];
  tier: Tier;
  issuedBy: string;
  expiresAt?: number | null;
  audit?: boolean;
}
interface NewChild {
  name: string;
  scopes: KeyScope[];
  bound: Binding;
  expiresAt: number | null;
  client?: string;
}
/** The only place where a secret is returned. */
interface IssuedKey {
  record: KeyRecord;
  secret: string;
}

const refusal = (code: 'missing_key' | 'invalid_key', message: string) =>
  new RecollectError(code, message, {
    headers: { 'WWW-Authenticate': code === 'missing_key' ? 'Bearer' : 'Bearer error="invalid_token"' },
  });

const sealOf = (token: string, hash: string) => createHmac('sha256', token).update(hash).digest('hex');

/** The credential in an `Authorization` header. */
export const bearerOf = (authorization: string | undefined): string | undefined =>
  /^Bearer +(\S.*)$/i.exec(authorization?.trim() ?? '')?.[1];

/** Authenticates callers and manages the lifecycle of keys. */
export class KeyRegistry {
  readonly #database: Database;
  readonly #clock: Clock;
  #adminHashes: readonly string[] = [];
  #issuerHashes: readonly string[] = [];
  // With several nodes on one database, another node may revoke a key, and that must take effect here at once.
  readonly #cache: KeyCache | null;
  readonly #onChange: (id: string) => void;

  constructor({ database, clock, adminKeys, issuerKeys, onChange = () => {} }: KeyRegistryOptions) {
    this.#database = database;
    this.#clock = clock;
    this.useCredentials(adminKeys, issuerKeys);
    this.#onChange = onChange;
    this.#cache = hasOneProcess(database.engine) ? new KeyCache() : null;
  }

  /** From now on, only these credentials of operators and issuers are valid. */
  useCredentials(adminKeys: readonly string[], issuerKeys: readonly string[]): void {
    if (adminKeys.length === 0 || adminKeys.includes('') || issuerKeys.includes(''))
      throw new Error('An admin or issuer credential is empty');
    this.#adminHashes = adminKeys.map(hashSecret);
    this.#issuerHashes = issuerKeys.map(hashSecret);
  }

  /** Throws `missing_key`, `invalid_key` (401) or `key_revoked` (403). */
  async authenticate(authorization: string | undefined, address: string): Promise<Caller> {
    const credential = bearerOf(authorization);
    if (!credential) throw refusal('missing_key', 'Send your key in the header `Authorization: Bearer <API_KEY>`.');
    const hash = hashSecret(credential);
    if (this.#adminHashes.some((known) => sameHash(known, hash))) return { kind: 'admin', address };
    const issuer = this.#issuerHashes.find((known) => sameHash(known, hash));
    if (issuer) return { kind: 'issuer', issuerId: issuerIdOf(issuer), address };
    if (credential.startsWith(PUBLIC_PREFIX))
      throw refusal('invalid_key', 'This is the public id of a key. Send its secret, which starts with `rec_sk_`.');
    if (!isSecret(credential)) throw refusal('invalid_key', 'The key is not valid: it is mistyped or cut off.');
    return this.recognise(hash, address);
  }

  /** The key whose secret has this hash, which is all that a session stores of it. Throws like `authenticate`. */
  async recognise(hash: string, address: string): Promise<CallingKey> {
    const { id, parentId, bound, name, tier, scopes, audit } = await this.#live(hash);
    const unaudited = audit ? {} : { unaudited: true as const };
    const key = { kind: 'key' as const, keyId: parentId ?? id, name, tier, scopes, address, ...unaudited };
    return bound ? { ...key, bound: { ...bound, keyId: id } } : key;
  }

  /** What an operator's session stores of the admin credential: without the session's token it reveals nothing. */
  operatorSeal(token: string): string {
    return sealOf(token, this.#adminHashes[0] ?? '');
  }

  /** Whether the sealed credential is one that is valid. */
  isOperatorSeal(seal: string, token: string): boolean {
    return this.#adminHashes.some((hash) => sameHash(seal, sealOf(token, hash)));
  }

  async #live(hash: string): Promise<StoredKey> {
    const now = this.#clock.now();
    const find = () => this.#database.system(findKey, { hash, now });
    const key = this.#cache ? (this.#cache.get(hash) ?? (await this.#cache.load(hash, find))) : await find();
    const current = key !== null && sameHash(key.secretHash, hash);
    if (!key || (!current && (key.previousUntil ?? 0) <= now)) throw refusal('invalid_key', 'This key does not exist.');
    // An application that signed in expects a 401 to sign in again; a 403 says that it may not do this one thing.
    if (key.revokedAt !== null && key.client !== null)
      throw refusal('invalid_key', 'This sign-in has ended: sign in again.');
    if (key.revokedAt !== null) throw new RecollectError('key_revoked', 'This key is revoked.');
    if (key.expiresAt !== null && key.expiresAt <= now)
      throw refusal('invalid_key', `This key expired at ${new Date(key.expiresAt).toISOString()}.`);
    return key;
  }

  mint({ expiresAt = null, audit = true, ...given }: NewKey): Promise<IssuedKey> {
    return this.#insert({ ...given, expiresAt, audit, parentId: null, bound: null, client: null });
  }

  /** A key for one user of another key's data. It may do no more than its parent, and ends with it. */
  mintChild(parent: CallingKey, { client, ...given }: NewChild): Promise<IssuedKey> {
    const { keyId: id, name, tier, unaudited = false } = parent;
    return this.#insert({ ...given, ...inheritedFrom({ id, name, tier, audit: !unaudited }), client: client ?? null });
  }

  async #insert(given: Omit<KeyRecord, 'id' | 'createdAt' | 'updatedAt' | 'revokedAt'>): Promise<IssuedKey> {
    const secret = newSecret();
    const now = this.#clock.now();
    const record = { id: newKeyId(), ...given, createdAt: now, updatedAt: now, revokedAt: null };
    const hashes = { secretHash: hashSecret(secret), previousHash: null, previousUntil: null };
    await this.#database.system(insertKey, { ...record, ...hashes });
    return { record, secret };
  }

  get(id: string): Promise<KeyRecord | null> {
    return this.#database.system(keyById, { id });
  }

  list(page: KeyPage): Promise<KeyRecord[]> {
    return this.#database.system(listKeys, page);
  }

  change(id: string, change: KeyChange): Promise<KeyRecord> {
    return this.#altering(id, this.#database.system(changeKey, { ...change, id, now: this.#clock.now() }));
  }

  async revoke(id: string): Promise<{ id: string; revokedAt: number }> {
    const now = this.#clock.now();
    const key = await this.#altering(id, this.#database.system(revokeKey, { id, now }));
    return { id, revokedAt: key.revokedAt ?? now };
  }

  async rotate(
    id: string,
    graceSeconds: number,
    expiresAt?: number,
  ): Promise<IssuedKey & { previousUntil: number | null }> {
    const secret = newSecret();
    const now = this.#clock.now();
    const previousUntil = graceSeconds > 0 ? now + graceSeconds * SECOND : null;
    const rotation = { id, secretHash: hashSecret(secret), previousUntil, expiresAt, now };
    const record = await this.#altering(id, this.#database.system(rotateKey, rotation));
    return { record, secret, previousUntil };
  }

  /** Exchanges the code of a sign-in for a child key. `secret` is that of the key if the outcome is `done`. */
  async exchange(
    asked: Omit<Parameters<typeof exchangeGrant.body>[1], 'key'>,
    expiresAt: number,
  ): Promise<Granted & { secret: string }> {
    const secret = newSecret();
    const key = { id: newKeyId(), secretHash: hashSecret(secret), expiresAt };
    return { ...(await this.#granting(this.#database.system(exchangeGrant, { ...asked, key }))), secret };
  }

  /** Replaces a refresh token and the secret of its key, which stays valid for `graceSeconds`. */
  async refresh(
    asked: Omit<Parameters<typeof refreshGrant.body>[1], 'rotation'>,
    { graceSeconds, expiresAt }: { graceSeconds: number; expiresAt: number },
  ): Promise<Granted & { secret: string }> {
    const secret = newSecret();
    const previousUntil = asked.now + graceSeconds * SECOND;
    const rotation = { secretHash: hashSecret(secret), previousUntil, expiresAt };
    return { ...(await this.#granting(this.#database.system(refreshGrant, { ...asked, rotation }))), secret };
  }

  /** Like `#altering`, for a key that only the statement knows. */
  async #granting(work: Promise<Granted>): Promise<Granted> {
    const granted = await work.finally(() => this.#cache?.clear());
    if (granted.child) this.#onChange(granted.child.id);
    return granted;
  }

  /** Clears the cache before the caller learns of the change, even if it is unclear whether it was made. */
  #altering<T>(id: string, work: Promise<T>): Promise<T> {
    return work.finally(() => {
      this.#cache?.clear();
      this.#onChange(id);
    });
  }
}

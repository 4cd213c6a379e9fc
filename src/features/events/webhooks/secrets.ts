import { createCipheriv, createDecipheriv, createHmac, hash, hkdfSync, randomBytes } from 'node:crypto';
import { invalidField } from '../../../kernel/errors.js';

/** The prefix that Standard Webhooks defines. */
const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;
/** The limits that Standard Webhooks defines. */
const MIN_BYTES = 24;
const MAX_BYTES = 64;
const MIN_TEXT = 16;

export const newWebhookSecret = () => SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');

/** A caller's own secret in the one form in which it is stored and shown: `whsec_` + base64. Any other text stands for its bytes. */
export function canonicalSecret(given: string): string {
  if (given.startsWith(SECRET_PREFIX)) {
    const text = given.slice(SECRET_PREFIX.length);
    const bytes = Buffer.from(text, 'base64');
    const same = bytes.toString('base64').replace(/(?<!=)=+$/, '') === text.replace(/(?<!=)=+$/, '');
    if (!same || bytes.length < MIN_BYTES || bytes.length > MAX_BYTES)
      throw invalidField('secret', `must be whsec_ followed by the base64 of ${MIN_BYTES} to ${MAX_BYTES} bytes`);
    return SECRET_PREFIX + bytes.toString('base64');
  }
  const bytes = Buffer.from(given);
  if (bytes.length < MIN_TEXT || bytes.length > MAX_BYTES)
    throw invalidField('secret', `must have ${MIN_TEXT} to ${MAX_BYTES} bytes, or be whsec_ followed by base64`);
  return SECRET_PREFIX + bytes.toString('base64');
}

/** `v1,<base64>`, as defined by Standard Webhooks. */
export function sign(secret: string, id: string, timestamp: number, body: string): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** A sealed secret starts with the id of its key and a dot, which is not a base64 character. */
const ID_HEX = 8;
const MARK = new RegExp(`^([0-9a-f]{${ID_HEX}})\\.`);

/** 32 bytes each, base64. The first seals; all of them open, so that one can be rotated. */
type BoxKeys = readonly [string, ...string[]];
interface BoxKey {
  readonly id: string;
  readonly bytes: Buffer;
}
const boxKey = (base64: string): BoxKey => {
  const bytes = Buffer.from(base64, 'base64');
  return { id: hash('sha256', bytes).slice(0, ID_HEX), bytes };
};

/** Secrets must be readable to sign with, so they are stored sealed, each bound to its subscription. */
export class SecretBox {
  #keys: readonly BoxKey[] = [];

  constructor(keys: BoxKeys) {
    this.useKeys(keys);
  }

  useKeys(keys: BoxKeys): void {
    this.#keys = keys.map(boxKey);
  }

  get #current(): BoxKey {
    return this.#keys[0] as BoxKey;
  }
  /** The id of the key that seals. It reveals nothing about the key. */
  get id(): string {
    return this.#current.id;
  }
  /** Whether there is a key with this id. */
  knows(id: string): boolean {
    return this.#keys.some((key) => key.id === id);
  }

  seal(secret: string, subscription: string): string {
    const { id, bytes } = this.#current;
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', bytes, iv).setAAD(Buffer.from(subscription));
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return `${id}.${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')}`;
  }

  /** Throws if no key opens it. */
  open(sealed: string, subscription: string): string {
    const id = MARK.exec(sealed)?.[1];
    // What an earlier release sealed has no key id.
    const keys = id === undefined ? this.#keys : this.#keys.filter((key) => key.id === id);
    const bytes = Buffer.from(id === undefined ? sealed : sealed.slice(ID_HEX + 1), 'base64');
    for (const key of keys) {
      try {
        return opened(key.bytes, bytes, subscription);
      } catch {
        // Another key may have sealed it.
      }
    }
    throw new Error(
      `No key in RECOLLECT_SEAL_KEY opens the secret of ${subscription}${id ? ` (sealed by ${id})` : ''}`,
    );
  }

  /** The same secret sealed with the current key; null: it already is. */
  again(sealed: string, subscription: string): string | null {
    return sealed.startsWith(`${this.id}.`) ? null : this.seal(this.open(sealed, subscription), subscription);
  }
}

function opened(key: Buffer, bytes: Buffer, subscription: string): string {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES));
  decipher.setAAD(Buffer.from(subscription)).setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
}

export const newBoxKey = () => randomBytes(KEY_BYTES).toString('base64');

/** The keys of the setting, each derived from its text; the database's own key opens too, wherever it is named. */
export function boxKeysOf(setting: readonly string[], inDatabase: string): BoxKeys {
  const derived = (text: string) =>
    Buffer.from(hkdfSync('sha256', text, '', 'recollect webhook secrets', KEY_BYTES)).toString('base64');
  const keys = setting.map((text) => (text === 'database' ? inDatabase : derived(text)));
  const [first = inDatabase, ...others] = [...new Set([...keys, inDatabase])];
  return [first, ...others];
}

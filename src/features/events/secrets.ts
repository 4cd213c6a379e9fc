import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { invalidField } from '../../kernel/errors.js';

/** As Standard Webhooks writes them. */
export const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;
/** The bounds of the convention. */
const MIN_BYTES = 24;
const MAX_BYTES = 64;
const MIN_TEXT = 16;

export const newWebhookSecret = () => SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');

/** A caller's own secret in the one form in which it is kept and shown: `whsec_` + base64. Another text stands for its bytes. */
export function canonicalSecret(given: string): string {
  if (given.startsWith(SECRET_PREFIX)) {
    const text = given.slice(SECRET_PREFIX.length);
    const bytes = Buffer.from(text, 'base64');
    const same = bytes.toString('base64').replace(/(?<!=)=+$/, '') === text.replace(/(?<!=)=+$/, '');
    if (!same || bytes.length < MIN_BYTES || bytes.length > MAX_BYTES) {
      throw invalidField('secret', `must be whsec_ and the base64 of ${MIN_BYTES} to ${MAX_BYTES} bytes`);
    }
    return SECRET_PREFIX + bytes.toString('base64');
  }
  const bytes = Buffer.from(given);
  if (bytes.length < MIN_TEXT || bytes.length > MAX_BYTES) {
    throw invalidField('secret', `must have ${MIN_TEXT} to ${MAX_BYTES} bytes, or be whsec_ and base64`);
  }
  return SECRET_PREFIX + bytes.toString('base64');
}

/** `v1,<base64>`, as Standard Webhooks signs. */
export function sign(secret: string, id: string, timestamp: number, body: string): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Secrets have to be readable to sign with, so they are kept sealed, each bound to its subscription. */
export class SecretBox {
  readonly #key: Buffer;
  /** `key`: 32 bytes, base64. */
  constructor(key: string) {
    this.#key = Buffer.from(key, 'base64');
  }

  seal(secret: string, subscription: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#key, iv).setAAD(Buffer.from(subscription));
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
  }

  open(sealed: string, subscription: string): string {
    const bytes = Buffer.from(sealed, 'base64');
    const decipher = createDecipheriv('aes-256-gcm', this.#key, bytes.subarray(0, IV_BYTES));
    decipher.setAAD(Buffer.from(subscription)).setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
  }
}

export const newBoxKey = () => randomBytes(32).toString('base64');

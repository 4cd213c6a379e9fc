import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** A hash of a list of texts that no other list shares. */
export const hashOf = (...parts: string[]) => hash('sha256', JSON.stringify(parts));

/**
 * Encrypts a stored response so that only the caller who received it can get it again: the encryption key is derived from the credential
 * and the token of the request, and neither is stored.
 */
export class Seal {
  readonly #key: Uint8Array;

  constructor(credential: string, token: string, name: string) {
    this.#key = new Uint8Array(
      hkdfSync('sha256', JSON.stringify([credential, token]), name, 'recollect idempotent answer', 32),
    );
  }

  close(text: string, status: number): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#key, iv).setAAD(Buffer.from(String(status)));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
  }

  /** Null: it was sealed under another credential. */
  open(sealed: string, status: number): string | null {
    const bytes = Buffer.from(sealed, 'base64');
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.#key, bytes.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      })
        .setAAD(Buffer.from(String(status)))
        .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    } catch {
      return null;
    }
  }
}

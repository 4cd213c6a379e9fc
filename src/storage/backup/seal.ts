import { createCipheriv, createDecipheriv, createHash, randomBytes, type ScryptOptions, scrypt } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<Buffer, Buffer, number, ScryptOptions, Buffer>(scrypt);
/** How the key is derived from the passphrase; part of the header. */
export interface Lock {
  cipher: 'aes-256-gcm';
  kdf: 'scrypt';
  n: number;
  r: number;
  p: number;
  salt: string;
  /** Distinguishes a wrong passphrase from a damaged file. */
  check: string;
}

/** Seals or opens frames in sequence; `last` is part of what is sealed, so a missing end is detected. */
export interface Seal {
  /** Bytes that sealing adds to each frame. */
  readonly overhead: number;
  close(data: Buffer, last: boolean): Buffer;
  /** Null if the frame is not what was sealed at this position. */
  open(sealed: Buffer, last: boolean): Buffer | null;
}

/** About half a second and 128 MB per guess. */
const COST = { n: 2 ** 17, r: 8, p: 1 };
/** Limit for a header that somebody else may have written: 1 GB. */
const MAX_MEMORY = 2 ** 30;
const KEY_BYTES = 32;
const CHECK_BYTES = 8;
const TAG_BYTES = 16;
const HASH_BYTES = 32;

const sha256 = (...parts: Buffer[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

export function newLock(): Omit<Lock, 'check'> {
  return { cipher: 'aes-256-gcm', kdf: 'scrypt', ...COST, salt: randomBytes(16).toString('base64') };
}

/** Returns the key and the check value that the header stores to recognise it. Null for a lock that this release cannot open. */
export async function keyOf(
  passphrase: string,
  lock: Omit<Lock, 'check'>,
): Promise<{ key: Buffer; check: string } | null> {
  const { cipher, kdf, n: N, r, p } = lock;
  const memory = 128 * N * r;
  if (cipher !== 'aes-256-gcm' || kdf !== 'scrypt' || !(memory <= MAX_MEMORY && p >= 1 && p <= 16)) return null;
  const options: ScryptOptions = { N, r, p, maxmem: 2 * memory };
  const salt = Buffer.from(lock.salt, 'base64');
  const made = await derive(Buffer.from(passphrase.normalize('NFC')), salt, KEY_BYTES + CHECK_BYTES, options);
  return { key: made.subarray(0, KEY_BYTES), check: made.subarray(KEY_BYTES).toString('base64') };
}

/** AES-256-GCM. Each file has its own key; the nonce is the frame's number and whether it is the last. */
export function encrypting(key: Buffer, header: Buffer): Seal {
  const covered = sha256(header);
  let index = 0n;
  const nonce = (last: boolean) => {
    const bytes = Buffer.alloc(12);
    bytes[0] = last ? 1 : 0;
    bytes.writeBigUInt64BE(index++, 4);
    return bytes;
  };
  return {
    overhead: TAG_BYTES,
    close(data, last) {
      const cipher = createCipheriv('aes-256-gcm', key, nonce(last)).setAAD(covered);
      return Buffer.concat([cipher.update(data), cipher.final(), cipher.getAuthTag()]);
    },
    open(sealed, last) {
      const end = sealed.length - TAG_BYTES;
      const decipher = createDecipheriv('aes-256-gcm', key, nonce(last), { authTagLength: TAG_BYTES });
      decipher.setAAD(covered).setAuthTag(sealed.subarray(end));
      try {
        return Buffer.concat([decipher.update(sealed.subarray(0, end)), decipher.final()]);
      } catch {
        return null;
      }
    },
  };
}

/** SHA-256 of each frame and all frames before it: the last one covers the whole file. */
export function checksums(header: Buffer): Seal {
  let chain = sha256(header);
  const next = (data: Buffer, last: boolean) => {
    chain = sha256(chain, Buffer.from([last ? 1 : 0]), data);
    return chain;
  };
  return {
    overhead: HASH_BYTES,
    close: (data, last) => Buffer.concat([data, next(data, last)]),
    open(sealed, last) {
      const data = sealed.subarray(0, sealed.length - HASH_BYTES);
      return next(data, last).equals(sealed.subarray(data.length)) ? data : null;
    },
  };
}

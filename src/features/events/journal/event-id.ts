import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { invalidField } from '../../../kernel/errors.js';

const PREFIX = 'msg_';
const CIPHER = 'aes-128-ecb'; // one block, so the mode adds nothing
const KEY_HASH_BYTES = 8;

/**
 * The id of an event: its position in the journal, sealed together with the key that it belongs to. The same event always has the same id; nobody can
 * tell from it how much others write, forge one, or use another key's.
 */
export class EventIds {
  readonly #secret: Buffer;
  constructor(secret: string) {
    this.#secret = createHash('sha256').update(secret).digest().subarray(0, 16);
  }

  of(keyId: string, seq: number): string {
    const block = Buffer.alloc(16);
    block.writeBigUInt64BE(BigInt(seq));
    ownerOf(keyId).copy(block, 8);
    const cipher = createCipheriv(CIPHER, this.#secret, null).setAutoPadding(false);
    return PREFIX + Buffer.concat([cipher.update(block), cipher.final()]).toString('base64url');
  }

  /** Null if it is not an id of this key. */
  read(keyId: string, id: string): number | null {
    if (!/^msg_[\w-]{22}$/.test(id)) return null;
    const decipher = createDecipheriv(CIPHER, this.#secret, null).setAutoPadding(false);
    const sealed = Buffer.from(id.slice(PREFIX.length), 'base64url');
    const block = Buffer.concat([decipher.update(sealed), decipher.final()]);
    return block.subarray(8).equals(ownerOf(keyId)) ? Number(block.readBigUInt64BE()) : null;
  }

  /** Validates a caller's input. */
  readField(field: string, keyId: string, id: string): number {
    const seq = this.read(keyId, id);
    if (seq === null) throw invalidField(field, 'is not the id of an event of this key');
    return seq;
  }
}

const ownerOf = (keyId: string) => createHash('sha256').update(keyId).digest().subarray(0, KEY_HASH_BYTES);

import { hash, timingSafeEqual } from 'node:crypto';
import { randomText } from '../../kernel/ids.js';

export const SECRET_PREFIX = 'rec_sk_';
export const PUBLIC_PREFIX = 'rec_pk_';
/** 36 characters of 62: 214 bits. */
const RANDOM_CHARS = 36;
const PUBLIC_CHARS = 20;
/** 62^6 covers every 32-bit number. */
const CHECK_CHARS = 6;
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SHAPE = new RegExp(`^${SECRET_PREFIX}[0-9A-Za-z]{${RANDOM_CHARS + CHECK_CHARS}}$`);

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest;
});

/** CRC-32 as in zlib; Node's own is missing from the first releases of Node 20. */
export function crc32(ascii: string): number {
  let crc = 0xffffffff;
  for (let i = 0; i < ascii.length; i++) crc = (crc >>> 8) ^ (CRC_TABLE[(crc ^ ascii.charCodeAt(i)) & 255] ?? 0);
  return (crc ^ 0xffffffff) >>> 0;
}

function checksum(body: string): string {
  let rest = crc32(body);
  let out = '';
  for (let i = 0; i < CHECK_CHARS; i++) {
    out = BASE62[rest % 62] + out;
    rest = Math.floor(rest / 62);
  }
  return out;
}

export function newSecret(): string {
  const body = SECRET_PREFIX + randomText(RANDOM_CHARS);
  return body + checksum(body);
}
export const newKeyId = () => PUBLIC_PREFIX + randomText(PUBLIC_CHARS);

/** False for a mistyped or truncated secret, which then needs no lookup. */
export const isSecret = (text: string) =>
  SHAPE.test(text) && checksum(text.slice(0, -CHECK_CHARS)) === text.slice(-CHECK_CHARS);

/** All that is stored of a secret. It is random and long, so a plain hash is enough. */
export const hashSecret = (secret: string) => hash('sha256', secret);

/** Constant time: a near miss takes as long as any other. */
export const sameHash = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** Identifies an issuer in the records of the keys it minted, without revealing its credential. */
export const issuerIdOf = (credentialHash: string) => `issuer_${credentialHash.slice(0, 12)}`;

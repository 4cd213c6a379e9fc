import { createHash, randomBytes } from 'node:crypto';

export const ID_PREFIXES = {
  memory: 'mem_',
  episode: 'ep_',
  event: 'evt_',
  working: 'wrk_',
  procedure: 'proc_',
  emotional: 'emo_',
  link: 'lnk_',
  agent: 'agt_',
  subscription: 'sub_',
  conflict: 'cnf_',
  erasure: 'era_',
  job: 'job_',
  request: 'req_',
  audit: 'aud_',
} as const;
/** After a prefix: an id that nothing has. */
export const NO_ID = '0'.repeat(26);
type IdPrefix = (typeof ID_PREFIXES)[keyof typeof ID_PREFIXES];

/** Creates ids that sort by creation time, even within one millisecond. */
export interface IdSource {
  next(prefix: IdPrefix): string;
}

// Crockford's alphabet: no letter is mistaken for another one, and byte order is value order.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_CHARS = 10; // 50 bits hold milliseconds until the year 37648
const RANDOM_BYTES = 10; // 80 bits = 16 characters

function encodeTime(time: number): string {
  let rest = time;
  let out = '';
  for (let i = 0; i < TIME_CHARS; i++) {
    out = ALPHABET[rest % 32] + out;
    rest = Math.floor(rest / 32);
  }
  return out;
}

function encodeBytes(bytes: Uint8Array): string {
  let out = '';
  let buffer = 0;
  let bits = 0;
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      out += ALPHABET[(buffer >> bits) & 31];
    }
    buffer &= (1 << bits) - 1;
  }
  return out;
}

function increment(bytes: Uint8Array): void {
  for (let i = bytes.length - 1; i >= 0; i--) {
    const value = ((bytes[i] ?? 0) + 1) & 255;
    bytes[i] = value;
    if (value !== 0) return;
  }
}

/** Random bytes, fetched many at a time: each fetch costs more than an id. */
function randomPool(): () => Uint8Array {
  let [pool, at] = [Buffer.alloc(0), 0];
  return () => {
    if (at >= pool.length) [pool, at] = [randomBytes(RANDOM_BYTES * 256), 0];
    at += RANDOM_BYTES;
    return pool.subarray(at - RANDOM_BYTES, at);
  };
}

/** Random ids, monotonic within the process even if the clock stops or steps back. */
export function randomIds(now: () => number): IdSource {
  let last = 0;
  const random = randomPool();
  let tail = random();
  return {
    next(prefix) {
      const time = now();
      if (time > last) {
        last = time;
        tail = random();
        tail[0] = (tail[0] ?? 0) & 127; // leaves room to count up
      } else increment(tail);
      return prefix + encodeTime(last) + encodeBytes(tail);
    },
  };
}

/** The same ids for the same seed: a repeated request creates the same rows again, not new ones. */
export function seededIds(time: number, seed: string): IdSource {
  const tail = createHash('sha256').update(seed).digest().subarray(0, RANDOM_BYTES);
  tail[0] = (tail[0] ?? 0) & 127;
  return {
    next(prefix) {
      increment(tail);
      return prefix + encodeTime(time) + encodeBytes(tail);
    },
  };
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** `length` random characters of 0–9A–Za–z, uniformly distributed. */
export function randomText(length: number): string {
  let out = '';
  while (out.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && out.length < length) out += BASE62[byte % 62]; // 248 = 4 × 62: no character is favoured
    }
  }
  return out;
}

import { hash } from 'node:crypto';
import { clientOf } from '../../features/keys/signup/address.js';
import { type Clock, MINUTE, SECOND } from '../../kernel/clock.js';
import { RecentMap } from '../recent-map.js';
import { OAuthProblem } from './client.js';

/**
 * Failed attempts allowed per minute. One application at one address gets fewer than the address as a whole: many people's connectors share
 * a company's addresses, and one that is stuck must not block the others.
 */
export const MAX_FAILURES = { address: 300, client: 60, secret: 5 };
const COUNTED = ['address', 'client', 'secret'] as const;

/** What failures are counted by: the address, one client at that address, one token or code. */
type Attempt = Record<keyof typeof MAX_FAILURES, string>;

const short = (text: string) => hash('sha256', text, 'base64url');

export function attemptOf(address: string, clientId: string, secret: string): Attempt {
  const from = clientOf(address);
  return { address: `address ${from}`, client: `client ${from} ${short(clientId)}`, secret: `secret ${short(secret)}` };
}

export const tooManyFailed = (retryAfter: number) => `Too many failed attempts: try again in ${retryAfter} s.`;

interface Bucket {
  failures: number;
  /** The time `failures` refers to. */
  at: number;
}

/** Failed attempts with codes and tokens, on this node. They drain evenly: a minute's worth per minute. */
export class Failures {
  readonly #clock: Clock;
  readonly #buckets: RecentMap<Bucket>;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#buckets = new RecentMap(clock);
  }

  /** Throws after too many failures. The address is checked first: once blocked, it leaves no further traces. */
  check(attempt: Attempt): void {
    const retryAfter = this.waitOf(attempt);
    if (retryAfter === null) return;
    throw new OAuthProblem('temporarily_unavailable', tooManyFailed(retryAfter), 429, retryAfter);
  }

  /** Seconds until the next attempt. Null: now. */
  waitOf(attempt: Attempt): number | null {
    for (const name of COUNTED) {
      const most = MAX_FAILURES[name];
      const wait = ((this.#bucket(attempt[name], most).failures + 1 - most) * MINUTE) / most;
      if (wait > 0) return Math.ceil(wait / SECOND);
    }
    return null;
  }

  count(attempt: Attempt): void {
    for (const name of COUNTED) this.#bucket(attempt[name], MAX_FAILURES[name]).failures++;
  }

  #bucket(name: string, most: number): Bucket {
    const now = this.#clock.now();
    const bucket = this.#buckets.get(name, () => ({ failures: 0, at: now }));
    bucket.failures = Math.max(0, bucket.failures - (Math.max(0, now - bucket.at) * most) / MINUTE);
    bucket.at = now;
    return bucket;
  }
}

import { hash } from 'node:crypto';
import { type Clock, systemClock } from '../../../kernel/clock.js';
import { RecentMap } from '../../recent-map.js';

/** Credentials in memory. Beyond this number all are dropped and learned again. */
const CAP = 50_000;

/**
 * Determines whose call it is before a key is looked up: the key that its credential belonged to in an earlier call, else its address. It
 * does not decide whether the call is allowed.
 */
export class Flows {
  readonly #clock: Clock;
  #known: RecentMap<{ keyId?: string }>;

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
    this.#known = new RecentMap(clock);
  }

  of(authorization: string | undefined, address: string): string {
    const keyId = authorization ? this.#entry(authorization).keyId : undefined;
    return keyId ?? `address ${address}`;
  }

  learn(authorization: string | undefined, keyId: string): void {
    if (authorization) this.#entry(authorization).keyId = keyId;
  }

  #entry(authorization: string): { keyId?: string } {
    if (this.#known.size > CAP) this.#known = new RecentMap(this.#clock);
    return this.#known.get(hash('sha256', authorization, 'base64'), () => ({}));
  }
}

import { type Clock, HOUR, SECOND } from '../../kernel/clock.js';
import { RecollectError } from '../../kernel/errors.js';
import { clientOf } from './address.js';

export interface SignupGuardOptions {
  /** Sign-ups an hour for one client; 0: no limit. */
  perHour: number;
  enabled: boolean;
  clock: Clock;
}

/** Clients remembered; past that the one seen longest ago is forgotten. */
const CLIENTS_CAP = 100_000;

/** Lets a client sign up so many times in any hour: a sliding window, in memory. */
export class SignupGuard {
  readonly #perHour: number;
  readonly #enabled: boolean;
  readonly #clock: Clock;
  /** When each client signed up, oldest first; clients in the order in which they were last seen. */
  readonly #times = new Map<string, number[]>();

  constructor({ perHour, enabled, clock }: SignupGuardOptions) {
    this.#perHour = perHour;
    this.#enabled = enabled;
    this.#clock = clock;
  }

  /** Throws `signup_closed` (403) or `rate_limited` (429); counts nothing. */
  check(address: string): void {
    if (!this.#enabled) {
      throw new RecollectError('signup_closed', 'Sign-up is closed here. Ask the operator of this service for a key.');
    }
    const times = this.#recent(clientOf(address));
    const oldest = times[0];
    if (this.#perHour === 0 || oldest === undefined || times.length < this.#perHour) return;
    const retryAfter = Math.max(1, Math.ceil((oldest + HOUR - this.#clock.now()) / SECOND));
    const message = `This address has signed up ${times.length} times within the hour: try again in ${retryAfter} s.`;
    throw new RecollectError('rate_limited', message, { retryAfter });
  }

  /** As `check`, and counts one. */
  take(address: string): void {
    this.check(address);
    if (this.#perHour === 0) return;
    const client = clientOf(address);
    const times = [...this.#recent(client), this.#clock.now()];
    this.#times.delete(client);
    this.#times.set(client, times);
    this.#forget();
  }

  #recent(client: string): number[] {
    const now = this.#clock.now();
    // One that lies ahead is from before the clock was set back.
    return (this.#times.get(client) ?? []).filter((time) => time > now - HOUR && time <= now);
  }

  #forget(): void {
    const since = this.#clock.now() - HOUR;
    for (const [client, times] of this.#times) {
      if (this.#times.size <= CLIENTS_CAP && (times.at(-1) ?? 0) > since) return;
      this.#times.delete(client);
    }
  }
}

import { type Clock, HOUR, SECOND } from '../../../kernel/clock.js';
import { RecollectError } from '../../../kernel/errors.js';
import { clientOf } from './address.js';
import { type SignupWindows, SignupWindowsInMemory } from './windows.js';

export interface SignupGuardOptions {
  /** Sign-ups per hour and client; 0: no limit. */
  perHour: number;
  enabled: boolean;
  clock: Clock;
  /** In memory unless several nodes share them. */
  windows?: SignupWindows;
}

/** Allows a client this many sign-ups in any hour: a sliding window. */
export class SignupGuard {
  readonly #perHour: number;
  readonly #enabled: boolean;
  readonly #clock: Clock;
  readonly #windows: SignupWindows;

  constructor({ perHour, enabled, clock, windows = new SignupWindowsInMemory() }: SignupGuardOptions) {
    this.#perHour = perHour;
    this.#enabled = enabled;
    this.#clock = clock;
    this.#windows = windows;
  }

  /** Counts one, or throws `signup_closed` (403) or `rate_limited` (429). */
  async take(address: string): Promise<void> {
    if (!this.#enabled) {
      throw new RecollectError('signup_closed', 'Sign-up is closed here. Ask the operator of this service for a key.');
    }
    if (this.#perHour === 0) return;
    const now = this.#clock.now();
    const oldest = await this.#windows.take({ client: clientOf(address), perHour: this.#perHour, now });
    if (oldest === null) return;
    const retryAfter = Math.max(1, Math.ceil((oldest + HOUR - now) / SECOND));
    const message = `This address has signed up ${this.#perHour} times within the hour: try again in ${retryAfter} s.`;
    throw new RecollectError('rate_limited', message, { retryAfter });
  }
}

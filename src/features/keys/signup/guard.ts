import { type Clock, HOUR, SECOND } from '../../../kernel/clock.js';
import { RecollectError } from '../../../kernel/errors.js';
import { clientOf } from './address.js';
import { type SignupWindows, SignupWindowsInMemory } from './windows.js';

interface SignupGuardOptions {
  /** Sign-ups per hour and client; 0: no limit. */
  perHour: number;
  enabled: boolean;
  clock: Clock;
  /** In memory unless several nodes share them. */
  windows?: SignupWindows;
}

/** Allows a client this many sign-ups in any hour: a sliding window. */
export class SignupGuard {
  readonly #options: Required<SignupGuardOptions>;

  constructor({ windows = new SignupWindowsInMemory(), ...options }: SignupGuardOptions) {
    this.#options = { windows, ...options };
  }

  /** Counts one, or throws `signup_closed` (403) or `rate_limited` (429). */
  async take(address: string): Promise<void> {
    const { perHour, enabled, clock, windows } = this.#options;
    if (!enabled)
      throw new RecollectError('signup_closed', 'Sign-up is disabled. Ask the operator of this service for a key.');
    if (perHour === 0) return;
    const now = clock.now();
    const oldest = await windows.take({ client: clientOf(address), perHour, now });
    if (oldest === null) return;
    const retryAfter = Math.max(1, Math.ceil((oldest + HOUR - now) / SECOND));
    const message = `This address has signed up ${perHour} times within the hour: try again in ${retryAfter} s.`;
    throw new RecollectError('rate_limited', message, { retryAfter });
  }
}

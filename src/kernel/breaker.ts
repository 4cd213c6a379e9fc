import type { Clock } from './clock.js';
import { FIRST_PAUSE, nextPause } from './timer.js';

// One failure is chance and three may be; five in a row are an outage.
export const FAILURES_TO_OPEN = 5;

/** Keeps callers from waiting for a dependency that is known to be unavailable. While open, it lets one probe through at a time. */
export class CircuitBreaker {
  readonly #clock: Clock;
  #failures = 0;
  #openUntil: number | null = null;
  #pause = FIRST_PAUSE;
  #probing = false;
  #reason = '';

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Why calls are refused; undefined while they pass. */
  get open(): string | undefined {
    return this.#openUntil === null ? undefined : this.#reason;
  }

  /** Whether a call may start now. Every call that may must end in `succeeded`, `failed` or `ended`. */
  enter(): boolean {
    if (this.#openUntil === null) return true;
    const left = this.#openUntil - this.#clock.now();
    // If more time is left than the pause, the clock was set back.
    if (this.#probing || (left > 0 && left <= this.#pause)) return false;
    this.#probing = true;
    return true;
  }

  succeeded(): void {
    this.#probing = false;
    this.#failures = 0;
    this.#openUntil = null;
    this.#pause = FIRST_PAUSE;
  }

  failed(reason: string): void {
    this.#failures++;
    this.#reason = reason;
    const probe = this.#probing;
    this.#probing = false;
    if (this.#openUntil === null && this.#failures < FAILURES_TO_OPEN) return;
    if (this.#openUntil !== null && !probe) return; // a call from before it opened
    if (probe) this.#pause = nextPause(this.#pause);
    this.#openUntil = this.#clock.now() + this.#pause;
  }

  /** The call ended without revealing anything about the dependency. */
  ended(): void {
    this.#probing = false;
  }
}

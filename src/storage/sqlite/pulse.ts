/** Why a read ended before it was done: its caller is gone, its time is up, or others wait and it has had its slice. */
export type Stop = 'gone' | 'deadline' | 'slice';

/** Slots of the flags: the first counts the calls that wait for the thread, the others each say whether the caller of one call is gone. */
const WAITING = 0;
const FIRST_CALL = 1;
/** More than a lane ever has in flight: a slot is free again when its call is settled. */
export const CALL_SLOTS = 64;

/** What the main thread tells a database thread while that one is busy: messages would only be read afterwards. */
export class PulseFlags {
  readonly #cells: Int32Array;

  constructor(readonly buffer = new SharedArrayBuffer(4 * (FIRST_CALL + CALL_SLOTS))) {
    this.#cells = new Int32Array(buffer);
  }
  /** All calls that are not settled, the running one among them. */
  set waiting(count: number) {
    Atomics.store(this.#cells, WAITING, count);
  }
  get waiting(): number {
    return Atomics.load(this.#cells, WAITING);
  }
  setGone(slot: number, gone: boolean): void {
    Atomics.store(this.#cells, FIRST_CALL + slot, gone ? 1 : 0);
  }
  isGone(slot: number): boolean {
    return Atomics.load(this.#cells, FIRST_CALL + slot) === 1;
  }
}

/** On the clock that all threads share. */
export const sharedNow = () => performance.timeOrigin + performance.now();

/**
 * Ends the running read when it has to end. Nothing can interrupt a statement of the driver from outside, so the statement asks itself:
 * `alive()` stands in the conditions of everything that a reading thread runs (`interruptible.ts`).
 */
export class Pulse {
  readonly #flags: PulseFlags;
  readonly #sliceMs: number;
  #slot = 0;
  #deadline = Infinity;
  #sliceEnd = Infinity;
  #running = false;
  /** Set once the running read was ended. */
  stopped: Stop | null = null;
  /** What the read did so far is kept: repeated, it goes on from there. */
  hasProgress = false;

  constructor(flags: PulseFlags, sliceMs: number) {
    this.#flags = flags;
    this.#sliceMs = sliceMs;
  }

  begin(slot: number, deadline: number): void {
    this.#slot = slot;
    this.#deadline = deadline;
    this.#sliceEnd = sharedNow() + this.#sliceMs;
    this.#running = true;
    this.stopped = null;
    this.hasProgress = false;
  }
  end(): void {
    this.#running = false;
  }

  /** Throws when the read has to end; once it did, every further call throws. */
  check(): void {
    if (!this.#running) return;
    this.stopped ??= this.#why();
    if (this.stopped) throw new Error(`The read was interrupted: ${this.stopped}`);
  }

  #why(): Stop | null {
    if (this.#flags.isGone(this.#slot)) return 'gone';
    const now = sharedNow();
    if (now > this.#deadline) return 'deadline';
    return now > this.#sliceEnd && this.#flags.waiting > 1 ? 'slice' : null;
  }
}

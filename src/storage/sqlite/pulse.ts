/** Why a read was interrupted: its caller has disconnected, its deadline has passed, or others wait and it has used up its slice. */
export type Stop = 'gone' | 'deadline' | 'slice';

/** How much of an interrupted read's work is kept: repeated, it continues from there. */
type Kept = 'nothing' | 'some' | 'most';

/**
 * Slots of the flags: the first counts the calls that wait for the thread; each of the others says whether the caller of one call has disconnected.
 */
const WAITING = 0;
const FIRST_CALL = 1;
/** More than a lane ever has in flight: a slot is free again when its call is settled. */
export const CALL_SLOTS = 64;

/** What the main thread signals to a database thread that is busy: messages would be read only afterwards. */
export class PulseFlags {
  readonly #cells: Int32Array;

  constructor(readonly buffer = new SharedArrayBuffer(4 * (FIRST_CALL + CALL_SLOTS))) {
    this.#cells = new Int32Array(buffer);
  }
  /** All calls that are not settled, including the running one. */
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

/** The current time on a clock that all threads share. */
export const sharedNow = () => performance.timeOrigin + performance.now();

/**
 * Interrupts the running read when it has to end. Nothing can interrupt a statement of the driver from outside, so the statement itself checks:
 * `alive()` is part of the conditions of everything that a reading thread runs (`interruptible.ts`).
 */
export class Pulse {
  readonly #flags: PulseFlags;
  readonly #sliceMs: number;
  #slot = 0;
  #deadline = Infinity;
  #sliceEnd = Infinity;
  #running = false;
  /** Set once the running read has been interrupted. */
  stopped: Stop | null = null;
  #begun = 0;
  /** Until when the read's work is kept. */
  #kept = 0;

  constructor(
    flags: PulseFlags,
    sliceMs: number,
    readonly now: () => number = sharedNow,
  ) {
    this.#flags = flags;
    this.#sliceMs = sliceMs;
  }

  begin(slot: number, deadline: number): void {
    this.#slot = slot;
    this.#deadline = deadline;
    this.#begun = this.now();
    this.#kept = this.#begun;
    this.#sliceEnd = this.#begun + this.#sliceMs;
    this.#running = true;
    this.stopped = null;
  }

  /** What the read has done so far is kept: repeated, it continues from here. */
  keep(): void {
    this.#kept = this.now();
  }
  /** Nothing of it is kept after all. */
  discard(): void {
    this.#kept = this.#begun;
  }
  /** How much of what the read has done is kept. */
  get kept(): Kept {
    const kept = this.#kept - this.#begun;
    if (kept <= 0) return 'nothing';
    return kept >= (this.now() - this.#begun) / 2 ? 'most' : 'some';
  }
  end(): void {
    this.#running = false;
  }

  /** Throws if the read has to end; after that, every further call throws. */
  check(): void {
    if (!this.#running) return;
    this.stopped ??= this.#why();
    if (this.stopped) throw new Error(`The read was interrupted: ${this.stopped}`);
  }

  #why(): Stop | null {
    if (this.#flags.isGone(this.#slot)) return 'gone';
    const now = this.now();
    if (now > this.#deadline) return 'deadline';
    return now > this.#sliceEnd && this.#flags.waiting > 1 ? 'slice' : null;
  }
}

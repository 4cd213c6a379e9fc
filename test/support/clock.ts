import type { Clock } from '../../src/kernel/clock.js';

/** A clock that stands still until the test advances it. */
export class TestClock implements Clock {
  #time: number;
  constructor(time: number | string = '2026-11-15T12:00:00Z') {
    this.#time = new Date(time).getTime();
  }
  now(): number {
    return this.#time;
  }
  advance(milliseconds: number): void {
    this.#time += milliseconds;
  }
  set(time: number | string): void {
    this.#time = new Date(time).getTime();
  }
}

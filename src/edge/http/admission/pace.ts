import { SECOND } from '../../../kernel/clock.js';

/** How fast a queue moves, measured while there is one. */
export class Pace {
  #since = 0;
  #begun = 0;
  /** Calls per second. Undefined until the queue has existed for a second. */
  perSecond: number | undefined;

  start(): void {
    this.#since = performance.now();
    this.#begun = 0;
    this.perSecond = undefined;
  }

  step(): void {
    this.#begun++;
    const ms = performance.now() - this.#since;
    if (ms < SECOND) return;
    const perSecond = (this.#begun / ms) * SECOND;
    this.start();
    this.perSecond = perSecond;
  }
}

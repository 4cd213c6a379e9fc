import type { AnyOperation } from '../../features/request.js';
import { SECOND } from '../../kernel/clock.js';
import { RecollectError } from '../../kernel/errors.js';

export interface AdmissionLimits {
  /** Calls in work at once; 0: no limit. */
  inWork: number;
  /** Calls that may wait for a place. */
  waiting: number;
  /** Milliseconds that one may wait. */
  waitMs: number;
}

/** More than SQLite's one writer, PostgreSQL's pool or the model's threads ever have use for: further calls would only make all slower. */
export const IN_WORK = 128;
/** A waiting call costs a connection and little else; more callers than this are better off hearing so at once. */
const WAITING = 2_048;
/** Past this a caller rather tries again, perhaps at another node, than waits on. */
const WAIT_MS = 3 * SECOND;
/** Kept free for health checks and operators, whatever the others do. */
const RESERVED: AdmissionLimits = { inWork: 32, waiting: 256, waitMs: WAIT_MS };
/** A body that takes longer to arrive does not hold up others. */
const SLOW_MS = 100;
/** Seconds: half of a full queue is worked off by then. */
const RETRY_AFTER = 2;

const TOO_MUCH = new RecollectError('overloaded', 'The service is overloaded: try again later.', {
  retryAfter: RETRY_AFTER,
});

/** Whether a call failed for want of a place. */
export const isRefusal = (error: unknown): error is RecollectError => error === TOO_MUCH;

export const admissionOf = (inWork: number): AdmissionLimits => ({ inWork, waiting: WAITING, waitMs: WAIT_MS });

interface Waiter {
  readonly deadline: number;
  readonly isGone: () => boolean;
  begin(): void;
  refuse(): void;
}

/** A call's right to be worked on. */
export interface Place {
  /** Gives it back; more than once does no harm. */
  leave(): void;
  /** Waits for the client: a slow one gives the place back meanwhile, and takes one again before all who wait. */
  aside<T>(coming: Promise<T>): Promise<T>;
}

/** How fast a queue moves, measured while there is one. */
class Pace {
  #since = 0;
  #begun = 0;
  /** Calls a second; undefined until the queue has stood for a second. */
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

/**
 * A bounded number of calls in work; the rest waits a bounded time, in order, and is then told to come back later. No more wait than will have their turn
 * in that time: who would wait in vain hears so at once.
 */
export class Admission {
  readonly #limits: AdmissionLimits;
  readonly #pace = new Pace();
  #queue: Waiter[] = [];
  /** Those that had a place and were put aside: first in line, and never refused. */
  #returning: (() => void)[] = [];
  #timer: NodeJS.Timeout | undefined;
  inWork = 0;
  /** Calls that were told to come back. */
  shed = 0;

  constructor(limits: AdmissionLimits) {
    this.#limits = limits;
  }

  get waiting(): number {
    return this.#queue.length + this.#returning.length;
  }

  get #isFree(): boolean {
    return this.#limits.inWork === 0 || this.inWork < this.#limits.inWork;
  }

  /** Even the queue is full: whoever comes now is refused, and should be before anything else is done for him. */
  get isFull(): boolean {
    return !this.#isFree && this.#queue.length >= this.#room;
  }

  get #room(): number {
    const { inWork, waiting, waitMs } = this.#limits;
    const { perSecond } = this.#pace;
    return perSecond === undefined ? waiting : Math.min(waiting, Math.max(inWork, (perSecond * waitMs) / SECOND));
  }

  /** Rejects with `overloaded` (503). A client that left meanwhile is passed over. */
  enter(isGone: () => boolean): Promise<Place> {
    if (this.#isFree && this.waiting === 0) return Promise.resolve(this.#place());
    if (this.isFull) return Promise.reject(this.refusal());
    if (this.#queue.length === 0) this.#pace.start();
    return new Promise((resolve, reject) => {
      const deadline = performance.now() + this.#limits.waitMs;
      this.#queue.push({
        deadline,
        isGone,
        begin: () => resolve(this.#place()),
        refuse: () => reject(this.refusal()),
      });
      this.#watch();
    });
  }

  #place(): Place {
    this.inWork++;
    let held = true;
    const leave = () => {
      if (!held) return;
      held = false;
      this.inWork--;
      this.#next();
    };
    const again = () => {
      held = true;
      this.inWork++;
    };
    const aside = async <T>(coming: Promise<T>): Promise<T> => {
      const slow = setTimeout(leave, SLOW_MS);
      const value = await coming.finally(() => clearTimeout(slow));
      if (!held) await this.#return(again);
      return value;
    };
    return { leave, aside };
  }

  async #return(again: () => void): Promise<void> {
    if (this.#isFree) again();
    else
      await new Promise<void>((resolve) => {
        this.#returning.push(() => {
          again();
          resolve();
        });
      });
  }

  #next(): void {
    while (this.#isFree) {
      const first = this.#returning.shift();
      if (first) first();
      else {
        const waiter = this.#queue.shift();
        if (!waiter) return;
        this.#pace.step();
        if (waiter.isGone()) waiter.refuse();
        else waiter.begin();
      }
    }
  }

  /** They wait equally long, so the first in line is the first whose patience ends: one timer will do. */
  #watch(): void {
    const first = this.#queue[0];
    if (this.#timer || !first) return;
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        const now = performance.now();
        const late = this.#queue.findIndex((waiter) => waiter.deadline > now);
        for (const waiter of this.#queue.splice(0, late < 0 ? this.#queue.length : late)) waiter.refuse();
        this.#watch();
      },
      Math.max(1, first.deadline - performance.now()),
    ).unref();
  }

  /** Counted, and one for all: in a flood, what is not made for each of them is left for the others. */
  refusal(): RecollectError {
    this.shed++;
    return TOO_MUCH;
  }
}

/** Who runs the service, and whoever asks whether it is well, must get through when nobody else does. */
const isReserved = ({ id, scope }: AnyOperation) =>
  id === 'health' || scope === 'admin' || scope === 'issuer' || scope === 'admin_or_key';

/** The places of one server: most for callers, a few for operators. */
export class Admissions {
  readonly calls: Admission;
  readonly reserved = new Admission(RESERVED);

  constructor(limits: AdmissionLimits) {
    this.calls = new Admission(limits);
  }

  of(operation: AnyOperation): Admission {
    return isReserved(operation) ? this.reserved : this.calls;
  }

  get figures(): { inWork: number; waiting: number; shed: number } {
    const { calls, reserved } = this;
    return {
      inWork: calls.inWork + reserved.inWork,
      waiting: calls.waiting + reserved.waiting,
      shed: calls.shed + reserved.shed,
    };
  }
}

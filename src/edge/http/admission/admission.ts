import { availableParallelism } from 'node:os';
import type { AnyOperation } from '../../../features/request.js';
import { SECOND } from '../../../kernel/clock.js';
import { RecollectError } from '../../../kernel/errors.js';
import { FairQueue } from '../../../kernel/turns/fair-queue.js';
import { Pace } from './pace.js';

export interface AdmissionLimits {
  /** Calls in flight at once; 0: no limit. */
  inFlight: number;
  /** Calls in flight per flow (a key, or an address if no key is known). Absent: no limit. */
  perFlow?: number;
  /** Calls that may wait for a place. */
  waiting: number;
  /** Milliseconds that a call may wait. */
  waitMs: number;
}

/** More than SQLite's one writer, PostgreSQL's pool or the model's threads can use: further calls would only slow all of them down. */
export const MAX_IN_FLIGHT = 128;
/** Per key: enough to keep every thread of the service busy, while three quarters are left for others. */
const FLOW_SHARE = 1 / 4;
/** A waiting call costs a connection and little else. Beyond this many, callers are better off being refused at once. */
const WAITING = 2_048;
/** Beyond this, a caller would rather retry, perhaps at another node, than keep waiting. */
const WAIT_MS = 3 * SECOND;
/** Reserved for health checks and operators, whatever the load. */
const RESERVED: AdmissionLimits = { inFlight: 32, waiting: 256, waitMs: WAIT_MS };
/** Documents and metrics: built once and sent often, so a few at once are enough. */
const PAGES: AdmissionLimits = { inFlight: 16, perFlow: 4, waiting: 256, waitMs: WAIT_MS };
/** A body that takes longer to arrive does not hold up others. */
const SLOW_MS = 100;
/** Seconds: by then, half of a full queue is processed. */
const RETRY_AFTER = 2;
/** How far a flow may be ahead of its pace, so that a single large call is not slowed down. */
const AHEAD_MS = 250;
/** Ordinary calls take less, and are not worth tracking. */
const NOTICED_MS = 10;
/** A flow whose calls usually take this much gets only a few places: each call holds megabytes. */
const HEAVY_MS = 100;
const MAX_HEAVY_IN_FLIGHT = 4;

/** While others call, a flow whose calls usually last this long gets one place for every two cores: each call keeps about one core busy. */
const LONG_MS = 1_500;
const MAX_LONG_IN_FLIGHT = Math.max(1, Math.floor(availableParallelism() / 2));
/** How long after their last call others still count as calling. */
const OTHERS_CALL_MS = 3 * SECOND;

const OVERLOADED_ERROR = new RecollectError('overloaded', 'The service is overloaded: try again later.', {
  retryAfter: RETRY_AFTER,
});

/** Whether a call failed because there was no place. */
export const isRefusal = (error: unknown): error is RecollectError => error === OVERLOADED_ERROR;

export const admissionOf = (inFlight: number): AdmissionLimits => ({
  inFlight,
  ...(inFlight > 0 ? { perFlow: Math.max(2, Math.floor(inFlight * FLOW_SHARE)) } : {}),
  waiting: WAITING,
  waitMs: WAIT_MS,
});

interface Waiter {
  readonly flow: string;
  readonly deadline: number;
  readonly isGone: () => boolean;
  settled: boolean;
  begin(): void;
  refuse(): void;
}

/** What a flow has in flight, and when its next call may begin. */
interface Flow {
  inFlight: number;
  readyAt: number;
  /** What its recent calls took, in milliseconds: charged when a call begins, corrected when it ends. */
  usual: number;
  /** How long its recent calls lasted, in milliseconds. */
  lasted: number;
}

/** A call's right to run. */
export interface Place {
  /** Gives the place back. Calling it more than once does no harm. */
  leave(): void;
  /** Waits for the client. A slow one gives the place back meanwhile, and gets one again before everyone who waits. */
  aside<T>(coming: Promise<T>): Promise<T>;
  /** Records that the call took this many milliseconds of shared time; the flow's next calls wait that long. */
  charge(ms: number): void;
}

/**
 * Limits the calls in flight, in total and per flow. The rest wait for a limited time, with the flows taking turns, and are then refused.
 * The queue is no longer than what will get its turn in that time: a call that would wait in vain is refused at once.
 */
export class Admission {
  readonly #limits: AdmissionLimits;
  readonly #pace = new Pace();
  readonly #queue = new FairQueue<Waiter>();
  /** All waiting calls in order of arrival, so that one timer watches all deadlines. */
  #order: Waiter[] = [];
  /** Calls that had a place and were set aside: first in line, and never refused. */
  #returning: (() => void)[] = [];
  readonly #flows = new Map<string, Flow>();
  /** The last two flows that began a call, latest first. */
  #latest: { flow: string; at: number }[] = [];
  #timer: NodeJS.Timeout | undefined;
  #wake: NodeJS.Timeout | undefined;
  inFlight = 0;
  /** Calls that were refused. */
  shed = 0;

  constructor(limits: AdmissionLimits) {
    this.#limits = limits;
  }

  get waiting(): number {
    return this.#queue.size + this.#returning.length;
  }

  get #isFree(): boolean {
    return this.#limits.inFlight === 0 || this.inFlight < this.#limits.inFlight;
  }

  #mayBegin(name: string): boolean {
    const flow = this.#flows.get(name);
    if (!flow) return true;
    return flow.inFlight < this.#shareOf(name, flow) && flow.readyAt <= performance.now() + AHEAD_MS;
  }

  #shareOf(name: string, flow: Flow): number {
    const { perFlow = Number.POSITIVE_INFINITY } = this.#limits;
    if (flow.lasted > LONG_MS && this.#othersCall(name)) return Math.min(MAX_LONG_IN_FLIGHT, perFlow);
    return flow.usual > HEAVY_MS ? Math.min(MAX_HEAVY_IN_FLIGHT, perFlow) : perFlow;
  }

  #othersCall(name: string): boolean {
    const other = this.#latest.find(({ flow }) => flow !== name);
    return other !== undefined && other.at > performance.now() - OTHERS_CALL_MS;
  }

  #began(name: string, at: number): void {
    const [latest] = this.#latest;
    if (latest?.flow === name) latest.at = at;
    else this.#latest = [{ flow: name, at }, ...(latest ? [latest] : [])];
  }

  /** Whether the flow's part of the queue is full. If it is, its calls should be refused before anything else is done for them. */
  isFull(flow = ''): boolean {
    if (this.#isFree && this.#mayBegin(flow) && this.#queue.sizeOf(flow) === 0) return false;
    const waiting = this.#queue.sizeOf(flow);
    const flows = Math.max(1, this.#queue.flows + (waiting === 0 ? 1 : 0));
    return this.#limits.waiting === 0 || waiting >= Math.max(1, Math.floor(this.#room / flows));
  }

  get #room(): number {
    const { inFlight, waiting, waitMs } = this.#limits;
    const { perSecond } = this.#pace;
    return perSecond === undefined ? waiting : Math.min(waiting, Math.max(inFlight, (perSecond * waitMs) / SECOND));
  }

  /** Rejects with `overloaded` (503). A client that has disconnected meanwhile is skipped. */
  enter(isGone: () => boolean, flow = ''): Promise<Place> {
    if (this.#isFree && this.#mayBegin(flow) && this.#returning.length === 0 && this.#queue.sizeOf(flow) === 0) {
      return Promise.resolve(this.#place(flow));
    }
    if (this.isFull(flow)) return Promise.reject(this.refusal());
    if (this.#queue.size === 0) this.#pace.start();
    if (this.#queue.size >= this.#limits.waiting) this.#settle(this.#queue.takeFromLongest(), 'refuse');
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        flow,
        deadline: performance.now() + this.#limits.waitMs,
        isGone,
        settled: false,
        begin: () => resolve(this.#place(flow)),
        refuse: () => reject(this.refusal()),
      };
      this.#queue.push(flow, waiter);
      this.#order.push(waiter);
      this.#watch();
      this.#next();
    });
  }

  #settle(waiter: Waiter | undefined, how: 'begin' | 'refuse'): void {
    if (!waiter) return;
    waiter.settled = true;
    waiter[how]();
  }

  #place(name: string): Place {
    const flow = this.#flows.get(name) ?? { inFlight: 0, readyAt: 0, usual: 0, lasted: 0 };
    this.#flows.set(name, flow);
    this.inFlight++;
    flow.inFlight++;
    let began = performance.now();
    this.#began(name, began);
    const expected = flow.usual;
    if (expected > 0) flow.readyAt = Math.max(performance.now(), flow.readyAt) + expected;
    let held = true;
    const leave = () => {
      if (!held) return;
      held = false;
      this.inFlight--;
      const now = performance.now();
      flow.lasted = (flow.lasted + now - began) / 2;
      const isOrdinary = flow.usual === 0 && flow.readyAt <= now && flow.lasted <= LONG_MS;
      if (--flow.inFlight === 0 && isOrdinary) this.#flows.delete(name);
      this.#next();
    };
    const again = () => {
      held = true;
      began = performance.now();
      this.inFlight++;
      flow.inFlight++;
      this.#flows.set(name, flow);
    };
    const aside = async <T>(coming: Promise<T>): Promise<T> => {
      const slow = setTimeout(leave, SLOW_MS);
      const value = await coming.finally(() => clearTimeout(slow));
      if (!held) await this.#return(again);
      return value;
    };
    const charge = (ms: number) => {
      flow.readyAt = Math.max(performance.now(), flow.readyAt) + ms - expected;
      flow.usual = ms > NOTICED_MS || flow.usual > NOTICED_MS ? (flow.usual + ms) / 2 : 0;
    };
    return { leave, aside, charge };
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
      if (first) {
        first();
        continue;
      }
      const waiter = this.#queue.take((flow) => this.#mayBegin(flow));
      if (!waiter) break;
      this.#pace.step();
      this.#settle(waiter, waiter.isGone() ? 'refuse' : 'begin');
    }
    this.#forgetIdle();
    if (this.#queue.size > 0 && this.#isFree) this.#wakeLater();
  }

  /** Places are free, but the flows that wait are ahead of their pace or have their share: the first of them may begin soon. */
  #wakeLater(): void {
    if (this.#wake) return;
    this.#wake = setTimeout(() => {
      this.#wake = undefined;
      this.#next();
    }, AHEAD_MS / 10).unref();
  }

  /** Flows that have nothing in flight and are not ahead of their pace need not be remembered. */
  #forgetIdle(): void {
    if (this.#flows.size <= WAITING) return;
    const now = performance.now();
    for (const [name, flow] of this.#flows) if (flow.inFlight === 0 && flow.readyAt <= now) this.#flows.delete(name);
  }

  /** All wait equally long, so the first to arrive is the first to reach its deadline. */
  #watch(): void {
    while (this.#order[0]?.settled) this.#order.shift();
    const first = this.#order[0];
    if (this.#timer || !first) return;
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        const now = performance.now();
        while (this.#order[0] && (this.#order[0].settled || this.#order[0].deadline <= now)) {
          const waiter = this.#order.shift() as Waiter;
          if (!waiter.settled && this.#queue.remove(waiter.flow, waiter)) this.#settle(waiter, 'refuse');
        }
        this.#watch();
      },
      Math.max(1, first.deadline - performance.now()),
    ).unref();
  }

  /** Counts the refusal. All refusals share one error: in a flood, what is not allocated for each of them is left for the others. */
  refusal(): RecollectError {
    this.shed++;
    return OVERLOADED_ERROR;
  }
}

/** Operators and health checks must get through when nobody else does. */
const isReserved = ({ id, scope }: AnyOperation) =>
  id === 'health' || scope === 'admin' || scope === 'issuer' || scope === 'admin_or_key';

/** The places of one server: most for callers, a few reserved for operators and for documents. */
export class Admissions {
  readonly calls: Admission;
  readonly reserved = new Admission(RESERVED);
  readonly pages = new Admission(PAGES);

  constructor(limits: AdmissionLimits) {
    this.calls = new Admission(limits);
  }

  of(operation: AnyOperation): Admission {
    return isReserved(operation) ? this.reserved : this.calls;
  }

  get figures(): { inFlight: number; waiting: number; shed: number } {
    const all = [this.calls, this.reserved, this.pages];
    const sum = (value: (admission: Admission) => number) => all.reduce((total, one) => total + value(one), 0);
    return { inFlight: sum((one) => one.inFlight), waiting: sum((one) => one.waiting), shed: sum((one) => one.shed) };
  }
}

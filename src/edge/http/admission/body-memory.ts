import { SECOND } from '../../../kernel/clock.js';
import { RecollectError } from '../../../kernel/errors.js';
import { FairQueue } from '../../../kernel/turns/fair-queue.js';

/** Smaller bodies are counted by what they hold while they arrive (`Arriving`), and then there are as many of them as places. */
export const COUNTED_ABOVE = 1024 * 1024;
/** For all large bodies together, in both directions: small compared with the memory of any machine that serves many callers. */
const ALL_BYTES = 256 * 1024 * 1024;
/** Per flow, unless it is a single body. */
const FLOW_BYTES = 64 * 1024 * 1024;
const WAIT_MS = 10 * SECOND;

interface Waiter {
  readonly flow: string;
  readonly bytes: number;
  begin(): void;
}

/** The memory that large bodies may take. Bodies that find none wait, with the flows taking turns, and are refused after a while. */
export class BodyMemory {
  readonly #queue = new FairQueue<Waiter>();
  readonly #byFlow = new Map<string, number>();
  #used = 0;

  constructor(
    readonly allBytes = ALL_BYTES,
    readonly flowBytes = FLOW_BYTES,
    readonly waitMs = WAIT_MS,
  ) {}

  /** Resolves with a function that releases the memory. Calling it more than once does no harm. */
  take(flow: string, bytes: number): Promise<() => void> {
    if (bytes <= COUNTED_ABOVE) return Promise.resolve(() => {});
    if (this.#queue.sizeOf(flow) === 0 && this.#fits(flow, bytes)) return Promise.resolve(this.#hold(flow, bytes));
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        flow,
        bytes,
        begin: () => {
          clearTimeout(timer);
          resolve(this.#hold(flow, bytes));
        },
      };
      const timer = setTimeout(() => {
        if (!this.#queue.remove(flow, waiter)) return;
        reject(new RecollectError('overloaded', 'Too many large bodies are in flight: try again.', { retryAfter: 2 }));
      }, this.waitMs);
      this.#queue.push(flow, waiter);
    });
  }

  #fits(flow: string, bytes: number): boolean {
    const own = this.#byFlow.get(flow) ?? 0;
    if (own > 0 && own + bytes > this.flowBytes) return false;
    return this.#used === 0 || this.#used + bytes <= this.allBytes;
  }

  #hold(flow: string, bytes: number): () => void {
    this.#used += bytes;
    this.#byFlow.set(flow, (this.#byFlow.get(flow) ?? 0) + bytes);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#used -= bytes;
      const own = (this.#byFlow.get(flow) ?? 0) - bytes;
      if (own > 0) this.#byFlow.set(flow, own);
      else this.#byFlow.delete(flow);
      this.#next();
    };
  }

  #next(): void {
    for (;;) {
      const waiter = this.#queue.take((flow) => this.#fits(flow, this.#queue.peek(flow)?.bytes ?? 0));
      if (!waiter) return;
      waiter.begin();
    }
  }
}

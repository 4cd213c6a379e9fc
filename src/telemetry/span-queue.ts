import { inside } from '../kernel/trace.js';
import { type Reporter, TRACES, tracesMessage } from './otlp.js';
import type { Sender } from './sender.js';
import type { RecordedSpan } from './tracer.js';

export interface QueueLimits {
  /** Limit of waiting spans; further ones are dropped. */
  readonly most: number;
  readonly perExport: number;
  /** Milliseconds that a span waits for others. */
  readonly delayMs: number;
  /** Milliseconds for an export including its retries. */
  readonly maxWaitMs: number;
}

/** Spans waiting to be exported: batched, sent one export at a time, never waited for. */
export class SpanQueue {
  readonly #sender: Sender;
  readonly #reporter: Reporter;
  readonly #limits: QueueLimits;
  #spans: RecordedSpan[] = [];
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;
  /** Since the start. */
  readonly counts = { exported: 0, dropped: 0 };

  constructor(sender: Sender, reporter: Reporter, limits: QueueLimits) {
    this.#sender = sender;
    this.#reporter = reporter;
    this.#limits = limits;
  }

  get failures(): number {
    return this.#sender.failures;
  }

  add(span: RecordedSpan): void {
    const { most, perExport } = this.#limits;
    if (this.#spans.length >= most) {
      this.counts.dropped++;
      this.#sender.logFailure('the queue of spans is full');
      return;
    }
    this.#spans.push(span);
    if (this.#sending) return;
    if (this.#spans.length >= perExport) this.#begin();
    else this.#wait();
  }

  #wait(): void {
    const { delayMs } = this.#limits;
    this.#timer ??= inside(undefined, () => setTimeout(() => this.#begin(), delayMs).unref());
  }

  #begin(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#sending ??= inside(undefined, () => this.#sendAll()).finally(() => {
      this.#sending = undefined;
      if (this.#spans.length > 0) this.#wait();
    });
  }

  async #sendAll(): Promise<void> {
    const { perExport, maxWaitMs } = this.#limits;
    let rejected: number | null = null;
    while (this.#spans.length > 0) {
      const spans = this.#spans.splice(0, perExport);
      rejected = await this.#sender.send(TRACES, tracesMessage(this.#reporter, spans), maxWaitMs).catch(() => null);
      const dropped = Math.min(rejected ?? spans.length, spans.length);
      this.counts.dropped += dropped;
      this.counts.exported += spans.length - dropped;
    }
    if (rejected !== null) this.#sender.well();
  }

  /** Sends what is waiting, within `ms` milliseconds. */
  async close(ms: number): Promise<void> {
    this.#sender.close(ms);
    this.#begin();
    await this.#sending;
  }
}

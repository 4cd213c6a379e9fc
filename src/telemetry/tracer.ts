import { randomFillSync } from 'node:crypto';
import { RecollectError } from '../kernel/errors.js';
import { type Attributes, flagsOf, type NewSpan, SPAN_KIND, type Span, type Tracer } from '../kernel/trace.js';
import type { Sampler } from './sampler.js';

/** The spans of a job, until it is known whether they are worth recording. */
interface Held {
  spans: RecordedSpan[];
  isWorthIt: boolean;
}
/** A job with this many spans is worth recording. */
const MAX_HELD = 64;

const pool = Buffer.allocUnsafe(4_096);
let used = pool.length;
/** Random bytes in hexadecimal, generated many at a time. */
function randomHex(bytes: number): string {
  if (used + bytes > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += bytes;
  return pool.toString('hex', used - bytes, used);
}

/** The code of the error or of its cause, otherwise its name. */
function typeOf(error: unknown): string {
  for (let one = error; one instanceof Error; one = one.cause) {
    const { code } = one as { code?: unknown };
    if (typeof code === 'string') return code;
  }
  return error instanceof Error ? error.name : 'Error';
}

/** A span of ours. If it is not sampled, it only has its ids, to pass on. */
export class RecordedSpan implements Span {
  readonly isOurs = true;
  readonly spanId = randomHex(8);
  readonly attributes: Record<string, Attributes[string]>;
  /** Unix milliseconds, with fractions. */
  readonly startedAt: number;
  endedAt = 0;
  hasFailed = false;
  isOver = false;

  constructor(
    readonly tracer: SpanTracer | null,
    readonly traceId: string,
    readonly flags: number,
    readonly parent: Span | null,
    { name, kind, attributes }: NewSpan,
    readonly held: Held | null,
    /** Difference between the monotonic and the wall clock: constant throughout a trace, even if the wall clock is changed. */
    readonly offset: number,
  ) {
    this.name = name;
    this.kind = kind;
    this.attributes = { ...attributes };
    this.startedAt = offset + performance.now();
  }
  readonly name: string;
  readonly kind: NewSpan['kind'];

  get state(): string | undefined {
    return this.parent?.state;
  }

  set(name: string, value: Attributes[string]): void {
    this.attributes[name] = value;
  }

  responded(status: number, code = String(status)): void {
    this.attributes['http.response.status_code'] = status;
    if (status >= (this.kind === SPAN_KIND.server ? 500 : 400)) this.#failed(code);
  }

  /** The message is not exported: it may contain what the caller sent. A caller's mistake is not our failure. */
  fail(error: unknown): void {
    if (error instanceof RecollectError && error.status < 500) this.attributes['error.type'] ??= error.code;
    else this.#failed(typeOf(error));
  }

  #failed(type: string): void {
    this.hasFailed = true;
    this.attributes['error.type'] ??= type; // the status of a response says more than the error it was made from
    if (this.held) this.held.isWorthIt = true;
  }

  end(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.endedAt = this.offset + performance.now();
    this.tracer?.ended(this);
  }
}

/** Creates the spans of one service, and passes the sampled ones to `keep` when they end. */
export class SpanTracer implements Tracer {
  readonly #sampler: Sampler;
  readonly #keep: (span: RecordedSpan) => void;

  constructor(sampler: Sampler, keep: (span: RecordedSpan) => void) {
    this.#sampler = sampler;
    this.#keep = keep;
  }

  begin(span: NewSpan, parent: Span | null): RecordedSpan {
    if (!(parent instanceof RecordedSpan)) return this.#root(span, parent, null);
    const { traceId, flags, held, offset } = parent;
    if (held && !span.quiet) held.isWorthIt = true;
    return new RecordedSpan(this, traceId, flags, parent, span, held, offset);
  }

  beginJob(span: NewSpan): RecordedSpan {
    return this.#root(span, null, { spans: [], isWorthIt: false });
  }

  #root(span: NewSpan, parent: Span | null, held: Held | null): RecordedSpan {
    const traceId = parent?.traceId ?? randomHex(16);
    const isSampled = this.#sampler(traceId, parent);
    // The ids we create are fully random, which the second flag indicates.
    const flags = flagsOf(isSampled, parent ? parent.flags : 0x02);
    const offset = Date.now() - performance.now();
    return new RecordedSpan(isSampled ? this : null, traceId, flags, parent, span, held, offset);
  }

  ended(span: RecordedSpan): void {
    const { held } = span;
    if (!held) {
      this.#keep(span);
      return;
    }
    held.spans.push(span);
    if (held.spans.length >= MAX_HELD) held.isWorthIt = true;
    if (span.parent !== null && held.spans.length < MAX_HELD) return;
    const spans = held.spans.splice(0);
    if (held.isWorthIt) for (const one of spans) this.#keep(one);
  }
}

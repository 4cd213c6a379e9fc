import { AsyncLocalStorage } from 'node:async_hooks';

/** As OTLP numbers them. */
export const SPAN_KIND = { internal: 1, server: 2, client: 3 } as const;
type SpanKind = (typeof SPAN_KIND)[keyof typeof SPAN_KIND];
/** Never a text, a user, a key or a URL that a tenant chose: readers of traces may not be allowed to see those. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** A piece of work in a trace (W3C Trace Context). */
export interface Span {
  readonly traceId: string;
  /** The parent id of spans that begin inside this one. */
  readonly spanId: string;
  readonly flags: number;
  /** `tracestate` as received. */
  readonly state: string | undefined;
  /** False: the span is the caller's and is only passed on. */
  readonly isOurs: boolean;
  /** Begins spans inside this one. Null: nothing is recorded here. */
  readonly tracer: Tracer | null;
  /** Whatever still runs after its end (a timer, a queue that others share) no longer belongs to it. */
  readonly isOver: boolean;
  set(name: string, value: string | number | boolean): void;
  /** Records an HTTP status, and whether it is a failure. */
  responded(status: number, code?: string): void;
  fail(error: unknown): void;
  end(): void;
}

export interface NewSpan {
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes?: Attributes;
  /** On its own not a reason to keep the trace of a job. */
  readonly quiet?: boolean;
}

export interface Tracer {
  begin(span: NewSpan, parent: Span | null): Span;
  /** Begins a separate trace, kept if it fails or if anything in it is not quiet. */
  beginJob(span: NewSpan): Span;
}

const storage = new AsyncLocalStorage<Span | undefined>();

export function currentSpan(): Span | undefined {
  const span = storage.getStore();
  return span?.isOver ? undefined : span;
}

/** Runs the work inside a span, or outside of any. Costs nothing if that is already the case. */
export const inside = <T>(span: Span | undefined, work: () => T): T =>
  storage.getStore() === span ? work() : storage.run(span, work);

/** Runs the work as part of the current span, if that one is recorded. */
export function spanned<T>(span: NewSpan, work: (span: Span | undefined) => Promise<T>): Promise<T> {
  const parent = currentSpan();
  return parent?.tracer ? finished(parent.tracer.begin(span, parent), work) : work(undefined);
}

/** Runs work that nobody waits for, in a separate trace. */
export const spannedJob = <T>(tracer: Tracer | null | undefined, name: string, work: () => Promise<T>): Promise<T> =>
  tracer ? finished(tracer.beginJob({ name, kind: SPAN_KIND.internal }), work) : inside(undefined, work);

async function finished<T>(span: Span, work: (span: Span) => Promise<T>): Promise<T> {
  try {
    return await storage.run(span, work, span);
  } catch (error) {
    span.fail(error);
    throw error;
  } finally {
    span.end();
  }
}

const SAMPLED = 0x01;
export const isSampled = ({ flags }: Pick<Span, 'flags'>) => (flags & SAMPLED) !== 0;
/** Of the other flags, only the one for random ids has a meaning so far. */
export const flagsOf = (sampled: boolean, given = 0) => (given & 0x02) | (sampled ? SAMPLED : 0);

/** A trace that another party began. Nothing of it is recorded here. */
class RemoteSpan implements Span {
  readonly isOurs = false;
  readonly tracer = null;
  isOver = false;
  constructor(
    readonly traceId: string,
    readonly spanId: string,
    readonly flags: number,
    readonly state: string | undefined,
  ) {}
  set(): void {}
  responded(): void {}
  fail(): void {}
  end(): void {
    this.isOver = true;
  }
}

const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
/** The specification requires at least 512 characters; longer values may be dropped as a whole. */
const TRACESTATE = /^[\t\x20-\x7e]{1,512}$/;

/** Null if the specification calls it invalid: the request is then treated as if it carried none. */
export function remoteSpan(traceparent: unknown, tracestate: unknown): Span | null {
  const found = typeof traceparent === 'string' ? TRACEPARENT.exec(traceparent) : null;
  if (!found) return null;
  const [, version, traceId = '', spanId = '', flags = '', more] = found;
  if (version === '00' && more !== undefined) return null;
  const state = typeof tracestate === 'string' && TRACESTATE.test(tracestate) ? tracestate : undefined;
  const given = Number.parseInt(flags, 16);
  return new RemoteSpan(traceId, spanId, flagsOf((given & SAMPLED) !== 0, given), state);
}

/** The headers that carry the current trace to another service. */
export function traceHeaders(): Record<string, string> {
  const span = currentSpan();
  if (!span) return {};
  const traceparent = `00-${span.traceId}-${span.spanId}-${span.flags.toString(16).padStart(2, '0')}`;
  return span.state === undefined ? { traceparent } : { traceparent, tracestate: span.state };
}

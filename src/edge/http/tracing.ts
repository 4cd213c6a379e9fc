import type { IncomingMessage } from 'node:http';
import { remoteSpan, SPAN_KIND, type Span, type Tracer } from '../../kernel/trace.js';

/** How requests are traced. */
export interface Tracing {
  /** Null: nothing is recorded, and only a request that is already part of a trace gets a span. */
  readonly tracer: Tracer | null;
  /** Whether `traceparent` is accepted from requests. */
  readonly propagates: boolean;
  readonly scheme: 'http' | 'https';
}

export const NO_TRACING: Tracing = { tracer: null, propagates: true, scheme: 'http' };

/** Probes and scrapes come every few seconds and carry no information. */
const NOT_TRACED = new Set(['GET /health', 'GET /metrics']);

/** The span of a request. Its route is a pattern; of the request itself, only the method and the id are recorded. */
export function requestSpan(
  { tracer, propagates, scheme }: Tracing,
  { method = 'GET', headers }: IncomingMessage,
  route: string,
  requestId: string,
): Span | undefined {
  const { traceparent } = headers;
  const parent = traceparent !== undefined && propagates ? remoteSpan(traceparent, headers.tracestate) : null;
  if (!tracer || (!parent && NOT_TRACED.has(route))) return parent ?? undefined;
  const path = route.slice(route.indexOf(' ') + 1);
  const isPath = path.startsWith('/');
  const attributes = {
    'http.request.method': method,
    ...(isPath ? { 'http.route': path } : {}),
    'url.scheme': scheme,
    'recollect.request_id': requestId,
  };
  return tracer.begin({ name: isPath ? route : method, kind: SPAN_KIND.server, attributes }, parent);
}

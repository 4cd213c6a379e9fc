import type { IncomingHttpHeaders } from 'node:http';
import type { IdSource } from '../../../kernel/ids.js';
import type { BrowserGuard, CorsOrigin } from '../client/browser-guard.js';

export type Headers = Record<string, string | number>;

const ALLOWED = [
  ...['Authorization', 'Content-Type', 'Idempotency-Key', 'Last-Event-ID', 'X-Request-Id'],
  ...['Mcp-Protocol-Version', 'Mcp-Session-Id', 'Mcp-Method', 'Mcp-Name', 'Traceparent', 'Tracestate'],
].join(', ');
const EXPOSED = [
  'X-Request-Id',
  'RateLimit-Policy',
  'RateLimit',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
  'Idempotent-Replayed',
  'Location',
  'Mcp-Session-Id',
].join(', ');
/** One year. Subdomains may belong to someone else. */
const STRICT_TRANSPORT = 'max-age=31536000';
const PREFLIGHT_SECONDS = 86_400;

/** The headers that every response carries. */
export class CommonHeaders {
  readonly #guard: BrowserGuard;
  readonly #origin: CorsOrigin;
  readonly #strictTransport: boolean;
  constructor(origin: CorsOrigin, guard: BrowserGuard, strictTransport = false) {
    this.#origin = origin;
    this.#strictTransport = strictTransport;
    this.#guard = guard;
  }

  of(requestId: string, { origin }: IncomingHttpHeaders): Headers {
    const headers: Headers = {
      'X-Request-Id': requestId,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
    };
    if (this.#strictTransport) headers['Strict-Transport-Security'] = STRICT_TRANSPORT;
    if (this.#origin !== '*' && this.#origin.length === 0) return headers;
    if (this.#guard.isOpen) headers['Access-Control-Allow-Origin'] = '*';
    else {
      headers.Vary = 'Origin';
      if (origin === undefined || !this.#guard.mayRead(origin)) return headers;
      headers['Access-Control-Allow-Origin'] = origin;
    }
    if (origin) headers['Access-Control-Expose-Headers'] = EXPOSED;
    return headers;
  }

  /** The response to an OPTIONS request for a path. */
  preflight(methods: string): Headers {
    return {
      Allow: methods,
      'Access-Control-Allow-Methods': methods,
      'Access-Control-Allow-Headers': ALLOWED,
      'Access-Control-Max-Age': PREFLIGHT_SECONDS,
    };
  }
}

/** The client's own id if it is safe to log, else a new one. */
export function requestIdOf(headers: IncomingHttpHeaders, ids: IdSource): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[\x21-\x7e]{1,128}$/.test(given) ? given : ids.next('req_');
}

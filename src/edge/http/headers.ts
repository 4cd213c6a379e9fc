import type { IncomingHttpHeaders } from 'node:http';
import type { IdSource } from '../../kernel/ids.js';

export type Headers = Record<string, string | number>;

const ALLOWED = 'Authorization, Content-Type, Idempotency-Key, Last-Event-ID, X-Request-Id';
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
].join(', ');
const PREFLIGHT_SECONDS = 86_400;

/** Which web pages may read the answers: `*` any, a list only these, an empty list none. */
export type CorsOrigin = '*' | readonly string[];

/** The headers that every answer carries. */
export class CommonHeaders {
  readonly #origin: CorsOrigin;
  constructor(origin: CorsOrigin) {
    this.#origin = origin;
  }

  of(requestId: string, { origin }: IncomingHttpHeaders): Headers {
    const headers: Headers = {
      'X-Request-Id': requestId,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
    };
    if (this.#origin === '*') headers['Access-Control-Allow-Origin'] = '*';
    else if (this.#origin.length > 0) {
      headers.Vary = 'Origin';
      if (!origin || !this.#origin.includes(origin)) return headers;
      headers['Access-Control-Allow-Origin'] = origin;
    } else return headers;
    if (origin) headers['Access-Control-Expose-Headers'] = EXPOSED;
    return headers;
  }

  /** What an OPTIONS request is told about a path. */
  preflight(methods: string): Headers {
    return {
      Allow: methods,
      'Access-Control-Allow-Methods': methods,
      'Access-Control-Allow-Headers': ALLOWED,
      'Access-Control-Max-Age': PREFLIGHT_SECONDS,
    };
  }
}

/** The client's own id where it is one that can stand in a log, else a new one. */
export function requestIdOf(headers: IncomingHttpHeaders, ids: IdSource): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[\x21-\x7e]{1,128}$/.test(given) ? given : ids.next('req_');
}

import type { IncomingHttpHeaders } from 'node:http';

/** What a page may know about its request. */
export interface PageRequest {
  readonly requestId: string;
  readonly address: string;
  readonly headers: IncomingHttpHeaders;
  readonly query: URLSearchParams;
  readonly params: Readonly<Record<string, string>>;
  /** For a POST. */
  readonly body?: Buffer;
}

export interface PageResponse {
  status?: number;
  /** If it differs from the page's own. */
  contentType?: string;
  /** Override the usual ones, such as `Cache-Control: no-store`. */
  headers?: Record<string, string>;
  body: string | Uint8Array;
}

/** A route that is not an operation: documents, metrics, sign-in. Open to everybody unless its handler throws. */
export interface Page {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** The largest body, in bytes. */
  readonly bodyLimit?: number;
  /** With `{name}` for parameters, as in operations. */
  readonly path: string;
  readonly contentType: string;
  handler(request: PageRequest): PageResponse | Promise<PageResponse>;
  /** Does work in advance that would otherwise delay the first request and all others with it. */
  prepare?(): void;
}

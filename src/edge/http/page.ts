import type { IncomingHttpHeaders } from 'node:http';

/** What a page may know of its request. */
export interface PageRequest {
  readonly requestId: string;
  readonly address: string;
  readonly headers: IncomingHttpHeaders;
  readonly query: URLSearchParams;
  readonly params: Readonly<Record<string, string>>;
  /** Of a POST. */
  readonly body?: Buffer;
}

export interface PageAnswer {
  status?: number;
  /** Where it is not the page's own. */
  contentType?: string;
  /** Win over the usual ones, such as `Cache-Control: no-store`. */
  headers?: Record<string, string>;
  body: string | Uint8Array;
}

/** A route that is no operation: documents, metrics, signing in. Open to everybody unless its handler throws. */
export interface Page {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Bytes a body may have. */
  readonly bodyLimit?: number;
  /** With `{name}` for parameters, as operations write it. */
  readonly path: string;
  readonly contentType: string;
  handler(request: PageRequest): PageAnswer | Promise<PageAnswer>;
  /** Does beforehand what would make the first request wait, and everybody else with it. */
  prepare?(): void;
}

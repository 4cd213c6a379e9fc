import type { IncomingHttpHeaders } from 'node:http';
import { RecollectError } from '../../../kernel/errors.js';

/** The cookie of a browser that is signed in to the console. */
export const SESSION_COOKIE = 'recollect_console';

/** How a caller authenticates. */
export interface Credential {
  readonly authorization: string | undefined;
  /** A session token; only if there is no `Authorization`. */
  readonly session: string | undefined;
}

export function credentialOf({ authorization, cookie }: IncomingHttpHeaders): Credential {
  const session = authorization === undefined && cookie !== undefined ? cookieIn(cookie) : undefined;
  return { authorization, session };
}

function cookieIn(cookies: string): string | undefined {
  for (const pair of cookies.split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === SESSION_COOKIE) return pair.slice(at + 1).trim();
  }
  return undefined;
}

const isRead = (method: string | undefined) => method === 'GET' || method === 'HEAD';

const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i;

/**
 * A browser sends its cookie no matter which page caused the request. So with a cookie, a change must come from a page of ours, and nothing
 * is returned to other pages, including those of another port on this machine.
 */
export class CookieRules {
  readonly #urlFor: (headers: IncomingHttpHeaders) => string;
  readonly #isConfigured: boolean;

  readonly #scheme: 'http' | 'https';

  /** `isConfigured`: the operator has set the URL at which callers reach the service. `isTls`: it serves https itself. */
  constructor(urlFor: (headers: IncomingHttpHeaders) => string, isConfigured: boolean, isTls = false) {
    this.#urlFor = urlFor;
    this.#isConfigured = isConfigured;
    this.#scheme = isTls ? 'https' : 'http';
  }

  /** Whether the request comes from a page of the service itself. */
  isOwnPage(headers: IncomingHttpHeaders): boolean {
    const { origin, host = '' } = headers;
    if (origin === undefined || isForeign(headers)) return false;
    if (origin === originOf(this.#urlFor(headers))) return true;
    if (LOOPBACK_HOST.test(host)) return origin === originOf(`${this.#scheme}://${host}`);
    // A proxy that terminates TLS without announcing it. The browser already compared the names when it sent the cookie.
    return !this.#isConfigured && origin === originOf(`https://${host}`);
  }

  /** Throws 403 unless the request comes from a page of ours. */
  requireOwnPage(headers: IncomingHttpHeaders): void {
    if (!this.isOwnPage(headers)) throw notOurs();
  }

  /** Throws 403 if the cookie must not count. */
  check(method: string | undefined, headers: IncomingHttpHeaders): void {
    const needsOrigin = !isRead(method) || headers.origin !== undefined;
    if (needsOrigin ? !this.isOwnPage(headers) : isForeign(headers)) throw notOurs();
  }
}

/** According to the browser's headers; other clients do not send them. `none`: the person typed the URL. */
function isForeign(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}

const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : null);

const notOurs = () =>
  new RecollectError(
    'forbidden_origin',
    "A session cookie is accepted only from the console itself: a change needs an `Origin` header that is the service's own. Programs must send a key.",
  );

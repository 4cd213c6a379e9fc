import type { IncomingHttpHeaders } from 'node:http';
import { RecollectError } from '../../../kernel/errors.js';

/** Which web pages may read responses: `*` means any, a list means only these, an empty list means none. */
export type CorsOrigin = '*' | readonly string[];

export interface BrowserRules {
  corsOrigin: CorsOrigin;
  /** The operator set it; it is not the default. */
  isExplicit: boolean;
  /** The service listens on a loopback address only: whoever reaches it is on this machine, and so is every browser tab. */
  isLoopback: boolean;
  /** Names that callers may use for the service, besides loopback and the base URL. */
  allowedHosts: readonly string[];
  baseUrl(): string;
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

/**
 * Loopback is no trust boundary: any page in the user's browser can send requests there, and a name that resolves to 127.0.0.1 makes them
 * "same origin". A service on loopback therefore refuses requests with a foreign `Host` or `Origin`. Programs that are not browsers send no
 * `Origin`.
 */
export class BrowserGuard {
  readonly #rules: BrowserRules;

  constructor(rules: BrowserRules) {
    this.#rules = rules;
  }

  /** Throws 403 if the request comes from a page of another site. */
  check(headers: IncomingHttpHeaders): void {
    const { isLoopback, allowedHosts } = this.#rules;
    if ((isLoopback || allowedHosts.length > 0) && !this.#isOwnHost(headers.host)) {
      throw forbidden(
        'This service does not accept this host name: call it by its address, or add the name to RECOLLECT_ALLOWED_HOSTS or BASE_URL.',
      );
    }
    if (isLoopback && !this.isOpen && (!this.isOwnOrigin(headers.origin) || isForeignFetch(headers))) {
      throw foreignOrigin();
    }
  }

  /** Whether a page of this origin may read responses. */
  mayRead(origin: string | undefined): boolean {
    const { corsOrigin, isLoopback } = this.#rules;
    if (this.isOpen || origin === undefined) return true;
    return isLoopback ? this.isOwnOrigin(origin) : corsOrigin.includes(origin);
  }

  /** Pages of every origin may call the service: keys decide. */
  get isOpen(): boolean {
    const { corsOrigin, isExplicit, isLoopback } = this.#rules;
    return corsOrigin === '*' && (isExplicit || !isLoopback);
  }

  /** Whether the origin is this machine, the service itself, or one the operator named. */
  isOwnOrigin(origin: string | undefined): boolean {
    if (origin === undefined) return true;
    if (!URL.canParse(origin)) return false;
    const { corsOrigin, baseUrl } = this.#rules;
    if (corsOrigin !== '*' && corsOrigin.includes(origin)) return true;
    const { hostname, origin: from } = new URL(origin);
    // Not the `Host` header: a name that an attacker points at this machine would match itself.
    return LOOPBACK.test(hostname) || from === new URL(baseUrl()).origin;
  }

  #isOwnHost(host: string | undefined): boolean {
    if (host === undefined) return true; // HTTP/1.0: not a browser
    const name = host.replace(/:\d*$/, '').toLowerCase();
    if (LOOPBACK.test(name)) return true;
    const { allowedHosts, baseUrl } = this.#rules;
    return name === new URL(baseUrl()).hostname || allowedHosts.includes(name);
  }
}

/** What a page embeds or fetches without reading carries no `Origin`; following a link is harmless. */
const isForeignFetch = (headers: IncomingHttpHeaders) =>
  headers.origin === undefined &&
  headers['sec-fetch-site'] === 'cross-site' &&
  headers['sec-fetch-mode'] !== 'navigate';

const forbidden = (message: string) => new RecollectError('forbidden_origin', message);
export const foreignOrigin = () =>
  forbidden('Pages of this origin may not call this service (RECOLLECT_CORS_ORIGIN names those that may).');

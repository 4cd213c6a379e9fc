import type { IncomingHttpHeaders } from 'node:http';

const HOST = /^[A-Za-z0-9.-]{1,253}(:\d{1,5})?$|^\[[0-9A-Fa-f:.]{2,45}\](:\d{1,5})?$/;

/** The URLs of the service. */
export class Address {
  readonly #configured: string | undefined;
  readonly #isProxied: boolean;
  /** The URL it listens on, once it does. */
  listening = '';

  constructor({ baseUrl, trustProxy }: { baseUrl: string | undefined; trustProxy: false | number | string }) {
    this.#configured = baseUrl;
    this.#isProxied = trustProxy !== false;
  }

  /** The URL at which callers reach the service, as far as the service itself knows. */
  readonly base = (): string => this.#configured ?? this.listening;

  readonly of = (headers: IncomingHttpHeaders): string =>
    baseUrlFor(headers, { configured: this.#configured, listening: this.listening, proxied: this.#isProxied });
}

/**
 * The URL at which this client reaches the service: the configured one, else the one a trusted proxy sends, else the requested host. An
 * invalid host is not repeated.
 */
function baseUrlFor(
  headers: IncomingHttpHeaders,
  given: { configured: string | undefined; listening: string; proxied: boolean },
): string {
  if (given.configured) return given.configured;
  const first = (name: string) =>
    String(headers[name] ?? '')
      .split(',')[0]
      ?.trim() ?? '';
  const forwarded = given.proxied ? first('x-forwarded-host') : '';
  const host = forwarded || first('host');
  if (!HOST.test(host)) return given.listening;
  const isTls = given.listening.startsWith('https:') || (given.proxied && first('x-forwarded-proto') === 'https');
  return `${isTls ? 'https' : 'http'}://${host}`;
}

import assert from 'node:assert/strict';
import type { CallOptions, TestService } from '../../../test/support/service.js';

/** A browser without a screen: it holds one cookie and sends its origin. */
export class Browser {
  readonly #service: Pick<TestService, 'call' | 'url'>;
  cookie: string | undefined;

  constructor(service: Pick<TestService, 'call' | 'url'>) {
    this.#service = service;
  }

  get #headers(): Record<string, string> {
    return { origin: this.#service.url, ...(this.cookie ? { cookie: `other=1; ${this.cookie}` } : {}) };
  }

  async call(method: string, path: string, options: CallOptions = {}) {
    const response = await this.#service.call(method, path, {
      ...options,
      headers: { ...this.#headers, ...options.headers },
    });
    const set = response.headers.get('set-cookie');
    if (set) this.cookie = set.includes('Max-Age=0') ? undefined : set.split(';')[0];
    return response;
  }

  /** As a page of the service that does not send its origin, or as another page. */
  plain(method: string, path: string, headers: Record<string, string> = {}, body?: unknown) {
    return this.#service.call(method, path, { headers: { cookie: this.cookie ?? '', ...headers }, body });
  }

  async signIn(key: string) {
    const response = await this.call('POST', '/console/session', { body: { key } });
    assert.equal(response.status, 200, JSON.stringify(response.body));
    return response.body.session;
  }

  async status(path = '/console/session') {
    return (await this.call('GET', path)).status;
  }
}

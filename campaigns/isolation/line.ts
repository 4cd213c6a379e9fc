import { WireClient } from '../fuzz/wire.js';

export interface Asked {
  method: string;
  path: string;
  secret: string;
  query?: Record<string, unknown>;
  body?: unknown;
  headers?: Record<string, string>;
}
export interface Reply {
  status: number;
  /** Parsed if it is JSON. */
  body: unknown;
  text: string;
  headers: string;
}

/** One in this many calls of a caller uses a session cookie instead of the key. */
const BY_COOKIE = 3;

/** The campaign's connection to the service. */
export class Line {
  readonly #client: WireClient;
  readonly #origin: string;
  /** By the secret used to sign in. */
  readonly #cookies = new Map<string, Promise<string | null>>();
  #asked = 0;

  constructor(url: string, sockets: number) {
    this.#origin = new URL(url).origin;
    this.#client = new WireClient(url, sockets);
  }

  get calls(): number {
    return this.#client.count;
  }

  /** The credentials of the caller: either kind must give the same result. */
  async #credential(secret: string): Promise<Record<string, string>> {
    const header = { authorization: `Bearer ${secret}` };
    if (++this.#asked % BY_COOKIE !== 0) return header;
    const known = this.#cookies.get(secret) ?? this.#signIn(secret);
    this.#cookies.set(secret, known);
    const cookie = await known;
    return cookie === null ? header : { cookie, origin: this.#origin };
  }

  async #signIn(key: string): Promise<string | null> {
    const headers = { origin: this.#origin };
    const body = JSON.stringify({ key });
    const response = await this.#client.send({ method: 'POST', path: '/console/session', headers, body });
    return /recollect_console=\w+/.exec(JSON.stringify(response.headers))?.[0] ?? null;
  }

  async ask({ method, path, secret, query = {}, body, headers = {} }: Asked): Promise<Reply> {
    const pairs = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
    const search = pairs.length ? `?${new URLSearchParams(pairs)}` : '';
    const response = await this.#client.send({
      method,
      path: path + search,
      headers: { ...(await this.#credential(secret)), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const isJson = /application\/json/.test(response.headers['content-type'] ?? '');
    return {
      status: response.status,
      text: response.text,
      headers: JSON.stringify(response.headers),
      body: isJson && response.text ? JSON.parse(response.text) : undefined,
    };
  }

  close(): void {
    this.#client.close();
  }
}

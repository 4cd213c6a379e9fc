import { WireClient } from '../fuzz/wire.js';

export interface Asked {
  method: string;
  path: string;
  secret: string;
  query?: Record<string, unknown>;
  body?: unknown;
  headers?: Record<string, string>;
}
export interface Told {
  status: number;
  /** Parsed where it is JSON. */
  body: unknown;
  text: string;
  headers: string;
}

/** The campaign's connection to the service. */
export class Line {
  readonly #client: WireClient;
  constructor(url: string, sockets: number) {
    this.#client = new WireClient(url, sockets);
  }

  get calls(): number {
    return this.#client.count;
  }

  async ask({ method, path, secret, query = {}, body, headers = {} }: Asked): Promise<Told> {
    const pairs = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
    const search = pairs.length ? `?${new URLSearchParams(pairs)}` : '';
    const answer = await this.#client.send({
      method,
      path: path + search,
      headers: { authorization: `Bearer ${secret}`, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const isJson = /application\/json/.test(answer.headers['content-type'] ?? '');
    return {
      status: answer.status,
      text: answer.text,
      headers: JSON.stringify(answer.headers),
      body: isJson && answer.text ? JSON.parse(answer.text) : undefined,
    };
  }

  close(): void {
    this.#client.close();
  }
}

import { Agent, request } from 'node:http';

export interface TimedResponse {
  status: number;
  text: string;
  ms: number;
}
interface Sent {
  key?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
  /** Milliseconds after which it is aborted. */
  limitMs?: number;
}

/** The status recorded for a call without a response. */
const NO_ANSWER = 0;

/** A client that keeps its connections alive and never throws. */
export class Client {
  readonly #url: string;
  readonly #agent: Agent;

  constructor(url: string, sockets = 64) {
    this.#url = url;
    this.#agent = new Agent({ keepAlive: true, maxSockets: sockets });
  }

  call(method: string, path: string, { key, body, headers = {}, limitMs = 60_000 }: Sent = {}): Promise<TimedResponse> {
    const began = performance.now();
    const payload = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
    return new Promise((resolve) => {
      const end = (status: number, text: string) => resolve({ status, text, ms: performance.now() - began });
      const outgoing = request(
        `${this.#url}${path}`,
        {
          agent: this.#agent,
          method,
          headers: {
            ...(key ? { authorization: `Bearer ${key}` } : {}),
            ...(payload === undefined ? {} : { 'content-length': Buffer.byteLength(payload) }),
            ...headers,
          },
        },
        (response) => {
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (chunk) => {
            text += chunk;
          });
          response.on('end', () => end(response.statusCode ?? NO_ANSWER, text));
          response.on('error', () => end(NO_ANSWER, ''));
        },
      );
      outgoing.setTimeout(limitMs, () => outgoing.destroy());
      outgoing.on('error', () => end(NO_ANSWER, ''));
      outgoing.end(payload);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** A query string; a list is repeated, once per item. */
export const query = (fields: Record<string, string | number>) =>
  new URLSearchParams(Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]));

import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { pathFields } from '../../src/edge/reference/openapi/described.js';
import type { Plan } from './plans.js';

export interface Wire {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | Buffer;
}
export interface WireResponse {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Percent-encoded; an unpaired surrogate becomes the three bytes that would be its UTF-8. */
const encode = (value: string) => {
  const whole = value.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd');
  return whole === value ? encodeURIComponent(value) : encodeURIComponent(whole).replaceAll('%EF%BF%BD', '%ED%A0%80');
};

const asText = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** A plan with its references resolved, as sent. */
export function wireOf(plan: Plan, input: Record<string, unknown>): Wire {
  const { operation } = plan.described;
  const rest = { ...input };
  let path = operation.path;
  for (const field of pathFields(operation.path)) {
    const part = plan.pathPart ?? encode(asText(rest[field] ?? 'none'));
    path = path.replace(`{${field}}`, () => part);
    delete rest[field];
  }
  if (plan.kind === 'path' && !operation.path.includes('{')) path += `/${plan.pathPart}`;
  const method = plan.method ?? operation.method;
  const headers = { ...plan.headers };
  if (operation.method === 'POST' || operation.method === 'PATCH') {
    const body = plan.body ?? JSON.stringify(rest);
    return { method, path, headers, ...(method === 'HEAD' || method === 'GET' ? {} : { body }) };
  }
  const query = [queryOf(rest), plan.query ?? ''].filter((part) => part !== '').join('&');
  return { method, path: query ? `${path}?${query}` : path, headers };
}

function queryOf(input: Record<string, unknown>): string {
  const pairs = Object.entries(input).flatMap(([name, value]): string[] => {
    if (Array.isArray(value)) return [`${encode(name)}=${value.map((item) => encode(asText(item))).join(',')}`];
    if (name === 'metadata' && typeof value === 'object' && value !== null) {
      return Object.entries(value).map(([key, item]) => `metadata.${encode(key)}=${encode(asText(item))}`);
    }
    return [`${encode(name)}=${encode(asText(value))}`];
  });
  return pairs.join('&');
}

/** The longest path segment: longer ones have no route. */
const LONGEST_PART = 16_384;

/** Whether it reaches a different operation than the plan's, or none: a path segment is empty, not UTF-8 or too long. */
export function strays(plan: Plan, wire: Wire): boolean {
  if (plan.kind === 'path' || plan.kind === 'method') return true;
  const [path = ''] = wire.path.split('?');
  return /\/\/|\/$|%ED%A0%80/.test(path) || path.length > LONGEST_PART;
}

/** A plain HTTP client that sends paths and bodies verbatim. */
export class WireClient {
  readonly #agent: Agent;
  readonly #host: string;
  readonly #port: number;
  /** Requests that got a response. */
  count = 0;

  constructor(url: string, sockets: number) {
    const { hostname, port } = new URL(url);
    this.#host = hostname;
    this.#port = Number(port);
    this.#agent = new Agent({ keepAlive: true, maxSockets: sockets });
  }

  async send(wire: Wire): Promise<WireResponse> {
    try {
      return await this.#once(wire);
    } catch (error) {
      // The server closed a kept-alive connection just as it was reused: the request was not read.
      if ((error as { stale?: boolean }).stale) return this.#once(wire);
      throw error;
    }
  }

  #once({ method, path, headers, body }: Wire): Promise<WireResponse> {
    return new Promise((resolve, reject) => {
      // Computed up front: a request with `Expect: 100-continue` sends its headers at once.
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
      const sentHeaders = { ...length, ...headers };
      const options = { host: this.#host, port: this.#port, method, path, headers: sentHeaders, agent: this.#agent };
      const sent = request(options, (response) => {
        const head = { status: response.statusCode ?? 0, headers: response.headers };
        if (/event-stream/.test(response.headers['content-type'] ?? '')) {
          // It never ends: the start of the stream counts as the response.
          this.count++;
          response.destroy();
          return resolve({ ...head, text: '' });
        }
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('aborted', () => reject(new Error('the response broke off')));
        response.on('end', () => {
          this.count++;
          const text = Buffer.concat(chunks).toString('utf8');
          resolve({ ...head, text });
        });
      });
      sent.on('error', (error) => reject(Object.assign(error, { stale: sent.reusedSocket && isReset(error) })));
      sent.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

const isReset = (error: Error) => ['ECONNRESET', 'EPIPE'].includes((error as { code?: string }).code ?? '');

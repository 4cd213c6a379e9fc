import { Agent as HttpAgent, request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { SECOND } from '../../../kernel/clock.js';
import { SPAN_KIND, spanned, traceHeaders } from '../../../kernel/trace.js';
import { VERSION } from '../../../version.js';
import { guardedLookup } from '../guard/connect.js';
import { type Guard, literalOf } from '../guard/guard.js';

/** From getting a connection to the last byte read. */
const RESPONSE_LIMIT_MS = 15 * SECOND;
/** The most that is read of a response. */
const RESPONSE_BYTES = 4_096;
/** How much of it is kept for the log. */
const RESPONSE_KEPT = 1_000;
/** Concurrent connections of one key to one host and port, on this node. Keys do not wait for each other's. */
const PER_KEY_AND_HOST = 8;

export interface Posted {
  /** Null: there was no response. */
  status: number | null;
  retryAfter: string | undefined;
  /** The beginning of the response. */
  response: string | null;
  error: string | null;
  durationMs: number;
  /** We aborted it; whether it arrived is unknown. */
  interrupted: boolean;
}

/** The address belongs to a tenant and stays out of traces. */
const WEBHOOK = {
  ...{ name: 'POST webhook', kind: SPAN_KIND.client },
  attributes: { 'http.request.method': 'POST', 'recollect.endpoint': 'webhook' },
};

/** Posts webhooks: only to allowed addresses, without following redirects, reading little of the response, all within a deadline. */
export class Sender {
  readonly #guard: Guard;
  readonly #limitMs: number;
  readonly #agents: { 'http:': HttpAgent; 'https:': HttpsAgent };

  constructor(guard: Guard, limitMs = RESPONSE_LIMIT_MS) {
    this.#guard = guard;
    this.#limitMs = limitMs;
    const options = { keepAlive: true, maxSockets: PER_KEY_AND_HOST, maxFreeSockets: 4, timeout: limitMs };
    this.#agents = { 'http:': byTenant(new HttpAgent(options)), 'https:': byTenant(new HttpsAgent(options)) };
  }

  async post(
    address: string,
    headers: Record<string, string>,
    body: string,
    keyId: string,
    signal?: AbortSignal,
  ): Promise<Posted> {
    const began = performance.now();
    const result = { status: null, retryAfter: undefined, response: null, error: null, interrupted: false } as Omit<
      Posted,
      'durationMs'
    >;
    try {
      const url = this.#guard.checkText(address);
      const exchange = () =>
        spanned(WEBHOOK, async (span) => {
          const exchanged = await this.#exchange(url, { ...headers, ...traceHeaders() }, body, keyId, signal);
          if (exchanged.status !== null) span?.responded(exchanged.status);
          return exchanged;
        });
      const response = await exchange().catch((error: unknown) => {
        // The receiver closed an idle connection just as it was used: only the connection was lost.
        if (!(error instanceof StaleConnection)) throw error;
        return exchange();
      });
      Object.assign(result, response);
    } catch (error) {
      result.interrupted = signal?.aborted ?? false;
      result.error = reasonOf(error);
    }
    return { ...result, durationMs: Math.round(performance.now() - began) };
  }

  #exchange(url: URL, headers: Record<string, string>, body: string, tenant: string, signal?: AbortSignal) {
    return new Promise<Pick<Posted, 'status' | 'retryAfter' | 'response'>>((resolve, reject) => {
      const secure = url.protocol === 'https:';
      const options: RequestOptions & Tenanted = {
        method: 'POST',
        tenant,
        agent: this.#agents[secure ? 'https:' : 'http:'],
        // An address in the URL itself is connected to directly; it was checked before. Names go through the guard.
        ...(literalOf(url) === null ? { lookup: guardedLookup(this.#guard) } : {}),
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'user-agent': `Recollect/${VERSION}`,
          ...headers,
        },
      };
      const request = (secure ? httpsRequest : httpRequest)(url, options);
      let timer: NodeJS.Timeout | undefined;
      const stop = () => request.destroy(new Error('the service is stopping'));
      signal?.addEventListener('abort', stop, { once: true });
      const done = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', stop);
      };
      request.on('socket', (socket) => {
        timer = setTimeout(() => request.destroy(new Error('no complete response in time')), this.#limitMs);
        // The last check: where the connection really went.
        const check = () => {
          try {
            if (socket.remoteAddress) this.#guard.checkAddressOf(url.hostname, unmapped(socket.remoteAddress));
          } catch (error) {
            request.destroy(error as Error);
          }
        };
        if (socket.connecting) socket.once('connect', check);
        else check();
      });
      const fail = (error: NodeJS.ErrnoException) => {
        done();
        const stale = request.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
        reject(stale ? new StaleConnection() : error);
      };
      request.on('error', fail);
      request.on('response', (response) => {
        beginningOf(response).then((text) => {
          done();
          const { statusCode = 0, headers: given } = response;
          resolve({ status: statusCode, retryAfter: given['retry-after'], response: text });
        }, fail);
      });
      request.end(body);
    });
  }

  close(): void {
    for (const agent of Object.values(this.#agents)) agent.destroy();
  }
}

class StaleConnection extends Error {}

interface Tenanted {
  tenant?: string;
}

/** Connections are pooled, counted and queued per tenant too. */
function byTenant<A extends HttpAgent>(agent: A): A {
  const nameOf = agent.getName.bind(agent);
  agent.getName = (options) => `${nameOf(options)}:${(options as Tenanted | undefined)?.tenant}`;
  return agent;
}

/** A dual-stack socket reports IPv4 addresses this way; the connection is a plain IPv4 one. */
const unmapped = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '');

/** Reads as much of a response as is needed; a longer one is cut off together with its connection. */
async function beginningOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= RESPONSE_BYTES) break; // leaving the loop destroys the response
  }
  // Decoding leaves no lone surrogate; cutting between code points makes none.
  return [...Buffer.concat(chunks).toString('utf8').replaceAll('\0', '')].slice(0, RESPONSE_KEPT).join('');
}

/** For the tenant. The system's own messages contain addresses, even of internal names; its codes do not. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  return code ? `the connection failed (${code})` : (error.message || error.name).slice(0, RESPONSE_KEPT);
}

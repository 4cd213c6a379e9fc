import { Agent as HttpAgent, request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { setTimeout as pauseFor } from 'node:timers/promises';
import { urlToHttpOptions } from 'node:url';
import { type Attributes, SPAN_KIND, type Span, spanned, traceHeaders } from './trace.js';

/** A model server that speaks the OpenAI API. */
export interface Endpoint {
  /** What error messages call it: "embedding endpoint". */
  name: string;
  /** Base URL, e.g. `http://127.0.0.1:11434/v1`. */
  url: string;
  apiKey?: string | undefined;
  /** Milliseconds for one call, including its retry. */
  timeout: number;
  /** The largest response in bytes: an endless one must not fill the memory. */
  maxResponseBytes: number;
  /** Waits; a parameter, so that tests need not wait. */
  pause?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined;
}

// Milliseconds: long enough for a restarting proxy, short compared with the timeout.
const RETRY_PAUSE = 250;
const LONGEST_RETRY_PAUSE = 2_000;
// The request is at fault: too much, too long, or not accepted by the server.
const REFUSALS = new Set([400, 413, 422]);

/** No response, or an error response. The message contains neither the key nor anything that was sent. */
export class EndpointFailure extends Error {
  override readonly name = 'EndpointFailure';
  /** The server works but refuses this request, and will refuse it again later. */
  readonly refused: boolean;
  /** The server responded, and the form of the request may be why it failed. */
  readonly hasResponded: boolean;
  constructor(message: string, options: { cause?: unknown; refused?: boolean; hasResponded?: boolean } = {}) {
    super(message, { cause: options.cause });
    this.refused = options.refused ?? false;
    this.hasResponded = options.hasResponded ?? this.refused;
  }
}

class RetryableError extends Error {
  readonly pause: number | null;
  readonly status: number;
  constructor(message: string, pause: number | null, { status = 0, cause }: { status?: number; cause?: unknown }) {
    super(message, { cause });
    this.status = status;
    this.pause = pause;
  }
}

/** Null if the server asks for a longer pause than a caller can wait. */
function retryAfterOf(response: IncomingMessage): number | null {
  const seconds = Number(response.headers['retry-after'] ?? Number.NaN);
  if (Number.isNaN(seconds)) return RETRY_PAUSE; // absent, or a date
  return seconds * 1_000 <= LONGEST_RETRY_PAUSE ? Math.max(0, seconds * 1_000) : null;
}

/** The JSON of the response. Undefined if it is not JSON, or longer than allowed. Not with `for await`: that takes longer than parsing a small response. */
function readJson(response: IncomingMessage, longest: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let bytes = 0;
    response.on('data', (part: Buffer) => {
      bytes += part.length;
      parts.push(part);
      if (bytes <= longest) return;
      resolve(undefined);
      response.destroy();
    });
    response.on('end', () => resolve(jsonOf(Buffer.concat(parts, bytes))));
    response.on('error', reject);
    response.on('close', () => reject(new Error('The response ended early')));
  });
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

// Not `fetch`: with a server nearby it takes twice the time of the call itself. A redirect is a response like any other: the key goes nowhere else.
const HTTP = { request: httpRequest, agent: new HttpAgent({ keepAlive: true }) };
const HTTPS = { request: httpsRequest, agent: new HttpsAgent({ keepAlive: true }) };

/** What every call to the same address needs. */
interface Target {
  readonly options: RequestOptions;
  /** For traces; the URL itself may contain a password. */
  readonly attributes: Attributes;
}
/** The operator configures the addresses, so there are few. */
const targets = new Map<string, Target>();

function targetOf({ name, url }: Endpoint, path: string): Target {
  const key = `${name} ${url} ${path}`;
  const known = targets.get(key);
  if (known) return known;
  const options = urlToHttpOptions(new URL(`${url.replace(/\/+$/, '')}${path}`));
  const { hostname, port } = options;
  const attributes = {
    'http.request.method': 'POST',
    'server.address': String(hostname),
    ...(port ? { 'server.port': Number(port) } : {}),
    'recollect.endpoint': name,
  };
  targets.set(key, { options, attributes });
  return { options, attributes };
}

/** A kept-alive connection may have been closed meanwhile: the request then goes out once more on a new one, and that is no retry. */
function post(
  options: RequestOptions,
  headers: Record<string, string>,
  body: string,
  signal: AbortSignal,
  isFresh = false,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { request, agent } = options.protocol === 'https:' ? HTTPS : HTTP;
    const sent = request({ ...options, method: 'POST', agent: isFresh ? false : agent, signal, headers }, resolve);
    sent.on('error', (error) => {
      if (sent.reusedSocket && !signal.aborted) resolve(post(options, headers, body, signal, true));
      else reject(error);
    });
    sent.end(body);
  });
}

const once = (endpoint: Endpoint, path: string, payload: unknown, signal: AbortSignal): Promise<unknown> => {
  const { options, attributes } = targetOf(endpoint, path);
  return spanned({ name: `POST ${path}`, kind: SPAN_KIND.client, attributes }, (span) =>
    attempt(endpoint, options, payload, signal, span),
  );
};

async function attempt(
  endpoint: Endpoint,
  options: RequestOptions,
  payload: unknown,
  signal: AbortSignal,
  span: Span | undefined,
): Promise<unknown> {
  let response: IncomingMessage;
  let body: unknown;
  try {
    const payloadText = JSON.stringify(payload);
    const headers = {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(payloadText)),
      ...(endpoint.apiKey ? { authorization: `Bearer ${endpoint.apiKey}` } : {}),
      ...traceHeaders(),
    };
    response = await post(options, headers, payloadText, signal);
    span?.responded(response.statusCode ?? 0);
    body = await readJson(response, endpoint.maxResponseBytes);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new RetryableError(`did not respond${code ? ` (${code})` : ''}`, RETRY_PAUSE, { cause: error });
  }
  // The body of an error may repeat the text or the key, so only the status is reported.
  const status = response.statusCode ?? 0;
  if (status >= 200 && status < 300) return body;
  const message = `returned ${status}`;
  if (status === 429 || status >= 500) throw new RetryableError(message, retryAfterOf(response), { status });
  throw new EndpointFailure(`The ${endpoint.name} ${message}`, { refused: REFUSALS.has(status) });
}

/** Posts JSON, with one retry, all within the timeout. Returns the JSON of the response, or undefined if it is not JSON. */
export async function postTo(
  endpoint: Endpoint,
  path: string,
  payload: unknown,
  given?: AbortSignal,
): Promise<unknown> {
  const timeout = AbortSignal.timeout(endpoint.timeout);
  const signal = given ? AbortSignal.any([timeout, given]) : timeout;
  const pause = endpoint.pause ?? ((ms, stop) => pauseFor(ms, undefined, { signal: stop }));
  for (let attempt = 1; ; attempt++) {
    try {
      return await once(endpoint, path, payload, signal);
    } catch (error) {
      if (!(error instanceof RetryableError)) throw error;
      const late = signal.aborted;
      if (late || attempt === 2 || error.pause === null) {
        const unwanted = given?.aborted && !timeout.aborted;
        const reason = unwanted
          ? 'call was cancelled'
          : late
            ? `did not respond within ${endpoint.timeout} ms`
            : error.message;
        const hasResponded = !late && error.status >= 500;
        throw new EndpointFailure(`The ${endpoint.name} ${reason}`, { cause: error, hasResponded });
      }
      await pause(error.pause, signal).catch(() => {}); // interrupted: the attempt then fails at once
    }
  }
}

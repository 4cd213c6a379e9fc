import type { CallOptions } from './call.js';
import {
  ApiError,
  ConnectionError,
  errorFor,
  RateLimitedError,
  RecollectError,
  ServerError,
  TimeoutError,
} from './errors.js';
import { randomId } from './random-id.js';

export interface ClientOptions {
  /** The URL of the service; `http://127.0.0.1:7326` unless given. */
  url?: string;
  /** `rec_sk_…` */
  key?: string;
  /** Milliseconds per attempt; 30,000 unless given. */
  timeoutMs?: number;
  /** How often a failed attempt is repeated; 3 unless given. */
  retries?: number;
  /** A custom `fetch`, for a runtime without one or for tests. */
  fetch?: typeof fetch;
}

const DEFAULT_URL = 'http://127.0.0.1:7326';
const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_RETRIES = 3;
/** The first pause; each later one is twice as long, randomised between half and all of it. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 20_000;

export interface HttpCall {
  method: string;
  /** With `{name}` for parameters, which are taken from the input. */
  path: string;
  input: Record<string, unknown>;
}

/** Sends calls, waits when the service asks for it, and turns error responses into exceptions. */
export class Transport {
  readonly url: string;
  readonly #key: string | undefined;
  readonly #timeoutMs: number;
  readonly #retries: number;
  readonly #fetch: typeof fetch;

  constructor(options: ClientOptions) {
    this.url = validUrl(options.url ?? DEFAULT_URL).replace(/\/+$/, '');
    this.#key = options.key && validKey(options.key);
    this.#timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    this.#retries = options.retries ?? DEFAULT_RETRIES;
    this.#fetch = options.fetch ?? ((input, init) => fetch(input, init));
  }

  async call(call: HttpCall, options: CallOptions = {}): Promise<unknown> {
    const request = requestOf(this.url, call);
    const headers: Record<string, string> = { ...request.headers, ...this.authorization() };
    // The same for every attempt: a repeated POST finds what the first one did.
    if (call.method === 'POST') headers['idempotency-key'] = options.idempotencyKey ?? randomId();
    const retries = options.retries ?? this.#retries;
    let mayBeDone = false;
    for (let tried = 0; ; tried++) {
      try {
        return await this.#once(request.url, { method: call.method, headers, body: request.body }, options);
      } catch (error) {
        if (error instanceof RecollectError) error.retried = mayBeDone;
        if (tried >= retries || !isWorthRetrying(error) || options.signal?.aborted) throw error;
        mayBeDone ||= !isRefusal(error);
        await pause(waitBefore(tried, error), options.signal);
      }
    }
  }

  authorization(): Record<string, string> {
    return this.#key === undefined ? {} : { authorization: `Bearer ${this.#key}` };
  }

  /** A request whose response is read by the caller. */
  open(path: string, init: RequestInit): Promise<Response> {
    return this.#fetch(`${this.url}${path}`, init);
  }

  async #once(url: string, init: RequestInit, { signal, timeoutMs = this.#timeoutMs }: CallOptions): Promise<unknown> {
    const timeout = AbortSignal.timeout(timeoutMs);
    const response = await this.#attempt(
      url,
      { ...init, signal: signal ? AbortSignal.any([signal, timeout]) : timeout },
      signal,
      timeout,
    );
    return readResponse(response).catch((error: unknown) => {
      if (error instanceof RecollectError) throw error;
      if (signal?.aborted) throw signal.reason;
      if (timeout.aborted) throw new TimeoutError(`No response within ${timeoutMs} ms`, { cause: error });
      throw cutOff(error);
    });
  }

  async #attempt(
    url: string,
    init: RequestInit,
    signal: AbortSignal | undefined,
    timeout: AbortSignal,
  ): Promise<Response> {
    try {
      return await this.#fetch(url, init);
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (timeout.aborted) throw new TimeoutError('No response in time', { cause: error });
      throw new ConnectionError(`The service at ${this.url} cannot be reached`, { cause: error });
    }
  }
}

function validUrl(url: string): string {
  try {
    if (/^https?:$/.test(new URL(url).protocol)) return url;
  } catch {
    // Said below.
  }
  throw new RecollectError(`${JSON.stringify(url)} is not a URL of a service, which begins with http:// or https://`);
}

/** A key travels in a header: it fails there with an error that does not name it. */
function validKey(given: string): string {
  const key = given.trim();
  const [stray] = /[^\x21-\x7e]/u.exec(key) ?? [];
  if (stray)
    throw new RecollectError(`The key contains ${JSON.stringify(stray)}, which no key contains: copy it again`);
  return key;
}

export async function readResponse(response: Response): Promise<unknown> {
  const text = await response.text();
  // JSON lines are text.
  const isJson = /[/+]json\b/.test(response.headers.get('content-type') ?? '');
  const body: unknown = isJson && text ? parsed(text) : text;
  if (response.ok) return body;
  const failure =
    (body as { error?: { message?: string; code?: string; request_id?: string; details?: unknown } }).error ?? {};
  const wait = Number(response.headers.get('retry-after'));
  throw errorFor(failure.message ?? `The service returned ${response.status}`, {
    status: response.status,
    code: failure.code ?? 'unknown',
    requestId: failure.request_id ?? response.headers.get('x-request-id'),
    details: failure.details,
    retryAfter: wait > 0 ? wait : null,
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw cutOff(error);
  }
}

const cutOff = (cause: unknown) => new ConnectionError('The response was cut off', { cause });

interface Prepared {
  url: string;
  headers: Record<string, string>;
  body: string | null;
}

function requestOf(base: string, { method, path, input }: HttpCall): Prepared {
  const rest = { ...input };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return inPath(name, value);
  });
  if (method === 'GET' || method === 'DELETE') {
    const query = queryOf(rest);
    return { url: `${base}${filled}${query ? `?${query}` : ''}`, headers: {}, body: null };
  }
  return { url: `${base}${filled}`, headers: { 'content-type': 'application/json' }, body: JSON.stringify(rest) };
}

function inPath(name: string, value: unknown): string {
  const text = String(value ?? '');
  // Such a path would belong to another operation.
  if (text === '' || text === '.' || text === '..')
    throw new RecollectError(`\`${name}\` cannot be ${JSON.stringify(text)}`);
  return encodeURIComponent(text);
}

/** Lists as comma-separated values; an object as `name.key=value`; a date as in JSON. */
export function queryOf(input: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined || value === null) continue;
    if (Array.isArray(value)) query.set(name, value.map((item) => inList(name, item)).join(','));
    else if (typeof value === 'object' && !(value instanceof Date)) {
      for (const [key, item] of Object.entries(value)) query.set(`${name}.${key}`, inFilter(`${name}.${key}`, item));
    } else query.set(name, inQuery(value));
  }
  return query.toString();
}

function inList(name: string, item: unknown): string {
  const text = inQuery(item);
  if (text.includes(','))
    throw new RecollectError(
      `\`${name}\` cannot contain ${JSON.stringify(text)}: a list in a URL is separated by commas`,
    );
  return text;
}

/** Without one of its conditions a filter would return what it is there to keep out. */
function inFilter(name: string, value: unknown): string {
  if (value === undefined || value === null) throw new RecollectError(`\`${name}\` cannot be ${value}: leave it out`);
  return inQuery(value);
}

const inQuery = (value: unknown) => (value instanceof Date ? value.toISOString() : String(value));

const isWorthRetrying = (error: unknown) =>
  error instanceof RateLimitedError ||
  error instanceof ServerError ||
  error instanceof ConnectionError ||
  error instanceof TimeoutError;

/** The service says when to come back: it has done nothing. */
const isRefusal = (error: unknown) => error instanceof ApiError && error.retryAfter !== null;

function waitBefore(tried: number, error: unknown): number {
  const asked = error instanceof RateLimitedError || error instanceof ServerError ? error.retryAfter : null;
  if (asked !== null) return Math.min(asked * 1_000, LONGEST_PAUSE_MS);
  const longest = Math.min(FIRST_PAUSE_MS * 2 ** tried, LONGEST_PAUSE_MS);
  return longest / 2 + (Math.random() * longest) / 2;
}

export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

import { setTimeout as pauseFor } from 'node:timers/promises';
import { EmbeddingUnavailable } from './embedder.js';
import { type ApiAnswer, readAnswer } from './openai-answer.js';

export interface Endpoint {
  /** Base address, e.g. `http://127.0.0.1:11434/v1`. */
  url: string;
  apiModel: string;
  apiKey?: string;
  /** Milliseconds for one call, its retry included. */
  timeout: number;
  /** Waits; a parameter, so that tests need not. */
  pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

// Milliseconds: long enough for a restarting proxy, short beside the time-out.
const RETRY_PAUSE = 250;
const LONGEST_RETRY_PAUSE = 2_000;
// The texts themselves are at fault: too many, too long or not to the server's liking.
const REFUSALS = new Set([400, 413, 422]);

class WorthARetry extends Error {
  readonly pause: number | null;
  constructor(message: string, pause: number | null, cause?: unknown) {
    super(message, { cause });
    this.pause = pause;
  }
}

/** Null when the server asks for more patience than a caller has. */
function pauseAsked(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  if (Number.isNaN(seconds)) return RETRY_PAUSE; // absent, or a date
  return seconds * 1_000 <= LONGEST_RETRY_PAUSE ? Math.max(0, seconds * 1_000) : null;
}

async function once(endpoint: Endpoint, input: readonly string[], signal: AbortSignal): Promise<ApiAnswer> {
  let response: Response;
  let body: unknown;
  try {
    response = await fetch(`${endpoint.url.replace(/\/+$/, '')}/embeddings`, {
      method: 'POST',
      signal,
      redirect: 'error', // the key goes nowhere but to the address that was configured
      headers: {
        'content-type': 'application/json',
        ...(endpoint.apiKey ? { authorization: `Bearer ${endpoint.apiKey}` } : {}),
      },
      body: JSON.stringify({ model: endpoint.apiModel, input }),
    });
    body = await response.json().catch((error: unknown) => {
      if (signal.aborted) throw error;
    });
  } catch (error) {
    const code = ((error as Error).cause as NodeJS.ErrnoException | undefined)?.code;
    throw new WorthARetry(`did not answer${code ? ` (${code})` : ''}`, RETRY_PAUSE, error);
  }
  // The body of an error may repeat the text or the key, so only the status is passed on.
  if (response.ok) return readAnswer(body, input.length);
  const message = `answered ${response.status}`;
  if (response.status === 429 || response.status >= 500) throw new WorthARetry(message, pauseAsked(response));
  throw new EmbeddingUnavailable(`The embedding endpoint ${message}`, { textRefused: REFUSALS.has(response.status) });
}

/** One call with one retry, all within the time-out. */
export async function callEndpoint(endpoint: Endpoint, input: readonly string[]): Promise<ApiAnswer> {
  const signal = AbortSignal.timeout(endpoint.timeout);
  const pause = endpoint.pause ?? ((ms, stop) => pauseFor(ms, undefined, { signal: stop }));
  for (let attempt = 1; ; attempt++) {
    try {
      return await once(endpoint, input, signal);
    } catch (error) {
      if (!(error instanceof WorthARetry)) throw error;
      const late = signal.aborted;
      if (late || attempt === 2 || error.pause === null) {
        const reason = late ? `did not answer within ${endpoint.timeout} ms` : error.message;
        throw new EmbeddingUnavailable(`The embedding endpoint ${reason}`, { cause: error });
      }
      await pause(error.pause, signal).catch(() => {}); // cut short by the time-out: the attempt then fails at once
    }
  }
}

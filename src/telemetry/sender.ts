import { setTimeout as pauseFor } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Log } from '../kernel/log.js';
import { FIRST_PAUSE, nextPause } from '../kernel/timer.js';
import { VERSION } from '../version.js';
import { protobuf, type Table } from './protobuf.js';

type Protocol = 'http/protobuf' | 'http/json';
type Compression = 'gzip' | 'none';

/** Where and how the data of a signal is sent. */
export interface Target {
  readonly url: string;
  /** May contain secrets: they are sent, and used for nothing else. */
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds per attempt. */
  readonly timeoutMs: number;
  readonly protocol: Protocol;
  readonly compression: Compression;
}

const compress = promisify(gzip);
/** The status codes for which the protocol asks for a retry. Anything else would be rejected again. */
const RETRYABLE_STATUSES = new Set([429, 502, 503, 504]);
/** Milliseconds: the minimum pause, even if the collector asks for none. */
const MIN_PAUSE = 100;
/** Bytes of a response; it says at most how much was rejected. */
const LONGEST_ANSWER = 64 * 1024;

class RetryableExportError extends Error {
  constructor(
    message: string,
    /** Milliseconds; undefined: the collector gave none. */
    readonly pause?: number,
  ) {
    super(message);
  }
}

/** Sends one signal to a collector, and logs when that starts to fail and when it works again. */
export class Sender {
  readonly #target: Target;
  readonly #signal: 'traces' | 'metrics';
  readonly #log: Log;
  #trouble: string | null = null;
  /** Aborted when nobody waits any more. */
  readonly #closing = new AbortController();
  readonly #cut = new AbortController();
  /** Failed attempts since the start. */
  failures = 0;

  constructor(signal: 'traces' | 'metrics', target: Target, log: Log) {
    this.#signal = signal;
    this.#target = target;
    this.#log = log;
  }

  /** Returns how many of its spans or points the collector rejected; null: it did not arrive. Retries for `retryForMs` milliseconds. */
  async send(table: Table, message: object, retryForMs: number): Promise<number | null> {
    const { protocol, compression } = this.#target;
    const plain = protocol === 'http/json' ? Buffer.from(JSON.stringify(message)) : protobuf(table, message);
    const body = compression === 'gzip' ? await compress(plain) : plain;
    const until = performance.now() + retryForMs;
    for (let pause = FIRST_PAUSE; ; pause = nextPause(pause)) {
      try {
        return await this.#attempt(body);
      } catch (error) {
        this.failures++;
        this.logFailure((error as Error).message);
        // Half of it is random, so that nodes do not retry in step.
        const wait =
          error instanceof RetryableExportError ? (error.pause ?? pause * (0.5 + Math.random() / 2)) : Number.NaN;
        const isLate = performance.now() + wait > until;
        if (Number.isNaN(wait) || isLate || this.#closing.signal.aborted) return null;
        await pauseFor(wait, undefined, { signal: this.#closing.signal, ref: false }).catch(() => {});
      }
    }
  }

  async #attempt(body: Uint8Array): Promise<number> {
    const { url, headers, timeoutMs, protocol, compression } = this.#target;
    const timeout = AbortSignal.timeout(timeoutMs);
    let response: Response;
    let result: Buffer;
    try {
      response = await fetch(url, {
        method: 'POST',
        redirect: 'error', // the headers go only to the configured address
        signal: AbortSignal.any([timeout, this.#cut.signal]),
        headers: {
          'user-agent': `Recollect/${VERSION}`,
          ...headers,
          'content-type': protocol === 'http/json' ? 'application/json' : 'application/x-protobuf',
          ...(compression === 'gzip' ? { 'content-encoding': 'gzip' } : {}),
        },
        body,
      });
      result = await beginningOf(response);
    } catch (error) {
      const code = ((error as Error).cause as NodeJS.ErrnoException | undefined)?.code;
      if (timeout.aborted) throw new RetryableExportError(`the collector did not respond within ${timeoutMs} ms`);
      throw new RetryableExportError(`the collector did not respond${code ? ` (${code})` : ''}`);
    }
    if (response.ok) return protocol === 'http/json' ? rejectedInJson(result) : rejectedInProtobuf(result);
    const message = `the collector returned ${response.status}`;
    if (RETRYABLE_STATUSES.has(response.status)) throw new RetryableExportError(message, retryAfterOf(response));
    throw new Error(message);
  }

  /** Logs a failure once for as long as it lasts. */
  logFailure(reason: string): void {
    if (this.#trouble !== null) return;
    this.#trouble = reason;
    const { origin } = new URL(this.#target.url);
    this.#log.warn(
      { signal: this.#signal, collector: origin, reason },
      'telemetry cannot be exported; requests are not affected',
    );
  }

  /** Everything that was waiting has arrived. */
  well(): void {
    if (this.#trouble === null) return;
    this.#trouble = null;
    this.#log.info({ signal: this.#signal }, 'telemetry is exported again');
  }

  /** From now on each message is tried once, and nothing takes longer than `ms` milliseconds. */
  close(ms: number): void {
    this.#closing.abort();
    setTimeout(() => this.#cut.abort(), ms).unref();
  }
}

function retryAfterOf(response: Response): number | undefined {
  const given = response.headers.get('retry-after');
  if (given === null) return undefined;
  const ms = /^\d+$/.test(given) ? Number(given) * 1_000 : Date.parse(given) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(MIN_PAUSE, ms);
}

/** Reads the body to its end, so that the connection can be reused; one that does not end is closed. */
async function beginningOf(response: Response): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    parts.push(part);
    bytes += part.length;
    if (bytes > LONGEST_ANSWER) break;
  }
  return Buffer.concat(parts);
}

/** A collector can accept a message in part: `partial_success`. If it reports nothing, nothing was rejected. */
function rejectedInJson(response: Buffer): number {
  try {
    const { partialSuccess } = JSON.parse(response.toString()) as { partialSuccess?: Record<string, unknown> };
    return Number(partialSuccess?.rejectedSpans ?? partialSuccess?.rejectedDataPoints ?? 0) || 0;
  } catch {
    return 0;
  }
}

/** The first field of the first field. */
function rejectedInProtobuf(response: Buffer): number {
  if (response[0] !== 0x0a || response[2] !== 0x08) return 0;
  let rejected = 0;
  for (let at = 3, place = 1; at < response.length; at++, place *= 128) {
    const byte = response[at] ?? 0;
    rejected += (byte % 128) * place;
    if (byte < 128) return rejected;
  }
  return 0;
}

import { setTimeout as pauseFor } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Log } from '../kernel/log.js';
import { FIRST_PAUSE, nextPause } from '../kernel/timer.js';
import { VERSION } from '../version.js';
import { protobuf, type Table } from './protobuf.js';

export type Protocol = 'http/protobuf' | 'http/json';
export type Compression = 'gzip' | 'none';

/** Where the data of a signal goes, and how. */
export interface Target {
  readonly url: string;
  /** May hold secrets: they are sent and nothing else. */
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds for one attempt. */
  readonly timeoutMs: number;
  readonly protocol: Protocol;
  readonly compression: Compression;
}

const compress = promisify(gzip);
/** What the protocol names: come back later. Everything else would be refused again. */
const WORTH_A_RETRY = new Set([429, 502, 503, 504]);
/** Milliseconds: a collector that asks for no pause gets one all the same. */
const LEAST_PAUSE = 100;
/** Bytes of an answer; it says at most how much was rejected. */
const LONGEST_ANSWER = 64 * 1024;

class Refused extends Error {}
class NotNow extends Error {
  constructor(
    message: string,
    /** Milliseconds; undefined: the collector did not say. */
    readonly pause?: number,
  ) {
    super(message);
  }
}

/** Sends one signal to a collector, and says in the log when that begins to fail and when it works again. */
export class Sender {
  readonly #target: Target;
  readonly #signal: 'traces' | 'metrics';
  readonly #log: Log;
  #trouble: string | null = null;
  /** Nobody waits any more. */
  readonly #closing = new AbortController();
  readonly #cut = new AbortController();
  /** Attempts since the start. */
  failures = 0;

  constructor(signal: 'traces' | 'metrics', target: Target, log: Log) {
    this.#signal = signal;
    this.#target = target;
    this.#log = log;
  }

  /** How many of its spans or points the collector rejected; null: it did not arrive. Tries again for so long (milliseconds). */
  async send(table: Table, message: object, patience: number): Promise<number | null> {
    const { protocol, compression } = this.#target;
    const plain = protocol === 'http/json' ? Buffer.from(JSON.stringify(message)) : protobuf(table, message);
    const body = compression === 'gzip' ? await compress(plain) : plain;
    const until = performance.now() + patience;
    for (let pause = FIRST_PAUSE; ; pause = nextPause(pause)) {
      try {
        return await this.#attempt(body);
      } catch (error) {
        this.failures++;
        this.tell((error as Error).message);
        // Half of it at random, so that nodes do not come back together.
        const wait = error instanceof NotNow ? (error.pause ?? pause * (0.5 + Math.random() / 2)) : Number.NaN;
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
    let answer: Buffer;
    try {
      response = await fetch(url, {
        method: 'POST',
        redirect: 'error', // the headers go nowhere but to the address that was configured
        signal: AbortSignal.any([timeout, this.#cut.signal]),
        headers: {
          'user-agent': `Recollect/${VERSION}`,
          ...headers,
          'content-type': protocol === 'http/json' ? 'application/json' : 'application/x-protobuf',
          ...(compression === 'gzip' ? { 'content-encoding': 'gzip' } : {}),
        },
        body,
      });
      answer = await beginningOf(response);
    } catch (error) {
      const code = ((error as Error).cause as NodeJS.ErrnoException | undefined)?.code;
      if (timeout.aborted) throw new NotNow(`the collector did not respond within ${timeoutMs} ms`);
      throw new NotNow(`the collector did not respond${code ? ` (${code})` : ''}`);
    }
    if (response.ok) return protocol === 'http/json' ? rejectedInJson(answer) : rejectedInProtobuf(answer);
    const message = `the collector returned ${response.status}`;
    if (WORTH_A_RETRY.has(response.status)) throw new NotNow(message, pauseAsked(response));
    throw new Refused(message);
  }

  /** Once for as long as it lasts. */
  tell(reason: string): void {
    if (this.#trouble !== null) return;
    this.#trouble = reason;
    const { origin } = new URL(this.#target.url);
    this.#log.warn({ signal: this.#signal, collector: origin, reason }, 'telemetry is not exported; requests go on');
  }

  /** All that waited has arrived. */
  well(): void {
    if (this.#trouble === null) return;
    this.#trouble = null;
    this.#log.info({ signal: this.#signal }, 'telemetry is exported again');
  }

  /** From now on each message is tried once, and nothing takes longer than so many milliseconds. */
  close(ms: number): void {
    this.#closing.abort();
    setTimeout(() => this.#cut.abort(), ms).unref();
  }
}

function pauseAsked(response: Response): number | undefined {
  const given = response.headers.get('retry-after');
  if (given === null) return undefined;
  const ms = /^\d+$/.test(given) ? Number(given) * 1_000 : Date.parse(given) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(LEAST_PAUSE, ms);
}

/** Reads it to its end, so that the connection can be used again; one that does not end is closed. */
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

/** A collector can take a message without some of it: `partial_success`. What it does not say is nothing. */
function rejectedInJson(answer: Buffer): number {
  try {
    const { partialSuccess } = JSON.parse(answer.toString()) as { partialSuccess?: Record<string, unknown> };
    return Number(partialSuccess?.rejectedSpans ?? partialSuccess?.rejectedDataPoints ?? 0) || 0;
  } catch {
    return 0;
  }
}

/** The first field of the first field. */
function rejectedInProtobuf(answer: Buffer): number {
  if (answer[0] !== 0x0a || answer[2] !== 0x08) return 0;
  let rejected = 0;
  for (let at = 3, place = 1; at < answer.length; at++, place *= 128) {
    const byte = answer[at] ?? 0;
    rejected += (byte % 128) * place;
    if (byte < 128) return rejected;
  }
  return 0;
}

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

  /** True if it arrived. Tries again for so long (milliseconds); never rejects. */
  async send(table: Table, message: object, patience: number): Promise<boolean> {
    const { protocol, compression } = this.#target;
    const plain = protocol === 'http/json' ? Buffer.from(JSON.stringify(message)) : protobuf(table, message);
    const body = compression === 'gzip' ? await compress(plain) : plain;
    const until = performance.now() + patience;
    for (let pause = FIRST_PAUSE; ; pause = nextPause(pause)) {
      try {
        await this.#attempt(body);
        return true;
      } catch (error) {
        this.failures++;
        this.tell((error as Error).message);
        // Half of it at random, so that nodes do not come back together.
        const wait = error instanceof NotNow ? (error.pause ?? pause * (0.5 + Math.random() / 2)) : Number.NaN;
        const isLate = performance.now() + wait > until;
        if (Number.isNaN(wait) || isLate || this.#closing.signal.aborted) return false;
        await pauseFor(wait, undefined, { signal: this.#closing.signal, ref: false }).catch(() => {});
      }
    }
  }

  async #attempt(body: Uint8Array): Promise<void> {
    const { url, headers, timeoutMs, protocol, compression } = this.#target;
    const timeout = AbortSignal.timeout(timeoutMs);
    let response: Response;
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
      await discard(response);
    } catch (error) {
      const code = ((error as Error).cause as NodeJS.ErrnoException | undefined)?.code;
      if (timeout.aborted) throw new NotNow(`the collector did not respond within ${timeoutMs} ms`);
      throw new NotNow(`the collector did not respond${code ? ` (${code})` : ''}`);
    }
    if (response.ok) return;
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
async function discard(response: Response): Promise<void> {
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > LONGEST_ANSWER) return;
  }
}

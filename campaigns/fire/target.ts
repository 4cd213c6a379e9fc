import { ADMIN_KEY } from '../../test/support/service.js';

// biome-ignore lint/suspicious/noExplicitAny: responses of every shape
type Responded = { status: number; headers: Headers; body: any; ms: number };

const BACKLOG_LIMIT_MS = 300_000;

/** A service under test, as a client with one key sees it. */
export class Target {
  constructor(
    readonly url: string,
    readonly key: string,
  ) {}

  static async withNewKey(url: string): Promise<Target> {
    const body = { name: 'fire', owner: 'fire', scopes: ['read', 'write'], tier: 'pro' };
    const { body: minted } = await new Target(url, ADMIN_KEY).call('POST', '/auth/keys', body);
    return new Target(url, minted.key);
  }

  /** Throws if there is no response. */
  async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Responded> {
    const began = performance.now();
    const response = await fetch(this.url + path, {
      method,
      headers: { authorization: `Bearer ${this.key}`, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const received = await response.json();
    return { status: response.status, headers: response.headers, body: received, ms: performance.now() - began };
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Responded> {
    return this.call('POST', path, body, headers);
  }

  /** How many memories wait for vectors. */
  async backlog(): Promise<number> {
    return (await this.call('GET', '/health')).body.checks.embedder.backlog;
  }

  /** Seconds until none does. */
  async untilEmbedded(): Promise<number> {
    const none = async () => (await this.backlog()) === 0;
    return seconds(await until(BACKLOG_LIMIT_MS, 'no memory waits for vectors', none));
  }

  /** Lists every page; throws an error with the status on failure. */
  async *pages(path: string, query: Record<string, string>): AsyncGenerator<Responded['body']> {
    for (let cursor: string | null = ''; cursor !== null; ) {
      const all = new URLSearchParams({ ...query, ...(cursor ? { cursor } : {}) });
      const { status, body } = await this.call('GET', `${path}?${all}`);
      if (status !== 200) throw new Error(`GET ${path} returned ${status}: ${JSON.stringify(body)}`);
      yield body;
      cursor = body.next_cursor;
    }
  }
}

export const seconds = (ms: number) => Math.round(ms / 100) / 10;

export function medianAndLongest(values: readonly number[]): [number, number] {
  const sorted = [...values].sort((a, b) => a - b);
  return [sorted[Math.floor(sorted.length / 2)] ?? 0, sorted.at(-1) ?? 0];
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Milliseconds until the condition holds; throws on timeout. */
export async function until(limitMs: number, what: string, holds: () => Promise<boolean>): Promise<number> {
  const began = performance.now();
  while (!(await holds().catch(() => false))) {
    if (performance.now() - began > limitMs) throw new Error(`Not within ${limitMs} ms: ${what}`);
    await pause(20);
  }
  return performance.now() - began;
}

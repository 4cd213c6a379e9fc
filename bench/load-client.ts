import { Agent, request } from 'node:http';
import { quantile } from './support.js';

/** Keeps its connections; a socket per client, as many as there are. */
export class LoadClient {
  readonly #agent: Agent;
  readonly #key: string;
  constructor(key: string, sockets: number) {
    this.#key = key;
    this.#agent = new Agent({ keepAlive: true, maxSockets: sockets, maxFreeSockets: sockets });
  }

  /** Why calls got no answer, by how often. */
  readonly unanswered = new Map<string, number>();

  #noAnswer(error: NodeJS.ErrnoException): { status: number; text: string } {
    const why = error.code ?? error.message;
    this.unanswered.set(why, (this.unanswered.get(why) ?? 0) + 1);
    return { status: 0, text: '' };
  }

  /** The status, 0 where there was no answer, and the body as it came. */
  send(url: string, method: string, path: string, body?: unknown): Promise<{ status: number; text: string }> {
    return new Promise((resolve) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const headers = {
        authorization: `Bearer ${this.#key}`,
        ...(text === undefined ? {} : { 'content-length': Buffer.byteLength(text) }),
      };
      const sent = request(url + path, { method, headers, agent: this.#agent }, (response) => {
        let answer = '';
        response.setEncoding('utf8').on('data', (chunk) => {
          answer += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text: answer }));
        response.on('error', (error) => resolve(this.#noAnswer(error)));
      });
      sent.on('error', (error) => resolve(this.#noAnswer(error)));
      sent.end(text);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** Times by operation, and answers by status. */
export class Tally {
  readonly times = new Map<string, number[]>();
  readonly statuses = new Map<number, number>();
  good = 0;
  readonly #began = performance.now();
  #ended: number | undefined;

  note(operation: string, status: number, ms: number): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    if (status < 200 || status > 299) return;
    this.good++;
    const times = this.times.get(operation) ?? [];
    times.push(ms);
    this.times.set(operation, times);
  }

  /** The time is over; what is answered later still counts as an answer. */
  end(): this {
    this.#ended ??= performance.now();
    return this;
  }

  get perSecond(): number {
    return Math.round((this.good / (((this.#ended ?? performance.now()) - this.#began) / 1_000)) * 10) / 10;
  }

  get statusText(): string {
    return [...this.statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, count]) => `${status || 'no answer'}: ${count}`)
      .join(', ');
  }

  lines(): string[] {
    const round = (ms: number) => (ms < 10 ? ms.toFixed(1) : String(Math.round(ms)));
    return [...this.times]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(
        ([operation, times]) =>
          `| ${operation} | ${times.length} | ${round(quantile(times, 0.5))} ms | ${round(quantile(times, 0.99))} ms |`,
      );
  }
}

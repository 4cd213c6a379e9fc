import { createConnection, type Socket } from 'node:net';
import { quantile } from '../support.js';

interface RawResponse {
  status: number;
  text: string;
}

const HEADERS_END = '\r\n\r\n';

/**
 * One kept-alive connection, one call at a time. It writes whole requests and understands only responses with a length: Node's own client uses as
 * much CPU per call as the service needs to refuse ten, and client and service share the machine.
 */
class Line {
  readonly #port: number;
  #socket: Socket | undefined;
  #received = '';
  #done: ((response: RawResponse) => void) | undefined;
  /** Called with the reason why a call got no response. */
  readonly #lost: (why: string) => void;

  constructor(port: number, lost: (why: string) => void) {
    this.#port = port;
    this.#lost = lost;
  }

  send(request: string): Promise<RawResponse> {
    return new Promise((resolve) => {
      this.#done = resolve;
      this.#socket ??= this.#connect();
      this.#socket.write(request, 'latin1');
    });
  }

  close(): void {
    this.#socket?.destroy();
  }

  #connect(): Socket {
    const socket = createConnection({ host: '127.0.0.1', port: this.#port, noDelay: true }).setEncoding('latin1');
    socket.on('data', (chunk: string) => this.#read(chunk));
    socket.on('error', (error: NodeJS.ErrnoException) => this.#end(error.code ?? error.message));
    socket.on('close', () => this.#end('closed'));
    return socket;
  }

  #read(chunk: string): void {
    this.#received = this.#received ? this.#received + chunk : chunk;
    const head = this.#received.indexOf(HEADERS_END);
    if (head < 0) return;
    const length = /\r\ncontent-length: (\d+)/i.exec(this.#received)?.[1];
    if (length === undefined) throw new Error(`A response without a length: ${this.#received.slice(0, head)}`);
    const end = head + HEADERS_END.length + Number(length);
    if (this.#received.length < end) return;
    const response = {
      status: Number(this.#received.slice(9, 12)),
      text: this.#received.slice(head + HEADERS_END.length),
    };
    this.#received = '';
    this.#finish(response);
  }

  #end(why: string): void {
    this.#socket = undefined;
    this.#received = '';
    if (!this.#done) return;
    this.#lost(why);
    this.#finish({ status: 0, text: '' });
  }

  #finish(response: RawResponse): void {
    const done = this.#done;
    this.#done = undefined;
    done?.(response);
  }
}

/** As many connections to each service as there are concurrent calls; texts are plain ASCII. */
export class LoadClient {
  readonly #headers: string;
  readonly #free = new Map<string, Line[]>();
  readonly #all: Line[] = [];

  constructor(key: string, more: Record<string, string> = {}) {
    const headers = { Host: 'localhost', Authorization: `Bearer ${key}`, ...more };
    this.#headers = Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('');
  }

  /** Reasons why calls got no response, with their counts. */
  readonly unanswered = new Map<string, number>();

  /** The status, 0 if there was no response, and the raw body. */
  async send(url: string, method: string, path: string, body?: unknown): Promise<RawResponse> {
    const free = this.#free.get(url) ?? [];
    this.#free.set(url, free);
    const line = free.pop() ?? this.#open(url);
    const text = body === undefined ? '' : JSON.stringify(body);
    const length = body === undefined ? '' : `Content-Length: ${text.length}\r\n`;
    const response = await line.send(`${method} ${path} HTTP/1.1\r\n${this.#headers}${length}\r\n${text}`);
    free.push(line);
    return response;
  }

  #open(url: string): Line {
    const lost = (why: string) => this.unanswered.set(why, (this.unanswered.get(why) ?? 0) + 1);
    const line = new Line(Number(new URL(url).port), lost);
    this.#all.push(line);
    return line;
  }

  close(): void {
    for (const line of this.#all) line.close();
  }
}

/** Times by operation, and responses by status. */
export class Tally {
  readonly times = new Map<string, number[]>();
  readonly statuses = new Map<number, number>();
  good = 0;
  readonly #began = performance.now();
  #ended: number | undefined;

  note(operation: string, status: number, ms: number): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    // Under overload a memory may be forgotten between two calls that were sent together.
    if ((status < 200 || status > 299) && status !== 404) return;
    this.good++;
    const times = this.times.get(operation) ?? [];
    times.push(ms);
    this.times.set(operation, times);
  }

  /** Ends the measurement; later responses still count as responses. */
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
      .map(([status, count]) => `${status || 'no response'}: ${count}`)
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

interface Stream {
  isTTY?: boolean;
  write(text: string): unknown;
}

/** Most frequent redraw on a terminal, and interval between lines elsewhere; in milliseconds. */
const REDRAW = 100;
const LINE_EVERY = 10_000;

const number = (value: number) => Math.round(value).toLocaleString('en-US');

/** Progress so far and its rate: one line that updates on a terminal, a plain line now and then elsewhere. */
export class Counter {
  readonly #stream: Stream;
  readonly #verb: string;
  readonly #startedAt = performance.now();
  #shownAt = performance.now();
  #isDrawn = false;
  count = 0;
  bytes = 0;

  constructor(stream: Stream, verb: string) {
    this.#stream = stream;
    this.#verb = verb;
  }

  add(count: number, bytes: number): void {
    this.count += count;
    this.bytes += bytes;
    const since = performance.now() - this.#shownAt;
    if (since < (this.#stream.isTTY ? REDRAW : LINE_EVERY)) return;
    this.#shownAt = performance.now();
    this.#isDrawn = true;
    this.#stream.write(this.#stream.isTTY ? `\r\x1b[K${this.text()}` : `${this.text()}\n`);
  }

  /** Seconds since the start. */
  get seconds(): number {
    return (performance.now() - this.#startedAt) / 1_000;
  }

  text(): string {
    const rate = this.count / Math.max(this.seconds, 0.001);
    const entries = this.count > 0 ? `${number(this.count)} · ${number(rate)}/s · ` : '';
    return `${this.#verb} ${entries}${(this.bytes / 1e6).toFixed(1)} MB`;
  }

  /** Leaves the terminal clean. */
  end(): void {
    if (this.#isDrawn && this.#stream.isTTY) this.#stream.write('\r\x1b[K');
  }
}

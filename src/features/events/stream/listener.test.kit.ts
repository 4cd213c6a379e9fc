/** A client of the event stream that records what it receives. */
export class Listener {
  readonly events: { id: string; type: string; data: Record<string, unknown> & { memory_id?: string } }[] = [];
  /** The last id received, with or without an event. */
  lastId = '';
  retryMs = 0;
  heartbeats = 0;
  status = 0;
  headers: Headers = new Headers();
  /** Resolves when the stream ends: true when cleanly. */
  ended: Promise<boolean> = Promise.resolve(true);
  readonly #controller = new AbortController();
  #over = false;
  #changed: () => void = () => {};

  async open(
    url: string,
    /** Null: the headers authenticate the listener. */
    key: string | null,
    given: { query?: Record<string, string>; headers?: Record<string, string> } = {},
  ) {
    const response = await fetch(`${url}/memory/events?${new URLSearchParams(given.query ?? {})}`, {
      headers: { ...(key === null ? {} : { authorization: `Bearer ${key}` }), ...given.headers },
      signal: this.#controller.signal,
    });
    this.status = response.status;
    this.headers = response.headers;
    const reading = response.ok ? this.#read(response) : response.text();
    this.ended = reading
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        this.#over = true;
        this.#changed();
      });
    if (response.ok) await this.until(() => this.lastId !== '');
    return this;
  }

  async #read(response: Response): Promise<void> {
    let rest = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      rest += decoder.decode(chunk, { stream: true });
      const frames = rest.split('\n\n');
      rest = frames.pop() ?? '';
      for (const frame of frames) this.#take(frame);
      this.#changed();
    }
  }

  #take(frame: string): void {
    const fields = new Map(
      frame.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
    );
    this.lastId = fields.get('id') ?? this.lastId;
    if (fields.has('retry')) this.retryMs = Number(fields.get('retry'));
    if (fields.has('')) this.heartbeats++;
    const data = fields.get('data');
    if (data) this.events.push(JSON.parse(data));
  }

  /** Waits for events of the stream, not for a time. */
  async until(holds: () => boolean): Promise<void> {
    while (!holds()) {
      if (this.#over) throw new Error(`The stream ended after ${this.events.length} events`);
      await new Promise<void>((resolve) => {
        this.#changed = resolve;
      });
    }
  }

  leave(): void {
    this.#controller.abort();
  }
}

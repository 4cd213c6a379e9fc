import { once } from 'node:events';
import { Readable } from 'node:stream';
import type pg from 'pg';

/** What pg's connection offers for `copy` but its types omit. */
interface Wire extends pg.Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

/** Bytes per batch of rows. */
const BATCH = 262_144;

/** The result of `copy … to stdout`: rows as lines, many per chunk. The server is paused while nobody reads. */
export class CopyOut extends Readable implements pg.Submittable {
  readonly #text: string;
  readonly #onRow: (line: Buffer) => void;
  #wire: Wire | undefined;
  #batch = Buffer.allocUnsafe(BATCH);
  #used = 0;

  /** `onRow` receives each line; it must not retain it. */
  constructor(text: string, onRow: (line: Buffer) => void) {
    super({ highWaterMark: 2 * BATCH });
    this.#text = text;
    this.#onRow = onRow;
  }

  submit(connection: pg.Connection): void {
    this.#wire = connection as Wire;
    connection.query(this.#text);
  }
  override _read(): void {
    this.#wire?.stream.resume();
  }

  /** The server sends one message per row. The buffer belongs to the parser, which reuses it. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.#onRow(chunk);
    if (this.#used + chunk.length > BATCH) this.#handOn();
    if (chunk.length > BATCH) this.#give(Buffer.from(chunk));
    else this.#used += chunk.copy(this.#batch, this.#used);
  }
  #handOn(): void {
    if (this.#used === 0) return;
    const full = this.#batch.subarray(0, this.#used);
    this.#batch = Buffer.allocUnsafe(BATCH);
    this.#used = 0;
    this.#give(full);
  }
  #give(chunk: Buffer): void {
    if (!this.push(chunk)) this.#wire?.stream.pause();
  }

  handleCommandComplete(): void {
    this.#handOn();
  }
  handleReadyForQuery(): void {
    this.push(null);
    this.#wire?.stream.resume(); // for the next statement: nothing more is read here
  }
  handleError(error: Error): void {
    this.destroy(error);
    this.#wire?.stream.resume();
  }
}

/** Sends rows to `copy … from stdin`; returns how many the server accepted. If the source fails, so does the statement. */
export async function copyIn(client: pg.ClientBase, text: string, source: AsyncIterable<Buffer>): Promise<number> {
  let wire: Wire | undefined;
  let rows = 0;
  let isReady = () => {};
  let isDone = () => {};
  let hasFailed = (_error: Error) => {};
  const ready = new Promise<void>((resolve) => {
    isReady = resolve;
  });
  const done = new Promise<void>((resolve, reject) => {
    isDone = resolve;
    hasFailed = reject;
  });
  done.catch(() => {});
  client.query({
    submit(connection: pg.Connection) {
      wire = connection as Wire;
      connection.query(text);
    },
    handleCopyInResponse: () => isReady(),
    handleCommandComplete(message: { text: string }) {
      rows = Number(/^COPY (\d+)$/.exec(message.text)?.[1]);
    },
    handleReadyForQuery: () => isDone(),
    handleError: (error: Error) => hasFailed(error),
  } as pg.Submittable);
  await Promise.race([ready, done]);
  const { stream } = wire as unknown as Wire;
  try {
    for await (const chunk of source) {
      wire?.sendCopyFromChunk(chunk);
      if (stream.writableNeedDrain) await Promise.race([once(stream, 'drain'), done]);
    }
  } catch (error) {
    wire?.sendCopyFail('the source has failed');
    await done.catch(() => {});
    throw error;
  }
  wire?.endCopyFrom();
  await done;
  return rows;
}

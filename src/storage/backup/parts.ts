import { createHash } from 'node:crypto';
import { BackupProblem } from './header.js';

/** A unit of a backup: the image of a database, a table or a file. */
export interface Part {
  name: string;
  /** For a table, in the order of its values. */
  columns?: string[];
  data: AsyncIterable<Buffer>;
  /** For a table, available once all of it has been read. */
  figures?(): TableFigures;
}
export interface TableFigures {
  rows: number;
  /** Digest of the rows, independent of their order. */
  digest: string;
}
export interface PartEnd extends Partial<TableFigures> {
  bytes: number;
  sha256: string;
}
/** What is known only after everything has been read. */
export interface BackupEnd {
  /** Row counts by table. */
  rows: Record<string, number>;
  /** PostgreSQL: the last value of each sequence. */
  sequences?: Record<string, string>;
}

/** Each piece begins with its kind (one byte) and its length (four bytes). */
const KIND = { part: 1, data: 2, partEnd: 3, end: 4 } as const;
/** Bytes; we write no longer piece. */
const LONGEST = 4_194_304;

function* piece(kind: number, data: Buffer): Generator<Buffer> {
  for (let at = 0; at === 0 || at < data.length; at += LONGEST) {
    const some = data.subarray(at, at + LONGEST);
    const head = Buffer.alloc(5);
    head[0] = kind;
    head.writeUInt32BE(some.length, 1);
    yield head;
    if (some.length > 0) yield some; // a stream treats an empty chunk as a pause
  }
}
const json = (kind: number, value: unknown) => piece(kind, Buffer.from(JSON.stringify(value)));

/** Returns all parts as one stream; `onBytes` receives the size of each piece of data. */
export async function* written(
  parts: AsyncIterable<Part>,
  end: () => Promise<BackupEnd>,
  onBytes: (part: string, bytes: number) => void,
): AsyncGenerator<Buffer> {
  for await (const { name, columns, data, figures } of parts) {
    yield* json(KIND.part, { name, ...(columns ? { columns } : {}) });
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of data) {
      hash.update(chunk);
      bytes += chunk.length;
      yield* piece(KIND.data, chunk);
      onBytes(name, chunk.length);
    }
    yield* json(KIND.partEnd, { bytes, sha256: hash.digest('hex'), ...figures?.() } satisfies PartEnd);
  }
  yield* json(KIND.end, await end());
}

export interface ReadPart {
  name: string;
  columns: string[];
  /** Must be read to its end before the next part. */
  data: AsyncIterable<Buffer>;
  /** Available after the data has been read and its checksum verified. */
  end: PartEnd;
}

const odd = () => new BackupProblem('The backup contains something that this release does not know.');

/** Splits a stream into its parts again. */
export class Parts {
  readonly #source: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);
  /** Set after all parts have been read. */
  end: BackupEnd | null = null;

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<ReadPart> {
    for (;;) {
      const { kind, data } = await this.#piece();
      if (kind === KIND.end) {
        this.end = JSON.parse(data.toString()) as BackupEnd;
        // The seal of the last frame is verified only when more data is requested.
        if (this.#rest.length > 0 || !(await this.#source.next()).done) throw odd();
        return;
      }
      if (kind !== KIND.part) throw odd();
      const part: ReadPart = { columns: [], ...JSON.parse(data.toString()), end: { bytes: 0, sha256: '' } };
      let isRead = false;
      part.data = this.#data(part, () => {
        isRead = true;
      });
      yield part;
      if (!isRead) throw new Error(`the part ${part.name} was not read`);
    }
  }

  async *#data(part: ReadPart, isRead: () => void): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    for (;;) {
      const { kind, data } = await this.#piece();
      if (kind === KIND.data) {
        hash.update(data);
        yield data;
        continue;
      }
      if (kind !== KIND.partEnd) throw odd();
      part.end = JSON.parse(data.toString()) as PartEnd;
      if (hash.digest('hex') !== part.end.sha256)
        throw new BackupProblem(`The checksum of ${part.name} does not match.`);
      return isRead();
    }
  }

  async #piece(): Promise<{ kind: number; data: Buffer }> {
    const head = await this.#take(5);
    const length = head.readUInt32BE(1);
    if (length > LONGEST) throw odd();
    return { kind: head[0] as number, data: await this.#take(length) };
  }

  async #take(length: number): Promise<Buffer> {
    const found = [this.#rest];
    let size = this.#rest.length;
    while (size < length) {
      const { value, done } = await this.#source.next();
      if (done) throw odd();
      found.push(value);
      size += value.length;
    }
    const all = found.length === 1 ? this.#rest : Buffer.concat(found);
    this.#rest = all.subarray(length);
    return all.subarray(0, length);
  }
}

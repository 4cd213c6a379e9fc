import { createHash } from 'node:crypto';
import { BackupProblem } from './header.js';

/** What a backup is made of: the image of a database, a table, a file. */
export interface Part {
  name: string;
  /** Of a table, in the order of its values. */
  columns?: string[];
  data: AsyncIterable<Buffer>;
  /** Of a table, once all of it was read. */
  figures?(): TableFigures;
}
export interface TableFigures {
  rows: number;
  /** Of the rows, whatever their order. */
  digest: string;
}
export interface PartEnd extends Partial<TableFigures> {
  bytes: number;
  sha256: string;
}
/** What can be said only when all was read. */
export interface BackupEnd {
  /** Rows by table. */
  rows: Record<string, number>;
  /** PostgreSQL: how far each sequence has counted. */
  sequences?: Record<string, string>;
}

/** Before each piece: its kind in a byte, its length in four. */
const KIND = { part: 1, data: 2, partEnd: 3, end: 4 } as const;
/** Bytes; no piece of ours is longer. */
const LONGEST = 4_194_304;

function* piece(kind: number, data: Buffer): Generator<Buffer> {
  for (let at = 0; at === 0 || at < data.length; at += LONGEST) {
    const some = data.subarray(at, at + LONGEST);
    const head = Buffer.alloc(5);
    head[0] = kind;
    head.writeUInt32BE(some.length, 1);
    yield head;
    if (some.length > 0) yield some; // a stream takes an empty chunk for a pause
  }
}
const json = (kind: number, value: unknown) => piece(kind, Buffer.from(JSON.stringify(value)));

/** All parts as one stream; `tell` gets the bytes of each piece of data. */
export async function* written(
  parts: AsyncIterable<Part>,
  end: () => Promise<BackupEnd>,
  tell: (part: string, bytes: number) => void,
): AsyncGenerator<Buffer> {
  for await (const { name, columns, data, figures } of parts) {
    yield* json(KIND.part, { name, ...(columns ? { columns } : {}) });
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of data) {
      hash.update(chunk);
      bytes += chunk.length;
      yield* piece(KIND.data, chunk);
      tell(name, chunk.length);
    }
    yield* json(KIND.partEnd, { bytes, sha256: hash.digest('hex'), ...figures?.() } satisfies PartEnd);
  }
  yield* json(KIND.end, await end());
}

export interface ReadPart {
  name: string;
  columns: string[];
  /** To be read to its end before the next part. */
  data: AsyncIterable<Buffer>;
  /** Once the data was read, and its checksum found right. */
  end: PartEnd;
}

const odd = () => new BackupProblem('The backup holds something that this release does not know.');

/** Takes a stream apart again. */
export class Parts {
  readonly #source: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);
  /** Once all parts were read. */
  end: BackupEnd | null = null;

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<ReadPart> {
    for (;;) {
      const { kind, data } = await this.#piece();
      if (kind === KIND.end) {
        this.end = JSON.parse(data.toString()) as BackupEnd;
        // The seal of the last frame is looked at only by asking for more.
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

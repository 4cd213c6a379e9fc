import { invalid } from '../../../kernel/errors.js';

/** A chunk of its own takes up to a kilobyte of memory, however small it is: this many are copied into one. */
const BUNDLE = 256;
/**
 * Each chunk takes 5 µs of the main thread. JSON that a generator writes token by token arrives in chunks of this average, in bytes;
 * smaller ones are accepted up to a number that takes about 150 ms.
 */
const SMALL = 16;
const MAX_SMALL = 32_768;
const TOO_SMALL = `The body arrives in more than ${MAX_SMALL} chunks of less than ${SMALL} bytes: send larger ones.`;

/** Counts the chunks of a body. */
export class ChunkCount {
  #chunks = 0;
  bytes = 0;
  /** The chunks are too many and too small. */
  problem: Error | undefined;

  add(chunk: Buffer): void {
    this.#chunks++;
    this.bytes += chunk.length;
    if (this.#chunks > MAX_SMALL && this.bytes < this.#chunks * SMALL) this.problem ??= invalid(TOO_SMALL);
  }
}

/** Bytes that arrive piece by piece. Beyond the limit, only their number is kept. */
export class Pieces {
  #bundled: Buffer[] = [];
  #latest: Buffer[] = [];
  size = 0;

  constructor(readonly limit: number) {}

  get isOver(): boolean {
    return this.size > this.limit;
  }

  get held(): number {
    return this.isOver ? 0 : this.size;
  }

  add(piece: Buffer): void {
    if (piece.length === 0) return;
    this.size += piece.length;
    this.#latest.push(piece);
    if (this.isOver) [this.#bundled, this.#latest] = [[], []];
    else if (this.#latest.length === BUNDLE) {
      this.#bundled.push(Buffer.concat(this.#latest));
      this.#latest = [];
    }
  }

  /** Only if they are not over the limit. */
  joined(): Buffer {
    const all = [...this.#bundled, ...this.#latest];
    return all.length === 1 ? (all[0] as Buffer) : Buffer.concat(all, this.size);
  }
}

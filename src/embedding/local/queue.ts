import { EmbeddingUnavailable, type EmbedPurpose } from '../embedder.js';

export interface PieceVector {
  vector: Float32Array;
  tokens: number;
}

/** One piece of text on its way through a worker. */
export interface Piece {
  group: Group;
  index: number;
  text: string;
  retried: boolean;
}

/** The pieces of one call: it succeeds as a whole or fails as a whole. */
export class Group {
  readonly purpose: EmbedPurpose;
  readonly done: Promise<PieceVector[]>;
  readonly #pieces: Piece[];
  readonly #results: PieceVector[] = [];
  #left: number;
  #settled = false;
  #resolve!: (results: PieceVector[]) => void;
  #reject!: (error: Error) => void;

  constructor(texts: readonly string[], purpose: EmbedPurpose) {
    this.purpose = purpose;
    this.#left = texts.length;
    this.#pieces = texts.map((text, index) => ({ group: this, index, text, retried: false })).reverse();
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  get waiting(): number {
    return this.#pieces.length;
  }

  take(): Piece | undefined {
    return this.#settled ? undefined : this.#pieces.pop();
  }

  giveBack(piece: Piece): void {
    this.#pieces.push(piece);
  }

  finish(piece: Piece, result: PieceVector): void {
    this.#results[piece.index] = result;
    this.#left--;
    if (this.#left > 0 || this.#settled) return;
    this.#settled = true;
    this.#resolve(this.#results);
  }

  fail(error: Error): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#reject(error);
  }
}

/** Queries first; among equals the calls take turns, so that one long text does not hold up the short ones. */
export class PieceQueue {
  readonly #groups: Record<EmbedPurpose, Group[]> = { query: [], passage: [] };

  /** Pieces that wait; those of calls given up count until their turn comes. */
  length = 0;

  add(group: Group): void {
    this.length += group.waiting;
    this.#groups[group.purpose].push(group);
  }

  giveBack(piece: Piece): void {
    const line = this.#groups[piece.group.purpose];
    if (!line.includes(piece.group)) line.unshift(piece.group);
    piece.group.giveBack(piece);
    this.length++;
  }

  take(purpose: EmbedPurpose): Piece | undefined {
    const line = this.#groups[purpose];
    for (let group = line.shift(); group; group = line.shift()) {
      const waiting = group.waiting;
      const piece = group.take();
      this.length -= piece ? 1 : waiting; // no piece: the call was given up meanwhile
      if (!piece) continue;
      if (group.waiting > 0) line.push(group);
      return piece;
    }
    return undefined;
  }

  failAll(reason: string): void {
    for (const line of [this.#groups.query, this.#groups.passage]) {
      this.length = 0;
      for (const group of line.splice(0)) group.fail(new EmbeddingUnavailable(reason));
    }
  }
}

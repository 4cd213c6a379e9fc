import { EmbeddingUnavailable, type EmbedPurpose, type PieceVector } from '../embedder.js';
import { costOf, FairTurns } from '../fair-turns.js';
import type { Input } from './messages.js';

/** One piece of text on its way through a worker. */
export interface Piece {
  group: Group;
  index: number;
  text: Input;
  retried: boolean;
}

/** The pieces of one call: it succeeds or fails as a whole. What it has when it fails stays in `results`. */
export class Group {
  readonly purpose: EmbedPurpose;
  /** The key the work is for. */
  readonly key: string;
  readonly done: Promise<PieceVector[]>;
  readonly #pieces: Piece[];
  readonly #results: (PieceVector | undefined)[];
  #left: number;
  #settled = false;
  #resolve!: (results: PieceVector[]) => void;
  #reject!: (error: Error) => void;

  constructor(texts: readonly Input[], purpose: EmbedPurpose, key = '', results: (PieceVector | undefined)[] = []) {
    this.purpose = purpose;
    this.key = key;
    this.#results = results;
    this.#pieces = texts
      .flatMap((text, index) => (results[index] ? [] : [{ group: this, index, text, retried: false }]))
      .reverse();
    this.#left = this.#pieces.length;
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
    this.#resolve(this.#results as PieceVector[]);
  }

  fail(error: Error): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#reject(error);
  }
}

interface Line {
  turns: FairTurns;
  groups: Map<string, Group[]>;
}
const newLine = (): Line => ({ turns: new FairTurns(), groups: new Map() });

/**
 * Queries and passages are queued separately. Keys take turns by what they have used. Among one key's calls, the one with the least left goes first:
 * a long text does not delay short ones, and long ones are finished one by one instead of all being abandoned half done.
 */
export class PieceQueue {
  readonly #lines: Record<EmbedPurpose, Line> = { query: newLine(), passage: newLine() };
  readonly #waiting = new Map<string, number>();

  /** Pieces that wait; those of abandoned calls count until their turn comes. */
  length = 0;

  waitingOf(key: string): number {
    return this.#waiting.get(key) ?? 0;
  }

  add(group: Group): void {
    this.#groupsOf(group).push(group);
    this.#count(group.key, group.waiting);
  }

  giveBack(piece: Piece): void {
    const groups = this.#groupsOf(piece.group);
    if (!groups.includes(piece.group)) groups.unshift(piece.group);
    piece.group.giveBack(piece);
    this.#count(piece.group.key, 1);
  }

  /** The next piece, of a key that `may` admits. */
  take(purpose: EmbedPurpose, may?: (key: string) => boolean): Piece | undefined {
    const { turns, groups } = this.#lines[purpose];
    for (let key = turns.next(may); key !== undefined; key = turns.next(may)) {
      const piece = this.#takeOf(key, groups.get(key) ?? []);
      if (piece) turns.charge(key, costOf(piece.text));
      if (!groups.get(key)?.length) {
        groups.delete(key);
        turns.leave(key);
      }
      if (piece) return piece;
    }
    return undefined;
  }

  failAll(reason: string): void {
    for (const purpose of ['query', 'passage'] as const) {
      for (const groups of this.#lines[purpose].groups.values())
        for (const group of groups) group.fail(new EmbeddingUnavailable(reason));
      this.#lines[purpose] = newLine();
    }
    this.#waiting.clear();
    this.length = 0;
  }

  #takeOf(key: string, groups: Group[]): Piece | undefined {
    while (groups.length > 0) {
      const at = groups.reduce((least, group, i) => (group.waiting < (groups[least]?.waiting ?? 0) ? i : least), 0);
      const group = groups[at] as Group;
      const waiting = group.waiting;
      const piece = group.take();
      this.#count(key, piece ? -1 : -waiting); // no piece: the call has been abandoned
      if (!piece || group.waiting === 0) groups.splice(at, 1);
      if (piece) return piece;
    }
    return undefined;
  }

  #groupsOf({ purpose, key }: Group): Group[] {
    const { turns, groups } = this.#lines[purpose];
    const own = groups.get(key) ?? [];
    if (own.length === 0) {
      groups.set(key, own);
      turns.enter(key);
    }
    return own;
  }

  #count(key: string, more: number): void {
    this.length += more;
    const waiting = this.waitingOf(key) + more;
    if (waiting > 0) this.#waiting.set(key, waiting);
    else this.#waiting.delete(key);
  }
}

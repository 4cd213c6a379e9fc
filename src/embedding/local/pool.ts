import { FIRST_PAUSE, type Later, later, nextPause } from '../../kernel/timer.js';
import {
  checkWaiting,
  EmbeddingUnavailable,
  type EmbedPurpose,
  type PieceVector,
  waitAbortedError,
} from '../embedder.js';
import { Member } from './member.js';
import type { Input, WorkerSetup } from './messages.js';
import { Group, type Piece, PieceQueue } from './queue.js';

// Pieces a worker holds at once: one being processed and some waiting, so that it keeps going while the main thread is busy. Queries come on top, and
// the worker itself takes them first: a query waits for one run at most. So does the first piece of a key that has none there: as many again may be
// held for such keys, and the worker takes keys in turn.
const PASSAGES_IN_HAND = 4;
const QUERIES_IN_HAND = 2;
/** If callers of another key have waited for something within this time, a key leaves one worker to the others. */
const OTHERS_ACTIVE_MS = 3_000;
const KEYS_REMEMBERED = 64;
// Pieces; about 100 s of work. More than this is rejected rather than promised.
const MAX_WAITING = 20_000;

export interface PoolOptions {
  workers: number;
  setup: WorkerSetup;
  workerUrl?: URL;
  later?: Later;
  /** A worker was lost or could not start. */
  onTrouble?: (reason: string) => void;
}

/** Worker threads that turn pieces of text into vectors, and are replaced if they crash. */
export class WorkerPool {
  readonly #options: PoolOptions;
  readonly #url: URL;
  readonly #queue = new PieceQueue();
  readonly #members = new Set<Member>();
  readonly #restarts = new Set<() => void>();
  readonly #started: Promise<void>;
  #settleStart!: () => void;
  /** When callers of each key were last seen, the latest at the end. */
  readonly #seen = new Map<string, number>();
  #pause = FIRST_PAUSE;
  #trouble: string | undefined;
  #closed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#url = options.workerUrl ?? new URL('./worker.js', import.meta.url);
    this.#started = new Promise((resolve) => {
      this.#settleStart = resolve;
    });
    for (let i = 0; i < options.workers; i++) this.#spawn();
  }

  /** Resolves when the first worker is ready or none could start. */
  started(): Promise<void> {
    return this.#started;
  }

  get status(): 'ready' | 'starting' | 'down' {
    if ([...this.#members].some((member) => member.ready)) return 'ready';
    return this.#members.size > 0 ? 'starting' : 'down';
  }

  get trouble(): string | undefined {
    return this.#trouble;
  }

  get pending(): number {
    return [...this.#members].reduce((sum, member) => sum + member.load, this.#queue.length);
  }

  /**
   * `isAwaited`: a caller waits for it. If none does, other keys need not leave a worker free for it. `results`: what is already known, at its index;
   * filled as the work proceeds, even if the call is abandoned.
   */
  async run(
    texts: readonly Input[],
    purpose: EmbedPurpose,
    signal?: AbortSignal,
    key = '',
    isAwaited = true,
    results: (PieceVector | undefined)[] = [],
  ): Promise<PieceVector[]> {
    const missing = texts.filter((_, index) => !results[index]).length;
    if (missing === 0) return results as PieceVector[];
    if (signal?.aborted) throw waitAbortedError(signal);
    if (this.#closed) throw new EmbeddingUnavailable('The embedder is closed');
    if (this.status === 'down') throw new EmbeddingUnavailable(`The embedding model is unavailable: ${this.#trouble}`);
    checkWaiting(this.#queue.waitingOf(key), missing);
    if (this.#queue.length + missing > MAX_WAITING)
      throw new EmbeddingUnavailable('Too many texts are waiting', { tooMuchWaiting: true });
    if (isAwaited) this.#note(key);
    const group = new Group(texts, purpose, key, results);
    const giveUp = () => signal && group.fail(waitAbortedError(signal));
    signal?.addEventListener('abort', giveUp, { once: true });
    this.#queue.add(group);
    this.#dispatch();
    try {
      return await group.done;
    } finally {
      signal?.removeEventListener('abort', giveUp);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const cancel of this.#restarts) cancel();
    this.#queue.failAll('The embedder is closed');
    await Promise.all([...this.#members].map((member) => member.close()));
    this.#members.clear();
    this.#settleStart();
  }

  #spawn(): void {
    const member: Member = new Member(this.#url, this.#options.setup, {
      ready: () => {
        this.#trouble = undefined;
        this.#pause = FIRST_PAUSE;
        this.#settleStart();
        this.#dispatch();
      },
      freed: () => this.#dispatch(),
      lost: (reason, wasReady, pieces) => this.#replace(member, reason, wasReady, pieces),
    });
    this.#members.add(member);
  }

  #replace(member: Member, reason: string, wasReady: boolean, pieces: Piece[]): void {
    this.#members.delete(member);
    this.#options.onTrouble?.(reason);
    for (const piece of pieces) {
      if (piece.retried) piece.group.fail(new EmbeddingUnavailable(`The embedding failed twice: ${reason}`));
      else this.#queue.giveBack({ ...piece, retried: true });
    }
    if (wasReady)
      this.#spawn(); // a piece crashes at most two workers, so this terminates
    else this.#restartLater(reason);
  }

  #restartLater(reason: string): void {
    this.#trouble = reason;
    if (this.status === 'down') {
      this.#queue.failAll(`The embedding model is unavailable: ${reason}`);
      this.#settleStart();
    }
    const cancel = (this.#options.later ?? later)(this.#pause, () => {
      this.#restarts.delete(cancel);
      this.#spawn();
    });
    this.#restarts.add(cancel);
    this.#pause = nextPause(this.#pause);
  }

  #dispatch(): void {
    this.#fill('query', QUERIES_IN_HAND);
    this.#fill('passage', PASSAGES_IN_HAND);
  }

  #fill(purpose: EmbedPurpose, limit: number): void {
    for (;;) {
      const piece = this.#queue.take(purpose, (key) => this.#free(purpose, key, limit) !== undefined);
      if (!piece) return;
      this.#free(purpose, piece.group.key, limit)?.send(piece);
    }
  }

  #note(key: string): void {
    this.#seen.delete(key);
    this.#seen.set(key, performance.now());
    if (this.#seen.size > KEYS_REMEMBERED) this.#seen.delete(this.#seen.keys().next().value as string);
  }

  #othersAreActive(key: string): boolean {
    const since = performance.now() - OTHERS_ACTIVE_MS;
    for (const [other, at] of this.#seen) if (other !== key && at > since) return true;
    return false;
  }

  /** The least busy worker that may take a piece of this key. */
  #free(purpose: EmbedPurpose, key: string, limit: number): Member | undefined {
    let free: Member | undefined;
    const isIn = (member: Member) => member.hasOf(key) > 0;
    const spares = this.#members.size > 1 && this.#othersAreActive(key);
    const taken = spares ? [...this.#members].filter((member) => member.ready && isIn(member)).length : 0;
    for (const member of this.#members) {
      if (spares && taken >= this.#members.size - 1 && !isIn(member)) continue;
      const has = member.ready ? member.has(purpose) : Number.POSITIVE_INFINITY;
      if (has >= limit && (has >= 2 * limit || member.has(purpose, key) > 0)) continue;
      if (!free || member.load < free.load) free = member;
    }
    return free;
  }
}

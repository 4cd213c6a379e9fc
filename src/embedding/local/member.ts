import { Worker } from 'node:worker_threads';
import { EmbeddingUnavailable, type EmbedPurpose } from '../embedder.js';
import type { FromWorker, ToWorker, WorkerSetup } from './messages.js';
import type { Piece } from './queue.js';

// Otherwise onnxruntime keeps an identifier and a log of every session under ~/.cache, and has a vendor address to report to. It reads the variable
// from the process when the first worker loads it; a worker's own variables are a copy.
process.env.ORT_DISABLE_TELEMETRY = '1';

interface MemberEvents {
  ready(): void;
  /** A piece left the worker: finished or rejected. */
  freed(): void;
  /** The worker died unexpectedly; `pieces` are the ones it held. */
  lost(reason: string, wasReady: boolean, pieces: Piece[]): void;
}

function settle(piece: Piece, message: Extract<FromWorker, { id: number }>): void {
  if (message.type === 'embedded') piece.group.finish(piece, message);
  else piece.group.fail(new EmbeddingUnavailable(`The embedding failed: ${message.reason}`));
}

/** One worker thread of the pool, as the main thread sees it. */
export class Member {
  readonly #worker: Worker;
  readonly #pieces = new Map<number, Piece>();
  readonly #gone: Promise<void>;
  #nextId = 0;
  #closing = false;
  #reason = 'the thread ended';
  ready = false;

  constructor(url: URL, setup: WorkerSetup, events: MemberEvents) {
    this.#worker = new Worker(url, { workerData: setup });
    this.#worker.on('message', (message: FromWorker) => this.#hear(message, events));
    this.#worker.on('error', (error) => {
      this.#reason = error.message;
    });
    this.#gone = new Promise((resolve) => {
      this.#worker.once('exit', () => {
        resolve();
        const wasReady = this.ready;
        this.ready = false;
        if (!this.#closing) events.lost(this.#reason, wasReady, [...this.#pieces.values()]);
      });
    });
  }

  get load(): number {
    return this.#pieces.size;
  }

  /** Number of pieces it holds, of one key or of all. */
  has(purpose: EmbedPurpose, key?: string): number {
    let count = 0;
    for (const { group } of this.#pieces.values())
      if (group.purpose === purpose && (key === undefined || group.key === key)) count++;
    return count;
  }

  /** Number of pieces it holds of a key. */
  hasOf(key: string): number {
    return this.has('query', key) + this.has('passage', key);
  }

  send(piece: Piece): void {
    const id = this.#nextId++;
    this.#pieces.set(id, piece);
    this.#post({ type: 'embed', id, text: piece.text, purpose: piece.group.purpose, key: piece.group.key });
  }

  /** Lets the current run finish; the thread then exits by itself. */
  close(): Promise<void> {
    this.#closing = true;
    for (const { group } of this.#pieces.values()) group.fail(new EmbeddingUnavailable('The embedder is closed'));
    this.#post({ type: 'close' });
    return this.#gone;
  }

  #post(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  #hear(message: FromWorker, events: MemberEvents): void {
    if (message.type === 'ready') {
      this.ready = true;
      events.ready();
    } else if (message.type === 'failed') {
      this.#reason = message.reason;
    } else {
      const piece = this.#pieces.get(message.id);
      this.#pieces.delete(message.id);
      if (piece) settle(piece, message);
      events.freed();
    }
  }
}

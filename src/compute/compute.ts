import { Worker } from 'node:worker_threads';
import { RecollectError } from '../kernel/errors.js';
import type { Log } from '../kernel/log.js';
import type { FromThread, ToThread } from './protocol.js';
import { type Computation, Part, type Task } from './task.js';

interface RunOptions {
  /** Whose work it is: flows take turns. */
  flow: string;
  /** The approximate amount, in units of kernel/turns/turns.ts. Small work is done at once, without the thread. */
  units: number;
  /** Memory that is transferred to the thread instead of being copied. */
  transfer?: ArrayBuffer[];
  signal?: AbortSignal | undefined;
  /** Receives the parts of a result that is delivered in parts. */
  onPart?: (part: never) => void;
}

/** Work that a caller can make large, off the main thread. */
export interface Compute {
  run<I, O>(task: Task<I, O>, input: I, options: RunOptions): Promise<O>;
}

/** About 1 ms: less than a round trip to a thread would delay the call on a busy machine. */
const INLINE_UNITS = 5_000;
/** About 40 ms. Longer work gets a separate thread, so that nothing ordinary waits for it. */
const QUICK_UNITS = 200_000;
/** Megabytes of heap. A task that needs more fails; the process does not. */
const HEAP_MB = 768;

interface Waiting {
  resolve(value: unknown): void;
  reject(error: unknown): void;
  onPart: ((part: never) => void) | undefined;
}

/** Does everything at once, if there is no thread, as in tests of single parts. */
export const inlineCompute: Compute = {
  run: async (task, input, options) => inline(await task.body(input), options.onPart),
};

/** Two threads: one for ordinary work, one of low priority for work that a caller made large. */
export class ComputeThreads implements Compute {
  readonly #quick: ComputeThread;
  readonly #bulk: ComputeThread;

  constructor(entry: URL, log: Log) {
    this.#quick = new ComputeThread(entry, log, { name: 'compute' });
    this.#bulk = new ComputeThread(entry, log, { name: 'compute bulk', bulk: true });
  }

  async run<I, O>(task: Task<I, O>, input: I, options: RunOptions): Promise<O> {
    if (options.units <= INLINE_UNITS) {
      const work = task.body(input);
      // Without waiting, if possible: a caller that works in time slices has to see how long it takes.
      return inline(work instanceof Promise ? await work : work, options.onPart);
    }
    return (options.units <= QUICK_UNITS ? this.#quick : this.#bulk).run(task, input, options);
  }

  async close(): Promise<void> {
    await Promise.all([this.#quick.close(), this.#bulk.close()]);
  }
}

interface ThreadOptions {
  name?: string;
  /** Its work may be interrupted by everything else. */
  bulk?: boolean;
  heapMb?: number;
}

/** One thread for all callers, started when it is first needed and again if it dies. */
export class ComputeThread implements Compute {
  readonly #entry: URL;
  readonly #log: Log;
  readonly #options: ThreadOptions;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #next = 0;
  #closed = false;

  constructor(entry: URL, log: Log, options: ThreadOptions = {}) {
    this.#entry = entry;
    this.#log = log;
    this.#options = options;
  }

  async run<I, O>({ name }: Task<I, O>, input: I, { flow, transfer = [], signal, onPart }: RunOptions): Promise<O> {
    if (this.#closed) throw new RecollectError('stopping', 'The service is stopping: try again.');
    signal?.throwIfAborted();
    const id = this.#next++;
    const worker = this.#started();
    return new Promise<O>((resolve, reject) => {
      const cancel = () => {
        if (!this.#waiting.delete(id)) return;
        this.#post({ cancel: id });
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', cancel, { once: true });
      const settled =
        <T>(settle: (value: T) => void) =>
        (value: T) => {
          signal?.removeEventListener('abort', cancel);
          settle(value);
        };
      this.#waiting.set(id, { resolve: settled(resolve as (value: unknown) => void), reject: settled(reject), onPart });
      worker.ref(); // while someone waits
      worker.postMessage({ run: { id, flow, name, input } } satisfies ToThread, transfer);
    }).finally(() => {
      if (this.#waiting.size === 0) this.#worker?.unref();
    });
  }

  #post(message: ToThread): void {
    this.#worker?.postMessage(message);
  }

  #started(): Worker {
    if (this.#worker) return this.#worker;
    const { name = 'compute', bulk = false, heapMb = HEAP_MB } = this.#options;
    const worker = new Worker(this.#entry, {
      name,
      workerData: { bulk },
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    worker.on('message', (message: FromThread) => this.#take(message));
    worker.on('error', (error) => this.#log.error({ err: error }, 'the compute thread died'));
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
      const lost = new RecollectError(
        'overloaded',
        'This request is too much work for the service: send less at once.',
        {
          retryAfter: 2,
        },
      );
      for (const waiting of this.#waiting.values()) waiting.reject(lost);
      this.#waiting.clear();
    });
    this.#worker = worker;
    return worker;
  }

  #take(message: FromThread): void {
    const waiting = this.#waiting.get(message.id);
    if (!waiting) return;
    if ('part' in message) {
      waiting.onPart?.(message.part as never);
      // In a separate turn: bulk data from a caller must not be received in one go.
      setImmediate(() => this.#post({ proceed: message.id }));
      return;
    }
    this.#waiting.delete(message.id);
    if ('value' in message) waiting.resolve(message.value);
    else {
      const { code, message: text, details } = message.error;
      waiting.reject(code ? new RecollectError(code, text, { details }) : new Error(text));
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    const worker = this.#worker;
    if (!worker) return;
    worker.ref();
    const exited = new Promise((resolve) => worker.once('exit', resolve));
    this.#post({ close: true });
    await exited;
  }
}

function inline<O>(work: Computation<O>, onPart: ((part: never) => void) | undefined): O {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (step.value instanceof Part) onPart?.(step.value.value as never);
  }
}

import { parentPort, workerData } from 'node:worker_threads';
import { RecollectError } from '../kernel/errors.js';
import { FairQueue } from '../kernel/turns/fair-queue.js';
import { lowerThreadPriority } from '../kernel/turns/thread-priority.js';
import { TURN_UNITS } from '../kernel/turns/turns.js';
import type { FromThread, ToThread } from './protocol.js';
import { type AnyTask, type Computation, Part } from './task.js';

interface Running {
  readonly id: number;
  readonly flow: string;
  readonly work: Computation<unknown>;
  cancelled: boolean;
}

/** Runs inside a worker thread: the work of all flows, in turns of a few milliseconds each. */
export function serveCompute(tasks: readonly AnyTask[]): void {
  const port = parentPort;
  if (!port) throw new Error('serveCompute runs in a worker thread');
  if (workerData?.bulk) lowerThreadPriority('bulk');
  const byName = new Map(tasks.map((task) => [task.name, task]));
  const ready = new FairQueue<Running>();
  const known = new Map<number, Running>();
  /** Work that waits until the receiver has taken its last part. */
  const parked = new Map<number, Running>();
  let pumping = false;

  const reply = (message: FromThread) => port.postMessage(message);
  const end = (id: number, message: FromThread) => {
    known.delete(id);
    parked.delete(id);
    reply(message);
  };
  const queue = (running: Running) => {
    ready.push(running.flow, running);
    if (pumping) return;
    pumping = true;
    setImmediate(pump);
  };
  const pump = () => {
    const running = ready.take();
    if (running && !running.cancelled) turn(running);
    pumping = ready.size > 0;
    if (pumping) setImmediate(pump); // messages are read in between
  };
  const turn = (running: Running) => {
    try {
      for (let units = 0; units < TURN_UNITS; ) {
        const step = running.work.next();
        if (step.done) return end(running.id, { id: running.id, value: step.value });
        if (step.value instanceof Part) {
          parked.set(running.id, running);
          return reply({ id: running.id, part: step.value.value });
        }
        units += step.value;
      }
      queue(running);
    } catch (error) {
      end(running.id, { id: running.id, error: describe(error) });
    }
  };
  const begin = async ({ id, flow, name, input }: Extract<ToThread, { run: unknown }>['run']) => {
    try {
      const task = byName.get(name);
      if (!task) throw new Error(`No task is registered as ${name}`);
      const running: Running = { id, flow, work: await task.body(input), cancelled: false };
      known.set(id, running);
      queue(running);
    } catch (error) {
      end(id, { id, error: describe(error) });
    }
  };
  port.on('message', (message: ToThread) => {
    if ('run' in message) void begin(message.run);
    else if ('close' in message) port.close();
    else if ('proceed' in message) {
      const running = parked.get(message.proceed);
      parked.delete(message.proceed);
      if (running) queue(running);
    } else {
      const running = known.get(message.cancel);
      if (running) running.cancelled = true;
      known.delete(message.cancel);
      parked.delete(message.cancel);
    }
  });
}

function describe(error: unknown) {
  if (error instanceof RecollectError) return { code: error.code, message: error.message, details: error.details };
  return { message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

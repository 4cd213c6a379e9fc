import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '../../kernel/errors.js';
import { lowerThreadPriority } from '../../kernel/turns/thread-priority.js';
import { type Inference, loadEmbedding } from './inference.js';
import type { FromWorker, ToWorker, WorkerSetup } from './messages.js';
import { NextOrder } from './next-order.js';
import { loadReader } from './read-pairs.js';

type EmbedOrder = Extract<ToWorker, { type: 'embed' }>;

lowerThreadPriority('embedding'); // before the model's own threads start: they inherit it
const port = parentPort as MessagePort;
const say = (message: FromWorker, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);

async function respond(inference: Inference, { id, text, purpose }: EmbedOrder): Promise<void> {
  try {
    const { vector, tokens } = await inference.run(text, purpose);
    say({ type: 'embedded', id, vector, tokens }, [vector.buffer as ArrayBuffer]);
  } catch (error) {
    say({ type: 'refused', id, reason: messageOf(error) });
  }
}

function serve(inference: Inference): void {
  const waiting: EmbedOrder[] = [];
  const order = new NextOrder();
  let working = false;
  let closing = false;

  async function work(): Promise<void> {
    if (working) return;
    working = true;
    while (waiting.length > 0 && !closing) {
      const [next] = waiting.splice(order.take(waiting), 1) as [EmbedOrder];
      await respond(inference, next);
      await new Promise((resolve) => setImmediate(resolve)); // lets a query that arrived meanwhile go first
    }
    working = false;
    if (closing) {
      await inference.release();
      port.close(); // the thread exits by itself: terminating it during a run would abort the process
    }
  }

  port.on('message', (message: ToWorker) => {
    if (message.type === 'close') closing = true;
    else waiting.push(message);
    void work();
  });
}

try {
  const { folder, model } = workerData as WorkerSetup;
  serve(await (model ? loadEmbedding(folder, model) : loadReader(folder)));
  say({ type: 'ready' });
} catch (error) {
  say({ type: 'failed', reason: messageOf(error) });
  port.close();
}

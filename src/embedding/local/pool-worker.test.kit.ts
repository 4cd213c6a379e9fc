import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { FromWorker, ToWorker, WorkerSetup } from './messages.js';

// Implements the worker's side of the protocol without a model. A text is a command: `crash`, `refuse`, `hold` (until the next text arrives, and
// returned after it) or anything else, which returns the thread's running number, and the length of the text as its tokens.
const port = parentPort as MessagePort;
const say = (message: FromWorker) => port.postMessage(message);
const { folder } = workerData as WorkerSetup;
let seen = 0;
let held: Extract<ToWorker, { type: 'embed' }> | undefined;

const embedded = ({ id, text }: Extract<ToWorker, { type: 'embed' }>): FromWorker => ({
  ...{ type: 'embedded', id, vector: Float32Array.of(seen++), tokens: text.length },
});

if (folder === 'broken') {
  say({ type: 'failed', reason: 'the file is damaged' });
  port.close();
} else {
  port.on('message', (message: ToWorker) => {
    if (message.type === 'close') port.close();
    else if (message.text === 'crash') process.exit(1);
    else if (message.text === 'refuse') say({ type: 'refused', id: message.id, reason: 'a number is not finite' });
    else if (message.text === 'hold') held = message;
    else {
      const released = held && embedded(held);
      say(embedded(message));
      if (released) say(released);
      held = undefined;
    }
  });
  say({ type: 'ready' });
}

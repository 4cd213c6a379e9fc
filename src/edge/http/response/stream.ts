import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ClientGone } from './errors.js';

type Chunk = string | Uint8Array;

/** Writes what the iterator yields, as fast as the client reads it. Returns the error if it fails; the connection is then cut. */
export async function sendChunks(
  response: ServerResponse,
  first: IteratorResult<Chunk>,
  rest: AsyncIterator<Chunk>,
): Promise<unknown> {
  // An iterator that waits for something to send need not wait when nobody listens.
  response.once('close', () => void rest.return?.().catch(() => {}));
  try {
    for (let result = first; !result.done; result = await rest.next()) {
      if (response.destroyed) throw new ClientGone();
      if (!response.write(result.value)) await drained(response);
    }
    if (response.destroyed) throw new ClientGone();
    response.end();
    return undefined;
  } catch (error) {
    response.destroy(); // the body lacks its end, so no client takes it for complete
    await rest.return?.();
    return error;
  }
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve, reject) => {
    const finish = () => {
      response.off('drain', finish).off('close', finish);
      if (response.destroyed) reject(new ClientGone());
      else resolve();
    };
    response.on('drain', finish).on('close', finish);
  });
}

/** Yields existing chunks, each in its own turn of the event loop, and releases them as they are sent. */
export async function* oneByOne(chunks: Buffer[]): AsyncGenerator<Buffer, void, void> {
  chunks.reverse();
  for (let chunk = chunks.pop(); chunk; chunk = chunks.pop()) {
    yield chunk;
    await nextTurn();
  }
}

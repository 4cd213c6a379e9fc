import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ClientGone } from './errors.js';

type Chunk = string | Uint8Array;

/** Writes what the iterator gives, as fast as the client takes it. Answers what went wrong; the connection is then cut. */
export async function sendChunks(
  response: ServerResponse,
  first: IteratorResult<Chunk>,
  rest: AsyncIterator<Chunk>,
): Promise<unknown> {
  // One that waits for something to tell need not wait any longer when nobody listens.
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
    response.destroy(); // a body without its end: no client takes it for whole
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

/** Chunks that are there already, each in a turn of its own, and let go of as they are sent. */
export async function* oneByOne(chunks: Buffer[]): AsyncGenerator<Buffer, void, void> {
  chunks.reverse();
  for (let chunk = chunks.pop(); chunk; chunk = chunks.pop()) {
    yield chunk;
    await nextTurn();
  }
}

import { Recollect } from '../../../client/index.js';
import { begin } from '../../state/calls.js';

export type Connection = 'connecting' | 'open' | 'broken';

/** The service sends a heartbeat every 15 seconds: without one for this long the connection is dead, even if it was never closed. */
const SILENT_MS = 40_000;

/** A client that reports the state of its event stream. It reconnects by itself and resumes where the stream broke off. */
export function listening(input: Record<string, unknown>, onState: (state: Connection) => void): Recollect {
  const open: typeof fetch = async (address, init) => {
    const end = begin({ operation: 'events', input });
    try {
      const response = await fetch(address, init);
      end(response.ok ? 'ok' : response.status);
      onState(response.ok ? 'open' : 'broken');
      return response.ok ? watched(response, () => onState('broken')) : response;
    } catch (error) {
      end('failed');
      onState('broken');
      throw error;
    }
  };
  return new Recollect({ url: location.origin, fetch: open });
}

/** Passes the response through, and calls `over` when it ends or stays silent for too long. */
function watched(response: Response, over: () => void): Response {
  const reader = response.body?.getReader();
  if (!reader) return response;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      timer = setTimeout(() => void reader.cancel('silent'), SILENT_MS);
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        over();
        controller.close();
      } catch (error) {
        over();
        controller.error(error);
      } finally {
        clearTimeout(timer);
      }
    },
    cancel(reason) {
      clearTimeout(timer);
      return reader.cancel(reason);
    },
  });
  return new Response(body, { status: response.status, headers: response.headers });
}

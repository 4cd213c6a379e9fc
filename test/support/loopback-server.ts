import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** A server on loopback that stands in for somebody else's. */
export abstract class LoopbackServer {
  /** Its address once it listens, with the path that it is configured by. */
  url = '';
  protected readonly basePath: string = '';
  readonly #server = createServer((request, response) => void this.respond(request, response));

  protected abstract respond(request: IncomingMessage, response: ServerResponse): unknown;

  async start(port = 0): Promise<this> {
    this.#server.listen(port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.url = `http://127.0.0.1:${(this.#server.address() as { port: number }).port}${this.basePath}`;
    return this;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

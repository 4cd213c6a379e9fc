import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';

interface Backend {
  readonly url: URL;
  up: boolean;
  served: number;
}

const PROBE_MS = 50;
/** Long enough that a node that is merely slow stays in rotation. */
const MAX_WAIT_MS = 10_000;

/**
 * A minimal load balancer: round robin over the nodes whose `/health` returns 200, with kept-alive connections. It never repeats a call, so that any
 * mistake of a node shows up as a failed call.
 */
export class Balancer {
  readonly #backends: Backend[];
  readonly #agent = new Agent({ keepAlive: true });
  readonly #server: Server;
  #stopped = false;
  #turn = 0;

  constructor(urls: readonly string[]) {
    this.#backends = urls.map((url) => ({ url: new URL(url), up: false, served: 0 }));
    this.#server = createServer((incoming, outgoing) => this.#forward(incoming, outgoing));
  }

  async start(): Promise<string> {
    this.#server.keepAliveTimeout = 0; // clients keep their connections for as long as they like
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    await Promise.all(this.#backends.map((backend) => this.#probe(backend)));
    for (const backend of this.#backends) {
      const probe = async () => {
        await this.#probe(backend);
        if (!this.#stopped) setTimeout(probe, PROBE_MS);
      };
      setTimeout(probe, PROBE_MS);
    }
    return `http://127.0.0.1:${(this.#server.address() as { port: number }).port}`;
  }

  /** Calls that a node received. */
  servedBy(url: string): number {
    return this.#backends.find((backend) => backend.url.href === new URL(url).href)?.served ?? 0;
  }

  async #probe(backend: Backend): Promise<void> {
    try {
      const { ok } = await fetch(new URL('/health', backend.url), { signal: AbortSignal.timeout(MAX_WAIT_MS) });
      backend.up = ok;
    } catch {
      backend.up = false;
    }
  }

  #forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const up = this.#backends.filter((backend) => backend.up);
    const backend = up[this.#turn++ % up.length];
    if (!backend) return void outgoing.writeHead(502).end('no node is up');
    backend.served++;
    const { method, headers, url: path } = incoming;
    const { hostname, port } = backend.url;
    const onward = request({ hostname, port, path, method, headers, agent: this.#agent }, (response) => {
      const { connection: _hop, ...kept } = response.headers;
      outgoing.writeHead(response.statusCode ?? 502, kept);
      response.pipe(outgoing);
      response.on('error', () => outgoing.destroy());
    });
    onward.on('error', (error) => {
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end(String(error));
    });
    incoming.pipe(onward);
  }

  stop(): void {
    this.#stopped = true;
    this.#agent.destroy();
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

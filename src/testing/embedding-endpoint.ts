import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { StubEmbedder } from './stub-embedder.js';

/** An OpenAI-compatible embedding endpoint on loopback that answers at once, for services in another process. */
export class EmbeddingEndpoint {
  readonly #server: Server;
  readonly #stub: StubEmbedder;
  url = '';

  constructor(dimensions = 64) {
    this.#stub = new StubEmbedder(dimensions);
    this.#server = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      const texts = [JSON.parse(body).input].flat() as string[];
      const embedded = await this.#stub.embed(texts, 'query');
      const data = embedded.map((text, index) => ({ index, embedding: [...(text.vectors[0] ?? [])] }));
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ data, usage: { total_tokens: texts.length } }));
    });
  }

  async start(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.url = `http://127.0.0.1:${(this.#server.address() as { port: number }).port}/v1`;
    return this;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { LoopbackServer } from './loopback-server.js';
import { StubEmbedder } from './stub-embedder.js';

/** How it responds to a request: `cut` closes the connection, `nan` returns vectors that are not numbers, `short` returns one vector too few. */
export type EndpointMood = 'well' | 'failing' | 'hanging' | 'cut' | 'nan' | 'infinite' | 'short' | 'garbage';

/** An OpenAI-compatible embedding endpoint on loopback that responds at once, for services in another process. */
export class EmbeddingEndpoint extends LoopbackServer {
  protected override readonly basePath = '/v1';
  #stub: StubEmbedder;
  mood: EndpointMood = 'well';
  /** Requests received. */
  asked = 0;
  /** Of the last request. */
  headers: IncomingHttpHeaders = {};

  constructor(dimensions = 64) {
    super();
    this.#stub = new StubEmbedder(dimensions);
  }

  /** From now on it returns vectors of other dimensions. */
  resize(dimensions: number): void {
    this.#stub = new StubEmbedder(dimensions);
  }

  protected async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.asked++;
    this.headers = request.headers;
    let body = '';
    for await (const chunk of request) body += chunk;
    const texts = [JSON.parse(body).input].flat() as string[];
    const embedded = await this.#stub.embed(texts, 'query');
    const data = embedded.map((text, index) => ({ index, embedding: [...(text.vectors[0] ?? [])] }));
    this.#respond(response, data);
  }

  #respond(response: ServerResponse, data: { index: number; embedding: number[] }[]): void {
    const send = (text: string) => response.setHeader('content-type', 'application/json').end(text);
    const usage = { total_tokens: data.length };
    const spoilt = (with_: string) =>
      JSON.stringify({ data, usage }).replace(/"embedding":\[[^,]+/g, `"embedding":[${with_}`);
    switch (this.mood) {
      case 'well':
        return void send(JSON.stringify({ data, usage }));
      case 'failing':
        response.statusCode = 500;
        return void send('{"error":{"message":"out of order"}}');
      case 'hanging':
        return; // until the client gives up
      case 'cut':
        return void response.destroy();
      case 'nan':
        return void send(spoilt('NaN'));
      case 'infinite':
        return void send(spoilt('1e999')); // valid JSON, and infinite once parsed
      case 'short':
        return void send(JSON.stringify({ data: data.slice(1), usage }));
      case 'garbage':
        return void send('<html>Bad gateway</html>');
    }
  }
}

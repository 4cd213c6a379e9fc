import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { certificateFor } from '../../../test/support/certificate.js';

const HOST = 'notebook.example.com';
type Behaviour = (request: IncomingMessage, response: ServerResponse) => unknown;

/** An application's site on loopback, with its metadata document. It serves whatever it is given. */
export class Publisher {
  readonly #certificate = certificateFor(HOST);
  readonly #server = createServer(this.#certificate, (request, response) => {
    this.asked.push(request.url ?? '');
    this.behaviour(request, response);
  });
  /** The requested paths. */
  readonly asked: string[] = [];
  behaviour: Behaviour = (_, response) => response.writeHead(404).end();

  async start(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return this;
  }
  /** The settings a service needs to reach this site: names resolve to loopback, which is allowed, and the certificate is trusted. */
  get settings() {
    return {
      resolve: async () => ['127.0.0.1'],
      trusted: this.#certificate.cert,
      env: { RECOLLECT_OAUTH: 'on', RECOLLECT_WEBHOOK_ALLOW: '127.0.0.0/8' },
    };
  }
  get id(): string {
    return this.addressOf('/client.json');
  }
  addressOf(path: string, host = HOST): string {
    return `https://${host}:${(this.#server.address() as AddressInfo).port}${path}`;
  }
  publishes(document: unknown): void {
    this.says(JSON.stringify(document));
  }
  says(text: string): void {
    this.behaviour = (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(text);
  }
  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

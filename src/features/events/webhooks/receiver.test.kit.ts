import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after } from 'node:test';
import type { TestPlace } from '../../../../test/support/databases.js';
import { SqliteConnection } from '../../../storage/sqlite/connection.js';
import type { TenantTx } from '../../../storage/statement.js';

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  raw: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events of every shape
  event: any;
}
type Behaviour = (received: Received, response: ServerResponse) => unknown;
const well: Behaviour = (_received, response) => response.writeHead(204).end();

/** A webhook receiver on loopback with programmable behaviour. */
export class Receiver {
  readonly received: Received[] = [];
  /** How it responds. */
  behaviour: Behaviour = well;
  #server: Server | undefined;
  #port = 0;
  #came: () => void = () => {};

  async start(): Promise<this> {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk) => chunks.push(chunk));
      request.on('end', () => {
        const raw = Buffer.concat(chunks).toString();
        const received = { path: request.url ?? '', headers: request.headers, raw, event: JSON.parse(raw) };
        this.received.push(received);
        this.behaviour(received, response);
        this.#came();
      });
    }).listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/hook`;
  }
  get events() {
    return this.received.map((one) => one.event);
  }
  /** Resolves when this many have arrived. */
  async has(count: number): Promise<void> {
    while (this.received.length < count) {
      await new Promise<void>((resolve) => {
        this.#came = resolve;
      });
    }
  }
  well(): void {
    this.behaviour = well;
  }
  respondsWith(status: number, headers: Record<string, string> = {}, body = ''): void {
    this.behaviour = (_received, response) => response.writeHead(status, headers).end(body);
  }
  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    this.#server?.close();
    if (this.#server) await once(this.#server, 'close');
    this.#server = undefined;
  }
}

/** Makes receivers that are stopped after the last test of the file that calls this. */
export function receiversOfFile(): () => Promise<Receiver> {
  const receivers: Receiver[] = [];
  after(async () => {
    for (const receiver of receivers) await receiver.stop();
  });
  return async () => {
    const receiver = await new Receiver().start();
    receivers.push(receiver);
    return receiver;
  };
}

/** Lets webhooks go to the tests' receivers; names resolve as the test defines, never through a name server. */
export const LOOPBACK = { RECOLLECT_WEBHOOK_ALLOW: '127.0.0.0/8' };

/** Runs something on a key's data, bypassing the service. */
export async function withTenant<T>(place: TestPlace, keyId: string, work: (tx: TenantTx) => Promise<T>): Promise<T> {
  if (place.engine === 'sqlite') {
    const connection = new SqliteConnection(join(place.folder, 'recollect.db'), { readOnly: false });
    try {
      return await work(Object.assign(connection, { keyId }) as unknown as TenantTx);
    } finally {
      connection.close();
    }
  }
  const database = await place.open();
  try {
    const body = (tx: TenantTx) => work(tx);
    return await database.tenant(keyId).run({ kind: 'tenant', name: 'test', lane: 'write', body }, null);
  } finally {
    await database.close();
  }
}

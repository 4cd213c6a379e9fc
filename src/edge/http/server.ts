import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type Compute, inlineCompute } from '../../compute/compute.js';
import type { AnyOperation } from '../../features/request.js';
import { type Clock, SECOND, systemClock } from '../../kernel/clock.js';
import { randomIds } from '../../kernel/ids.js';
import type { Log } from '../../kernel/log.js';
import { BulkTurns } from '../../kernel/turns/bulk-turns.js';
import type { Pipeline } from '../pipeline.js';
import { Admissions, admissionOf, MAX_IN_FLIGHT } from './admission/admission.js';
import { Arriving } from './admission/arriving.js';
import { BodyMemory } from './admission/body-memory.js';
import { Flows } from './admission/flows.js';
import { BrowserGuard, type BrowserRules } from './client/browser-guard.js';
import { clientAddress } from './client/client-address.js';
import type { CookieRules } from './client/credential.js';
import { Connections } from './connections.js';
import type { Endpoint } from './endpoint.js';
import type { Edge, Finished } from './exchange.js';
import type { Page } from './page.js';
import { CommonHeaders } from './response/headers.js';
import { MAX_HEADER_BYTES, protocolError, rawResponse } from './response/raw-response.js';
import { dispatcher } from './routing.js';
import { NO_TRACING, type Tracing } from './tracing.js';

/** How long a client may take, in milliseconds. The service's own work has no limit here. */
interface Timeouts {
  /** From the connection, or from the first byte of a later request, to the end of its headers. */
  headers: number;
  /** The same, to the end of the body. */
  request: number;
  /** Between two requests. */
  keepAlive: number;
  /** Without a byte in either direction while we wait for the client. */
  idle: number;
  /** How often the first two are checked. */
  checkEvery: number;
}

const TIMEOUTS: Timeouts = {
  headers: 15 * SECOND,
  request: 120 * SECOND,
  keepAlive: 65 * SECOND, // above the 60 s of the usual load balancers, so that they close first
  idle: 60 * SECOND,
  checkEvery: 2 * SECOND,
};

export interface HttpServerOptions {
  operations: readonly AnyOperation[];
  pipeline: Pipeline;
  log: Log;
  pages?: readonly Page[];
  /** Operations that a separate protocol responds to. */
  endpoints?: readonly Endpoint[];
  /** Which web pages may call the service. */
  browsers?: BrowserRules;
  /** When the cookie of a session counts. Absent: never. */
  cookies?: CookieRules | undefined;
  /** How many proxies are in front of the service, or which ones (addresses and ranges): they may name the client in `X-Forwarded-For`. */
  trustProxy?: false | number | string;
  timeouts?: Partial<Timeouts>;
  /** If set, the service serves https. */
  certificate?: PemPair | undefined;
  /** Makes browsers use https only. */
  strictTransport?: boolean;
  /** Limits how many calls are in flight, and how many wait and for how long. */
  admissions?: Admissions;
  /** Limits the memory of bodies that arrive. */
  arriving?: Arriving;
  observe?: (finished: Finished) => void;
  /** One log line per request; on by default. */
  requestLog?: boolean;
  /** By default nothing is recorded. */
  tracing?: Tracing;
  /** Parses large bodies. */
  compute?: Compute;
  clock?: Clock;
}

/** A certificate and its key. */
export interface PemPair {
  readonly cert: string;
  readonly key: string;
}

/** Connections that may wait to be accepted while the service is busy: node's default of 511 is too small for a thousand at once. */
const BACKLOG = 4_096;

/** The HTTP server of the service. */
export class HttpServer {
  readonly #server: Server | TlsServer;
  readonly #connections: Connections;
  readonly #edge: Edge;

  constructor(options: HttpServerOptions) {
    const { operations, pipeline, log, pages = [], endpoints = [], observe = () => {}, clock = systemClock } = options;
    const server = listener({ ...TIMEOUTS, ...options.timeouts }, options.certificate);
    this.#server = server;
    this.#connections = new Connections(server);
    const rules = options.browsers ?? EVERY_BROWSER;
    const guard = new BrowserGuard(rules);
    const common = new CommonHeaders(rules.corsOrigin, guard, options.strictTransport ?? false);
    const ids = randomIds(() => clock.now());
    this.#edge = {
      common,
      guard,
      cookies: options.cookies ?? null,
      connections: this.#connections,
      admissions: options.admissions ?? new Admissions(admissionOf(MAX_IN_FLIGHT)),
      flows: new Flows(clock),
      memory: new BodyMemory(),
      arriving: options.arriving ?? new Arriving(),
      bulk: new BulkTurns(),
      compute: options.compute ?? inlineCompute,
      ids,
      log,
      requestLog: options.requestLog ?? true,
      tracing: options.tracing ?? NO_TRACING,
      observe,
    };
    const served = { operations, pages, endpoints };
    server.on('request', dispatcher(this.#edge, pipeline, served, clientAddress(options.trustProxy ?? false)));
    server.on('clientError', (error: Error, socket: Socket) => this.#notHttp(error, socket));
    // Node would respond to these two itself: we ask for the body once the caller is admitted, and ignore other expectations.
    for (const event of ['checkContinue', 'checkExpectation']) {
      server.on(event, (request, response) => server.emit('request', request, response));
    }
  }

  #notHttp(error: Error & { code?: string }, socket: Socket): void {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    // Node times a body from its first byte. For a body that is processed while it is read, only silence is limited.
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && this.#connections.isStreaming(socket)) return;
    const problem = protocolError(error.code);
    const requestId = this.#edge.ids.next('req_');
    this.#edge.log.info({ requestId, status: problem.status, reason: error.code }, 'invalid HTTP request');
    this.#connections.broken(socket, problem, rawResponse(problem, requestId));
  }

  /** Resolves when connections are accepted. Port 0 picks a free one. */
  async listen(host: string, port: number): Promise<AddressInfo> {
    const server = this.#server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen({ host, port, backlog: BACKLOG }, () => {
        server.off('error', reject);
        resolve();
      });
    });
    return server.address() as AddressInfo;
  }

  /** Applies to new connections; existing ones keep the certificate they began with. */
  useCertificate(certificate: PemPair): void {
    if ('setSecureContext' in this.#server) this.#server.setSecureContext(certificate);
  }

  /** For `ms`, serves as before but closes each connection after its response; `/health` signals load balancers to stop sending traffic. */
  async drain(ms: number): Promise<void> {
    if (ms === 0) return;
    this.#connections.draining = true;
    await pause(ms);
  }

  /** Finishes what is in flight; what is not done after `graceMs` is cut off. */
  async stop(graceMs: number): Promise<void> {
    await this.#connections.stop(graceMs);
  }
}

/** As on a public address: keys decide, not origins. */
const EVERY_BROWSER: BrowserRules = {
  ...{ corsOrigin: '*', isExplicit: false, isLoopback: false, allowedHosts: [] },
  baseUrl: () => 'http://127.0.0.1',
};

/** Milliseconds for a handshake: a client that only connects holds resources no longer than this. */
const HANDSHAKE_MS = 10_000;

function listener(timeouts: Timeouts, certificate: PemPair | undefined): Server | TlsServer {
  const options = {
    requestTimeout: timeouts.request,
    keepAliveTimeout: timeouts.keepAlive,
    headersTimeout: timeouts.headers,
    connectionsCheckingInterval: timeouts.checkEvery,
    maxHeaderSize: MAX_HEADER_BYTES,
    requireHostHeader: false, // node would respond to that one itself, without a body
  };
  const { cert, key } = certificate ?? {};
  const server = certificate
    ? createTlsServer({ ...options, cert, key, minVersion: 'TLSv1.2', handshakeTimeout: HANDSHAKE_MS })
    : createServer(options);
  return server.setTimeout(timeouts.idle);
}

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import { SECOND } from '../../kernel/clock.js';

/** One open connection. */
export interface Line {
  /** Requests whose response has not been handed over completely. */
  inFlight: number;
  latest?: IncomingMessage;
  /** What was wrong with the bytes; nothing after them can be parsed. */
  broken?: Error;
  /** Set while a body is read: aborts the read with an error. */
  breakBody?: (error: Error) => void;
  /** The body is processed while it is read, however long that takes. */
  streaming?: boolean;
  /** The response to bytes that could not be parsed, sent after the responses that are still due. */
  lastWords?: string;
}

/** Time for the last response to reach a client that is still sending; a reset would discard it. */
const LINGER_MS = 1_000;

/**
 * Open connections and requests in flight. With these, slow clients are disconnected, bytes that are not HTTP get a response without
 * disturbing the responses before it, and a stop can tell idle from busy.
 */
export class Connections {
  readonly #lines = new Map<Socket, Line>();
  /** The sockets beneath TLS, including clients that have not completed the handshake. */
  readonly #wires = new Set<Socket>();
  readonly #server: Server;
  readonly #overTls: boolean;
  #working = 0;
  #onQuiet: (() => void) | undefined;
  /** A stop is announced: every request is still served, and no connection outlives its response. */
  draining = false;
  stopping = false;

  constructor(server: Server) {
    this.#server = server;
    this.#overTls = server instanceof TlsServer;
    if (this.#overTls) {
      server.on('connection', (socket: Socket) => {
        this.#wires.add(socket);
        socket.once('close', () => this.#wires.delete(socket));
      });
    }
    server.on(this.#overTls ? 'secureConnection' : 'connection', (socket: Socket) => {
      this.#lines.set(socket, { inFlight: 0 });
      socket.once('close', () => this.#lines.delete(socket));
    });
    // This is also how node ends an idle keep-alive connection. A client that waits for us is not idle; one that does not send its body or
    // does not read its response is.
    server.on('timeout', (socket: Socket) => {
      const line = this.#lines.get(socket);
      if (!line?.inFlight || line.breakBody || socket.writableLength > 0) socket.destroy();
    });
  }

  /** Tracks a request until its response is sent or its client is gone. */
  begin(response: ServerResponse): Line {
    const socket = response.req.socket;
    const line = this.#lines.get(socket) ?? { inFlight: 0 };
    line.inFlight++;
    line.latest = response.req;
    response.on('close', () => {
      line.inFlight--;
      if (line.inFlight > 0) return;
      if (line.broken) hangUp(socket, line.lastWords);
      else if (this.stopping) socket.end();
    });
    return line;
  }

  /** The response ends the connection in the middle of a request: a client that is still sending must not be reset before it has read the reason. */
  linger(response: ServerResponse): void {
    const { socket } = response.req;
    // Node calls this when the last response is sent.
    socket.destroySoon = () => hangUp(socket);
  }

  /** The response asks the client to retry after `seconds`. Until then nothing is read from it: refusing takes time from those being served. */
  deafen(response: ServerResponse, seconds: number): void {
    const { req } = response;
    const { socket } = req;
    response.once('close', () => {
      if (!req.complete || socket.destroyed) return;
      socket.pause();
      setTimeout(() => socket.resume(), seconds * SECOND).unref();
    });
  }

  /** Work outlives its client: a stop waits for it too, because it may be about to write. */
  async work(task: Promise<void>): Promise<void> {
    this.#working++;
    try {
      await task;
    } finally {
      if (--this.#working === 0) this.#onQuiet?.();
    }
  }

  /** Whether a body on this connection may take longer than others. */
  isStreaming(socket: Socket): boolean {
    return this.#lines.get(socket)?.streaming ?? false;
  }

  /** Handles bytes that are not HTTP, or that arrived too slowly. `response` is a complete response. */
  broken(socket: Socket, error: Error, response: string): void {
    const line = this.#lines.get(socket);
    if (line?.broken) return; // node reports again for every chunk that follows
    if (!line || !socket.writable) return void socket.destroy();
    line.broken = error;
    // Within a body the error belongs to that request, which has or gets a response of its own.
    if (!line.latest || line.latest.complete) line.lastWords = response;
    line.breakBody?.(error);
    if (line.inFlight === 0) hangUp(socket, line.lastWords);
  }

  /** Accepts no more connections. Resolves when the last response is sent, or when the rest was cut off after `graceMs`. */
  async stop(graceMs: number): Promise<void> {
    this.stopping = true;
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve())); // also closes idle kept-alive connections
    // Node considers a connection that has never sent a byte busy.
    for (const [socket, { latest }] of this.#lines) {
      // With TLS the bytes of the handshake count as well, so there it is a connection that has never sent a request.
      if (socket.bytesRead === 0 || (this.#overTls && latest === undefined)) socket.destroy();
    }
    for (const socket of this.#wires) if (socket.bytesRead === 0) socket.destroy();
    const quiet = new Promise<void>((resolve) => {
      this.#onQuiet = resolve;
      if (this.#working === 0) resolve();
    });
    const over = deadline(graceMs);
    await Promise.race([Promise.all([closed, quiet]), over.reached]);
    over.cancel();
    for (const socket of [...this.#lines.keys(), ...this.#wires]) socket.destroy();
    await closed;
  }
}

function hangUp(socket: Socket, lastWords = ''): void {
  if (!socket.writableEnded) socket.end(lastWords);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

function deadline(ms: number) {
  let timer: NodeJS.Timeout | undefined;
  const reached = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return { reached, cancel: () => clearTimeout(timer) };
}

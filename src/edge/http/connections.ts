import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import { SECOND } from '../../kernel/clock.js';

/** One open connection. */
export interface Line {
  /** Requests whose answer is not yet on its way whole. */
  inFlight: number;
  latest?: IncomingMessage;
  /** What went wrong with the bytes on it; nothing after them can be understood. */
  broken?: Error;
  /** Set while a body is read: ends that reading with an error. */
  breakBody?: (error: Error) => void;
  /** A body is read while it is worked on, for as long as that takes. */
  streaming?: boolean;
  /** The answer to what could not be understood, due after the answers before it. */
  lastWords?: string;
}

/** Time for the last words to reach a client that is still sending; a reset would erase them. */
const LINGER_MS = 1_000;

/**
 * Who is connected and what is in flight: so that slow clients are cut off, bytes that are not HTTP get an answer without
 * disturbing the answers before it, and a stop can tell idle from busy.
 */
export class Connections {
  readonly #lines = new Map<Socket, Line>();
  /** Beneath TLS, also of clients that have not come through the handshake. */
  readonly #wires = new Set<Socket>();
  readonly #server: Server;
  readonly #overTls: boolean;
  #working = 0;
  #onQuiet: (() => void) | undefined;
  /** A stop is announced: everything is served, and no connection outlives its answer. */
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
    // Also how node ends a kept-alive connection that went idle. A client that waits for us is not idle; one that does not send its
    // body or does not take its answer is.
    server.on('timeout', (socket: Socket) => {
      const line = this.#lines.get(socket);
      if (!line?.inFlight || line.breakBody || socket.writableLength > 0) socket.destroy();
    });
  }

  /** Notes a request until its answer is out or its client gone. */
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

  /** The answer ends the connection in the middle of a request: a client that still sends must not be reset before it has read why. */
  linger(response: ServerResponse): void {
    const { socket } = response.req;
    // What node calls when the last answer is out.
    socket.destroySoon = () => hangUp(socket);
  }

  /** The client was told to come back in so many seconds. One that calls again earlier is not read: refusing takes time from those who are served. */
  deafen(response: ServerResponse, seconds: number): void {
    const { req } = response;
    const { socket } = req;
    response.once('close', () => {
      if (!req.complete || socket.destroyed) return;
      socket.pause();
      setTimeout(() => socket.resume(), seconds * SECOND).unref();
    });
  }

  /** Work outlives its client: a stop waits for it too, since it may be about to write. */
  async work(task: Promise<void>): Promise<void> {
    this.#working++;
    try {
      await task;
    } finally {
      if (--this.#working === 0) this.#onQuiet?.();
    }
  }

  /** Whether a body on it may take longer than others. */
  isStreaming(socket: Socket): boolean {
    return this.#lines.get(socket)?.streaming ?? false;
  }

  /** Bytes that are not HTTP, or that came too slowly. `answer` is a whole response. */
  broken(socket: Socket, error: Error, answer: string): void {
    const line = this.#lines.get(socket);
    if (line?.broken) return; // node tells again for every chunk that follows
    if (!line || !socket.writable) return void socket.destroy();
    line.broken = error;
    // Inside a body they are that request's trouble, and it has or gets an answer of its own.
    if (!line.latest || line.latest.complete) line.lastWords = answer;
    line.breakBody?.(error);
    if (line.inFlight === 0) hangUp(socket, line.lastWords);
  }

  /** Accepts nobody more and resolves when the last answer is out, or, after `graceMs`, when the rest was cut off. */
  async stop(graceMs: number): Promise<void> {
    this.stopping = true;
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve())); // also closes idle kept-alive connections
    // One that has never sent a byte is busy to node.
    for (const [socket, { latest }] of this.#lines) {
      // Through TLS the bytes of the handshake count as well, so there it is one that has never sent a request.
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

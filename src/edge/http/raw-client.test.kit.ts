import { connect, type Socket } from 'node:net';

/** A client that sends arbitrary bytes. */
export class RawClient {
  readonly socket: Socket;
  readonly closed: Promise<string>;
  text = '';

  constructor(port: number, allowHalfOpen = false) {
    this.socket = connect({ port, host: '127.0.0.1', allowHalfOpen });
    this.socket.on('data', (chunk) => {
      this.text += chunk;
    });
    this.socket.on('error', () => {});
    this.closed = new Promise((resolve) => this.socket.once('close', () => resolve(this.text)));
    if (allowHalfOpen) this.socket.once('end', () => this.socket.end());
  }

  send(text: string): this {
    this.socket.write(text);
    return this;
  }

  async until(wanted: string): Promise<string> {
    while (!this.text.includes(wanted)) {
      await new Promise<void>((resolve, reject) => {
        this.socket.once('data', () => resolve());
        this.socket.once('close', () => reject(new Error(`closed before ${wanted}: ${this.text}`)));
      });
    }
    return this.text;
  }
}

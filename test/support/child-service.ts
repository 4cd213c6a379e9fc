import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { ADMIN_KEY } from './service.js';

const MAIN = fileURLToPath(new URL('../../src/main.js', import.meta.url));
const START_LIMIT_MS = 60_000;

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/** The built command in its own process, so that it can be killed. */
export class ChildService {
  readonly url: string;
  readonly #env: Record<string, string>;
  readonly #entry: string;
  #process: ChildProcess | undefined;
  #errors = '';

  /** `entry`: a test program to run instead of the command. */
  constructor(port: number, env: Record<string, string>, entry?: URL) {
    this.#entry = entry ? fileURLToPath(entry) : MAIN;
    this.url = `http://127.0.0.1:${port}`;
    this.#env = {
      PORT: String(port),
      RECOLLECT_ADMIN_KEY: ADMIN_KEY,
      RECOLLECT_RATE_LIMIT: '0',
      LOG_LEVEL: 'error',
      ...env,
    };
  }

  get pid(): number {
    return this.#process?.pid ?? 0;
  }
  get hasEnded(): boolean {
    return this.#process === undefined || this.#process.exitCode !== null || this.#process.signalCode !== null;
  }
  /** What the process wrote to stderr. */
  get errors(): string {
    return this.#errors;
  }

  /** Resolves when `/health` responds; rejects with the output of the process if it exits instead. */
  async start(more: Record<string, string> = {}): Promise<void> {
    this.#errors = '';
    const child = spawn(process.execPath, [this.#entry, 'serve'], {
      env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...this.#env, ...more },
    });
    this.#process = child;
    child.stdout?.resume();
    child.stderr?.on('data', (chunk) => {
      this.#errors += chunk;
    });
    const began = performance.now();
    for (;;) {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`The service ended at its start: ${this.#errors}`);
      if (performance.now() - began > START_LIMIT_MS) throw new Error(`The service did not start: ${this.#errors}`);
      try {
        if ((await fetch(`${this.url}/health`)).ok) return;
      } catch {
        // Not listening yet.
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const exited = once(child, 'exit');
    child.kill(signal);
    const [code] = await exited;
    return code as number | null;
  }
}

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../main.js', import.meta.url));

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs the command in its own process, with only PATH from the tests' environment. `before` is run by the shell first. */
export function startCommand(cwd: string, args: readonly string[], env: Record<string, string> = {}, before?: string) {
  const words = [process.execPath, MAIN, ...args];
  const [command = '', ...rest] = before === undefined ? words : ['sh', '-c', `${before}; exec "$@"`, 'sh', ...words];
  const child = spawn(command, rest, {
    cwd,
    env: { PATH: process.env.PATH ?? '', HOME: cwd, ...env },
  });
  const out = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text) => {
      out[name] += text;
    });
  }
  const ended = new Promise<Ended>((resolve) => child.on('close', (code) => resolve({ code, ...out })));
  /** Resolves when stdout contains `text`, or the process has ended. */
  const printed = (text: string) =>
    new Promise<string>((resolve) => {
      const check = () => void (out.stdout.includes(text) && resolve(out.stdout));
      check();
      child.stdout.on('data', check);
      void ended.then(() => resolve(out.stdout));
    });
  return { child, out, ended, printed };
}

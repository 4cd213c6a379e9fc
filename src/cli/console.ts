import { type ChildProcess, spawn } from 'node:child_process';
import { configOfProcess } from '../config/config.js';
import { type Environment, environment } from '../config/env.js';
import { secretGiven } from '../config/secret-file.js';
import { EXIT, Failure } from './failure.js';
import { reachable } from './output/banner.js';
import { print } from './remote/client.js';
import type { RemoteOptions } from './remote/remote.js';
import { addressOf, adminKeyOf } from './remote/running.js';
import { announced } from './remote/running-file.js';
import { serviceFetch } from './remote/service-fetch.js';

export interface ConsoleOptions extends RemoteOptions {
  /** `--no-open` */
  open?: boolean;
}

const MAX_WAIT_MS = 10_000;

/** Prints a link that signs one browser in, and opens it on a desktop. */
export async function consoleCommand({ open = true, ...options }: ConsoleOptions): Promise<number> {
  const config = configOfProcess({});
  const env = environment();
  const said = options.url ?? env.RECOLLECT_URL;
  const url = said ? undefined : await announced(config);
  const address = reachable(url ?? addressOf(options, config));
  const key = options.key ?? secretGiven(env, 'RECOLLECT_KEY')?.value ?? (await adminKeyOf({}, config));
  const link = `${address}/console#link=${await linkFrom(address, key)}`;
  print(link);
  const isThere = process.stdout.isTTY === true;
  if (open && isThere) openBrowser(link, process.platform, env);
  if (isThere) print('It works once, within 5 minutes, and signs in whoever opens it.');
  return EXIT.ok;
}

async function linkFrom(address: string, key: string): Promise<string> {
  const response = await serviceFetch(`${address}/console/links`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    signal: AbortSignal.timeout(MAX_WAIT_MS),
  }).catch(() => null);
  if (!response) throw new Failure(`No service responds at ${address}: start it with recollect serve, or give --url.`);
  const body = (await response.json().catch(() => null)) as { link?: string; error?: { message?: string } } | null;
  if (response.ok && body?.link) return body.link;
  if (response.status === 404) throw new Failure(`The service at ${address} has no console (RECOLLECT_CONSOLE).`);
  throw new Failure(`${address} returned ${response.status}: ${body?.error?.message ?? 'there is no console'}`);
}

/** The program that opens URLs, or null if there is no desktop to open them on. */
export function opener(platform: NodeJS.Platform, env: Environment): readonly [string, ...string[]] | null {
  if (env.SSH_CONNECTION || env.CI) return null;
  if (platform === 'darwin') return ['open'];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return env.DISPLAY || env.WAYLAND_DISPLAY ? ['xdg-open'] : null;
}

function openBrowser(link: string, platform: NodeJS.Platform, env: Environment): void {
  const [program, ...args] = opener(platform, env) ?? [];
  if (!program) return;
  const child: ChildProcess = spawn(program, [...args, link], { stdio: 'ignore', detached: true });
  child.on('error', () => {}); // the link is on the screen anyway
  child.unref();
}

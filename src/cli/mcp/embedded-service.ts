import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config/config.js';
import type { Log } from '../../kernel/log.js';
import type { Service } from '../../service.js';
import type { Remote } from '../remote/remote.js';
import { adminKeyOf, healthOf } from '../remote/running.js';
import { announce, announced } from '../remote/running-file.js';
import { callOperation } from './http-caller.js';

/**
 * The service behind `recollect mcp`: the one that already runs on the data folder, else one in this process. Several assistants on one machine
 * each start a `recollect mcp`; the first one serves them all, and when it ends another takes over.
 */
export class EmbeddedService {
  readonly #config: Config;
  readonly #log: Log;
  #service: Service | undefined;
  #unannounce: (() => Promise<void>) | undefined;

  constructor(config: Config, log: Log) {
    // Only for this machine, on a free port.
    this.#config = { ...config, host: '127.0.0.1', port: 0, tlsCert: undefined, tlsKey: undefined };
    this.#log = log;
  }

  async find(): Promise<Remote> {
    const url = await this.#running();
    if (url) return ownKey(this.#config, url, await adminKeyOf({}, this.#config));
    try {
      return await this.#start();
    } catch (error) {
      // Another process may have been faster.
      const other = await this.#running();
      if (!other) throw error;
      return ownKey(this.#config, other, await adminKeyOf({}, this.#config));
    }
  }

  async #running(): Promise<string | null> {
    const url = await announced(this.#config);
    return url && (await healthOf(url)) ? url : null;
  }

  async #start(): Promise<Remote> {
    const { startService } = await import('../../service.js');
    this.#service = await startService(this.#config, { log: this.#log });
    this.#unannounce = await announce(this.#config, this.#service.url);
    return ownKey(this.#config, this.#service.url, this.#service.adminKey.key);
  }

  async close(): Promise<void> {
    await this.#unannounce?.();
    await this.#service?.stop();
  }
}

const OWNER_ONLY = 0o600;
const MINT = { method: 'POST', path: '/auth/keys' } as const;
const USAGE = { method: 'GET', path: '/usage' } as const;

/** The key that `recollect mcp` works with: created at its first start, stored in the data folder and readable only by the folder's owner. */
async function ownKey(config: Config, url: string, adminKey: string): Promise<Remote> {
  const file = join(config.dataDir, 'mcp-key');
  const kept = (await readFile(file, 'utf8').catch(() => '')).trim();
  if (kept && (await works({ url, key: kept }))) return { url, key: kept };
  const body = { name: 'recollect mcp', owner: 'this machine', scopes: ['read', 'write'], tier: 'pro' };
  const { key } = (await callOperation({ url, key: adminKey }, MINT, body)) as { key: string };
  await writeFile(file, `${key}\n`, { mode: OWNER_ONLY, flush: true });
  await chmod(file, OWNER_ONLY);
  return { url, key };
}

const works = (place: Remote) =>
  callOperation(place, USAGE, { days: 1 }).then(
    () => true,
    () => false,
  );

import { hash } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Config } from '../../config/config.js';
import { RecollectError } from '../../kernel/errors.js';
import type { Log } from '../../kernel/log.js';
import type { Service } from '../../service.js';
import { FolderInUse } from '../../storage/sqlite/lock.js';
import { textIn, writeWhole } from '../init/write.js';
import type { Remote } from '../remote/remote.js';
import { adminKeyOf, healthOf } from '../remote/running.js';
import { announce, announced } from '../remote/running-file.js';
import { callOperation } from './http-caller.js';

/** Most milliseconds to wait for a service that another process is starting. */
const START_MS = 60_000;
const LOOK_EVERY_MS = 250;

/**
 * The service behind `recollect mcp`: the one that already runs on the data folder, else one in this process. Several assistants on one machine
 * each start a `recollect mcp`; the first one serves them all, and when it ends another takes over.
 */
export class EmbeddedService {
  readonly #config: Config;
  readonly #log: Log;
  #service: Service | undefined;
  #unannounce: (() => Promise<void>) | undefined;
  #finding: Promise<Remote> | undefined;

  constructor(config: Config, log: Log) {
    // Only for this machine, on a free port.
    this.#config = { ...config, host: '127.0.0.1', port: 0, tlsCert: undefined, tlsKey: undefined };
    this.#log = log;
  }

  /** Concurrent calls share one search: two starts in one process would be in each other's way. */
  find(): Promise<Remote> {
    this.#finding ??= this.#find().finally(() => {
      this.#finding = undefined;
    });
    return this.#finding;
  }

  async #find(): Promise<Remote> {
    for (let waited = 0; ; waited += LOOK_EVERY_MS) {
      const url = await this.#running();
      if (url) return this.#ownKey(url, await adminKeyOf({}, this.#config));
      try {
        return await this.#start();
      } catch (error) {
        // Another process may be starting the service: it holds the folder before it announces the address.
        if (!(error instanceof FolderInUse) || waited >= START_MS) throw error;
        await setTimeout(LOOK_EVERY_MS);
      }
    }
  }

  async #running(): Promise<string | null> {
    const url = await announced(this.#config);
    return url && (await healthOf(url)) ? url : null;
  }

  async #start(): Promise<Remote> {
    const { startService } = await import('../../service.js');
    this.#service = await startService(this.#config, { log: this.#log });
    try {
      return await this.#ownKey(this.#service.url, this.#service.adminKey.key);
    } finally {
      this.#unannounce = await announce(this.#config, this.#service.url);
    }
  }

  /** The key that `recollect mcp` works with: created at its first start, stored in the data folder and readable only by the folder's owner. */
  async #ownKey(url: string, adminKey: string): Promise<Remote> {
    const file = join(this.#config.dataDir, 'mcp-key');
    const kept = (await textIn(file)).trim();
    let key = kept;
    // Several that start at once replace the same key, or none, so they all get the same new one.
    while (key === '' || (await refuses({ url, key }))) {
      if (key) this.#log.warn({ file }, 'the service no longer accepts this key: it is replaced by a new one');
      const once = { 'idempotency-key': `recollect mcp ${hash('sha256', key)}` };
      ({ key } = (await callOperation({ url, key: adminKey }, MINT, MINTED, once)) as { key: string });
    }
    if (key !== kept) await writeWhole(file, `${key}\n`, OWNER_ONLY);
    return { url, key };
  }

  async close(): Promise<void> {
    await this.#unannounce?.();
    await this.#service?.stop();
  }
}

const OWNER_ONLY = 0o600;
const MINT = { method: 'POST', path: '/auth/keys' } as const;
const MINTED = { name: 'recollect mcp', owner: 'this machine', scopes: ['read', 'write'], tier: 'pro' };
const USAGE = { method: 'GET', path: '/usage' } as const;

/** A key that is only rate-limited, or not looked up while the database is unavailable, is still the key of all memories. */
const refuses = (remote: Remote): Promise<boolean> =>
  callOperation(remote, USAGE, { days: 1 }).then(
    () => false,
    (error) => error instanceof RecollectError && ['invalid_key', 'key_revoked'].includes(error.code),
  );

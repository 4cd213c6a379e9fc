import { currentAdminKey } from '../../config/admin-key.js';
import { type Config, ConfigError } from '../../config/config.js';
import { environment } from '../../config/env.js';
import { serviceFetch, trustCertificate } from './service-fetch.js';

export interface RunningOptions {
  url?: string;
  key?: string;
}

/** The fields of `GET /health` that the commands read. */
export interface Health {
  version: string;
  checks: {
    embedder: {
      model: string;
      status: string;
      changing: { from: string; to: string; done: number; total: number; detail?: string } | null;
    };
  };
}

const MAX_WAIT_MS = 3_000;

export function addressOf({ url }: RunningOptions, { port, tlsCert }: Config): string {
  const address = url ?? (environment().RECOLLECT_URL || `${tlsCert ? 'https' : 'http'}://127.0.0.1:${port}`);
  trustCertificate(address, tlsCert);
  if (/^https?:\/\/./.test(address) && URL.canParse(address)) return address.replace(/\/+$/, '');
  throw new ConfigError('The address of the service must be a URL that begins with http:// or https://.');
}

/** Null if no Recollect responds there. */
export async function healthOf(address: string): Promise<Health | null> {
  try {
    const answer = await serviceFetch(`${address}/health`, { signal: AbortSignal.timeout(MAX_WAIT_MS) });
    const health = (await answer.json()) as Partial<Health> | null;
    return health?.checks?.embedder ? (health as Health) : null;
  } catch {
    return null;
  }
}

/** The admin credential of the service on this machine: given, configured, or stored in the data folder. */
export async function adminKeyOf({ key }: RunningOptions, config: Config): Promise<string> {
  const found = key ?? (await currentAdminKey(config));
  if (found) return found;
  throw new ConfigError(
    'The admin credential is needed: give --key, or set RECOLLECT_ADMIN_KEY or RECOLLECT_DATA_DIR to what the service uses.',
  );
}

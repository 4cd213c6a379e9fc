import type { HealthResponse } from '../../client/index.js';
import { currentAdminKey } from '../../config/admin-key.js';
import { type Config, ConfigError } from '../../config/config.js';
import { environment } from '../../config/env.js';
import type { RemoteOptions } from './remote.js';
import { serviceFetch, trustCertificate } from './service-fetch.js';

const MAX_WAIT_MS = 3_000;

export function addressOf({ url }: RemoteOptions, { port, tlsCert }: Config): string {
  const address = url ?? (environment().RECOLLECT_URL || `${tlsCert ? 'https' : 'http'}://127.0.0.1:${port}`);
  trustCertificate(address, tlsCert);
  if (/^https?:\/\/./.test(address) && URL.canParse(address)) return address.replace(/\/+$/, '');
  throw new ConfigError('The address of the service must be a URL that begins with http:// or https://.');
}

/** Null if no Recollect responds there. */
export async function healthOf(address: string): Promise<HealthResponse | null> {
  try {
    const response = await serviceFetch(`${address}/health`, { signal: AbortSignal.timeout(MAX_WAIT_MS) });
    const health = (await response.json()) as Partial<HealthResponse> | null;
    return health?.checks?.embedder ? (health as HealthResponse) : null;
  } catch {
    return null;
  }
}

/** The admin credential of the service on this machine: given, configured, or stored in the data folder. */
export async function adminKeyOf({ key }: RemoteOptions, config: Config): Promise<string> {
  const found = key ?? (await currentAdminKey(config));
  if (found) return found;
  throw new ConfigError(
    'The admin credential is needed: give --key, or set RECOLLECT_ADMIN_KEY or RECOLLECT_DATA_DIR to what the service uses.',
  );
}

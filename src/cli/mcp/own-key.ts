import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config/config.js';
import { callOperation, type Place } from './http-caller.js';

const OWNER_ONLY = 0o600;
const MINT = { method: 'POST', path: '/auth/keys' } as const;
const USAGE = { method: 'GET', path: '/usage' } as const;

/** The key that `recollect mcp` works with: created at its first start, stored in the data folder and readable only by the folder's owner. */
export async function ownKey(config: Config, url: string, adminKey: string): Promise<Place> {
  const file = join(config.dataDir, 'mcp-key');
  const kept = (await readFile(file, 'utf8').catch(() => '')).trim();
  if (kept && (await works({ url, key: kept }))) return { url, key: kept };
  const body = { name: 'recollect mcp', owner: 'this machine', scopes: ['read', 'write'], tier: 'pro' };
  const { key } = (await callOperation({ url, key: adminKey }, MINT, body)) as { key: string };
  await writeFile(file, `${key}\n`, { mode: OWNER_ONLY, flush: true });
  await chmod(file, OWNER_ONLY);
  return { url, key };
}

const works = (place: Place) =>
  callOperation(place, USAGE, { days: 1 }).then(
    () => true,
    () => false,
  );

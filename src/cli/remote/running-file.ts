import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config/config.js';
import { trustCertificate } from './service-fetch.js';

const fileIn = (config: Config) => join(config.dataDir, 'service.json');

/** Publishes to other commands on this machine where the service of this data folder listens. */
export async function announce(config: Config, url: string): Promise<() => Promise<void>> {
  const file = fileIn(config);
  const about = { url, pid: process.pid, ...(config.tlsCert ? { certificate: config.tlsCert } : {}) };
  await writeFile(file, JSON.stringify(about), { mode: 0o600 }).catch(() => {});
  return () => rm(file, { force: true });
}

/** Where the service of the data folder listens, if it has announced that. It may have ended since: check. */
export async function announced(config: Config): Promise<string | null> {
  try {
    const { url, certificate } = JSON.parse(await readFile(fileIn(config), 'utf8'));
    if (typeof url !== 'string') return null;
    if (typeof certificate === 'string') trustCertificate(url, certificate);
    return url;
  } catch {
    return null;
  }
}

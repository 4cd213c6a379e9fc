import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config/config.js';

const fileIn = (config: Config) => join(config.dataDir, 'service.json');

/** Tells other commands on this machine where the service of this data folder listens. */
export async function announce(config: Config, url: string): Promise<() => Promise<void>> {
  const file = fileIn(config);
  await writeFile(file, JSON.stringify({ url, pid: process.pid }), { mode: 0o600 }).catch(() => {});
  return () => rm(file, { force: true });
}

/** Where the service of the data folder listens, if one says so. It may be gone: ask it. */
export async function announced(config: Config): Promise<string | null> {
  try {
    const { url } = JSON.parse(await readFile(fileIn(config), 'utf8'));
    return typeof url === 'string' ? url : null;
  } catch {
    return null;
  }
}

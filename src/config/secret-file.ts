import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { ConfigError } from './config-error.js';
import type { Environment } from './env.js';

/** Orchestrators mount secrets as files; a variable with this suffix names one. */
export const FILE_SUFFIX = '_FILE';
/** A wrong path, such as that of a database, is rejected rather than read. */
const MAX_BYTES = 64 * 1024;

/** The secret in `NAME`, or in the file named by `NAME_FILE`; null if neither is set. */
export function secretGiven(env: Environment, name: string, cwd = process.cwd()): { as: string; value: string } | null {
  const value = env[name]?.trim();
  const as = name + FILE_SUFFIX;
  const path = env[as]?.trim();
  if (value && path) throw new ConfigError(`${name} and ${as} are both set: keep one of them.`);
  if (path) return { as, value: contentOf(as, resolve(cwd, path)) };
  return value ? { as: name, value } : null;
}

function contentOf(as: string, path: string): string {
  const text = read(as, path)
    .replace(/^\uFEFF/, '')
    .trimEnd();
  if (text === '') throw new ConfigError(`The file ${path} of ${as} is empty: it must contain the secret.`);
  return text;
}

function read(as: string, path: string): string {
  let size = 0;
  try {
    size = statSync(path).size;
    if (size <= MAX_BYTES) return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`;
    throw new ConfigError(`The file ${path} of ${as} ${reason}.`);
  }
  throw new ConfigError(`The file ${path} of ${as} has ${size} bytes, but must have at most ${MAX_BYTES}.`);
}

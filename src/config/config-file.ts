import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { ConfigError } from './config-error.js';
import type { Environment } from './env.js';

export const CONFIG_FILE = 'recollect.config.json';

export interface ConfigFile {
  readonly path: string;
  readonly values: Readonly<Record<string, unknown>>;
}

function parse(path: string, text: string): ConfigFile {
  let values: unknown;
  try {
    values = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    // The parser's own message would quote the text, secrets included.
    throw new ConfigError(`The configuration file ${path} is not valid JSON.`);
  }
  if (typeof values !== 'object' || values === null || Array.isArray(values))
    throw new ConfigError(`The configuration file ${path} must contain a JSON object.`);
  return { path, values: values as Record<string, unknown> };
}

/** The file named by the flag or the environment, else the one in the working directory, else none. */
export function findConfigFile(flag: string | undefined, env: Environment, cwd: string): ConfigFile | undefined {
  const named = flag?.trim() || env.RECOLLECT_CONFIG?.trim();
  const path = resolve(cwd, named || CONFIG_FILE);
  try {
    return parse(path, readFileSync(path, 'utf8'));
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && !named) return undefined;
    const reason = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`;
    throw new ConfigError(`The configuration file ${path} ${reason}.`);
  }
}

export const folderOf = (file: ConfigFile) => dirname(file.path);

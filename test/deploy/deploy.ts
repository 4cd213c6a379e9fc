import { accessSync, constants, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { SETTINGS } from '../../src/config/settings.js';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
// biome-ignore lint/suspicious/noExplicitAny: tests inspect documents of any shape
export type Tree = any;

export const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
export const yamlOf = (path: string): Tree => parse(textOf(path));
export const jsonOf = (path: string): Tree => JSON.parse(textOf(path));

/** Also where Debian puts servers, which is not on every user's PATH. */
const PLACES = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];

/** The path of a program, or undefined if it is not installed. */
export function program(name: string): string | undefined {
  return PLACES.map((folder) => join(folder, name)).find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
export const missing = (name: string) =>
  program(name) ? false : `${name} is not installed: scripts/deploy-tools.sh installs it (Debian, as root)`;

const FILES = SETTINGS.filter(({ secret, env }) => secret || env === 'DATABASE_URL').map(({ env }) => `${env}_FILE`);
const KNOWN = new Set([...SETTINGS.map(({ env }) => env), ...FILES]);

/** Names of variables that are not settings of the service. */
export const unknownSettings = (names: Iterable<string>): string[] => [...names].filter((name) => !KNOWN.has(name));

/** The anchor that GitHub gives a heading of a page. */
const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
export const anchorsOf = (page: string): string[] =>
  [...textOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchor(heading));

import { mkdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Failure } from '../failure.js';
import type { McpClient } from './clients.js';

export interface Entry {
  command: string;
  args: string[];
  env?: Record<string, string>;
}

/** In the form that an application wants. */
export const entryIn = ({ extra }: Pick<McpClient, 'extra'>, entry: Entry) => ({ ...extra, ...entry });

/** The settings with our entry in their list; everything else is unchanged. Null if exactly this entry is already there. */
function withEntry(text: string, { list, extra }: Pick<McpClient, 'list' | 'extra'>, entry: Entry): string | null {
  const settings = text.trim() === '' ? {} : (JSON.parse(text) as unknown);
  if (typeof settings !== 'object' || settings === null || Array.isArray(settings))
    throw new SyntaxError('not an object');
  const before = settings as Record<string, Record<string, unknown> | undefined>;
  const ours = entryIn({ extra }, entry);
  if (JSON.stringify(before[list]?.recollect) === JSON.stringify(ours)) return null;
  return `${JSON.stringify({ ...before, [list]: { ...before[list], recollect: ours } }, null, 2)}\n`;
}

/** Empty if there is no such file. */
export const textIn = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });

/** What the file would contain with our entry; null if it is already there. */
export async function plannedText(client: McpClient, entry: Entry): Promise<string | null> {
  const text = await textIn(client.file);
  try {
    return withEntry(text, client, entry);
  } catch {
    throw new Failure(`${client.file} is not plain JSON: add the entry by hand (recollect init --print shows it).`);
  }
}

/** Returns whether anything was written. The file is either written completely or left as it was. */
export async function writeEntry(client: McpClient, entry: Entry): Promise<boolean> {
  const changed = await plannedText(client, entry);
  if (changed === null) return false;
  await writeWhole(client.file, changed);
  return true;
}

/** Settings that are symbolic links, as in dotfile collections, stay links. */
export async function writeWhole(file: string, text: string, mode?: number): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const target = await realpath(file).catch(() => file);
  const kept = mode ?? (await stat(target).catch(() => undefined))?.mode;
  const draft = `${target}.recollect-${process.pid}`;
  await writeFile(draft, text, kept === undefined ? {} : { mode: kept & 0o777 });
  await rename(draft, target);
}

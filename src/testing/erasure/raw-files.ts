import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** How often each file of a folder holds a word, in any case; files without it are left out. */
export async function hitsIn(folder: string, word: string): Promise<Record<string, number>> {
  const entries = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const hits: Record<string, number> = {};
  for (const { parentPath, name } of entries) {
    const text = (await readFile(join(parentPath, name))).toString('latin1').toLowerCase();
    const count = text.split(word.toLowerCase()).length - 1;
    if (count > 0) hits[name] = count;
  }
  return hits;
}

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** How often each file in a folder contains a word, ignoring case; files without it are left out. */
export async function hitsIn(folder: string, word: string): Promise<Record<string, number>> {
  const entries = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const hits: Record<string, number> = {};
  for (const { parentPath, name } of entries) {
    // SQLite may delete one of its files meanwhile: a deleted file contains nothing.
    const bytes = await readFile(join(parentPath, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return Buffer.alloc(0);
      throw error;
    });
    const text = bytes.toString('latin1').toLowerCase();
    const count = text.split(word.toLowerCase()).length - 1;
    if (count > 0) hits[name] = count;
  }
  return hits;
}

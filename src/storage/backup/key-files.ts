import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { prepareFolder } from '../../kernel/data-folder.js';
import type { Part, ReadPart } from './parts.js';

/** Credentials stored next to the database. They are in clear text, so only an encrypted backup includes them. */
const KEY_FILES = ['admin-key', 'mcp-key'];
const PREFIX = 'file/';
/** Bytes; a credential has fewer than a hundred. */
const LONGEST = 4_096;

const missing = (error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOENT') return null;
  throw error;
};

/** Returns the ones that exist. */
export async function keyFilesIn(folder: string): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>();
  for (const name of KEY_FILES) {
    const bytes = await readFile(join(folder, name)).catch(missing);
    if (bytes && bytes.length > 0 && bytes.length <= LONGEST) found.set(name, bytes);
  }
  return found;
}

export function* keyFileParts(files: Map<string, Buffer>): Generator<Part> {
  for (const [name, bytes] of files) {
    yield {
      name: PREFIX + name,
      data: (async function* () {
        yield bytes;
      })(),
    };
  }
}

/** Reads all parts: returns the key files and passes every other part to `take`. */
export async function readParts(
  parts: AsyncIterable<ReadPart>,
  signal: AbortSignal,
  take: (part: ReadPart) => Promise<void>,
): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for await (const part of parts) {
    signal.throwIfAborted();
    const name = KEY_FILES.find((known) => part.name === PREFIX + known);
    if (!name) {
      await take(part);
      continue;
    }
    files.set(name, await buffer(part.data));
  }
  return files;
}

/** A file that already exists is left unchanged. */
export async function writeKeyFiles(folder: string, files: ReadonlyMap<string, Buffer>) {
  const report = { written: [] as string[], kept: [] as string[] };
  if (files.size > 0) prepareFolder(folder);
  for (const [name, bytes] of files) {
    const isNew = await writeFile(join(folder, name), bytes, { flag: 'wx', mode: 0o600, flush: true }).then(
      () => true,
      (error) => {
        if (error.code === 'EEXIST') return false;
        throw error;
      },
    );
    (isNew ? report.written : report.kept).push(name);
  }
  return report;
}

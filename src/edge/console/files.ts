import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

export interface ConsoleFile {
  readonly contentType: string;
  readonly etag: string;
  readonly plain: Buffer;
  /** As compressed by the build. */
  readonly br?: Buffer;
  readonly gzip?: Buffer;
}
/** By path below the folder, with slashes. */
export type ConsoleFiles = ReadonlyMap<string, ConsoleFile>;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};
const COMPRESSED = ['.br', '.gz'];

/** Reads the folder that the build made, completely and once: what is not there at the start is not served. Empty if there is no folder. */
export async function readConsole(folder: string): Promise<ConsoleFiles> {
  const bytes = new Map<string, Buffer>();
  for (const path of await pathsIn(folder, '')) bytes.set(path, await readFile(join(folder, path)));
  const files = new Map<string, ConsoleFile>();
  for (const [path, plain] of bytes) {
    if (COMPRESSED.includes(extname(path))) continue;
    const [br, gzip] = [bytes.get(`${path}.br`), bytes.get(`${path}.gz`)];
    files.set(path, {
      contentType: TYPES[extname(path)] ?? 'application/octet-stream',
      etag: `"${hash('sha256', plain, 'base64url').slice(0, 27)}"`,
      plain,
      ...(br ? { br } : {}),
      ...(gzip ? { gzip } : {}),
    });
  }
  return files;
}

async function pathsIn(folder: string, below: string): Promise<string[]> {
  const entries = await readdir(join(folder, below), { withFileTypes: true }).catch((error) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  });
  const paths: string[] = [];
  for (const entry of entries) {
    const path = below ? `${below}/${entry.name}` : entry.name;
    if (entry.isDirectory()) paths.push(...(await pathsIn(folder, path)));
    else if (entry.isFile()) paths.push(path);
  }
  return paths;
}

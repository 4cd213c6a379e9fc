import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { AnyOperation } from '../../features/request.js';
import { clientMarkdown, clientSource } from './client-source/source.js';
import { operationsMarkdown } from './markdown.js';
import { OPEN_BASE_URL, openApi } from './openapi/openapi.js';
import { pythonSource } from './python-source/source.js';

/** The files of `docs/reference`, by name. */
export function referenceFiles(
  operations: readonly AnyOperation[],
  { version }: { version: string },
): Map<string, string> {
  const document = openApi(operations, { baseUrl: OPEN_BASE_URL, version });
  return new Map([
    ['openapi.json', `${JSON.stringify(document, null, 2)}\n`],
    ['operations.md', operationsMarkdown(operations)],
    ['client.md', clientMarkdown(operations)],
  ]);
}

export interface ReferenceOptions {
  /** Compare only; write nothing. */
  check: boolean;
  operations: readonly AnyOperation[];
  version: string;
}

/** Writes the files that differ from the declarations, or with `check` only returns their names. */
export async function writeReference(
  outDir: string,
  { check, operations, version }: ReferenceOptions,
): Promise<string[]> {
  const files = [...referenceFiles(operations, { version })];
  return renew(
    files.map(([name, text]) => [join(outDir, name), text]),
    check,
  );
}

/** The same for the TypeScript client's types. */
export const writeClient = (file: string, { check, operations }: ReferenceOptions): Promise<string[]> =>
  renew([[file, clientSource(operations)]], check);

/** The same for the Python client's types and methods. */
export const writePython = (file: string, { check, operations }: ReferenceOptions): Promise<string[]> =>
  renew([[file, pythonSource(operations)]], check);

/** Returns the files that are out of date and, unless `check` is set, writes them. */
async function renew(files: [path: string, text: string][], check: boolean): Promise<string[]> {
  const drifted: string[] = [];
  for (const [path, text] of files) {
    if ((await textOf(path)) === text) continue;
    drifted.push(basename(path));
    if (check) continue;
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  return drifted;
}

async function textOf(path: string): Promise<string | null> {
  try {
    // A checkout on Windows may have changed the line endings.
    return (await readFile(path, 'utf8')).replaceAll('\r\n', '\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

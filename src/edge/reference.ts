import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AnyOperation } from '../features/request.js';
import { OPEN_BASE_URL, openApi } from './openapi/openapi.js';
import { operationsMarkdown } from './reference-markdown.js';

/** The files of `docs/reference`, by name. */
export function referenceFiles(
  operations: readonly AnyOperation[],
  { version }: { version: string },
): Map<string, string> {
  const document = openApi(operations, { baseUrl: OPEN_BASE_URL, version });
  return new Map([
    ['openapi.json', `${JSON.stringify(document, null, 2)}\n`],
    ['operations.md', operationsMarkdown(operations)],
  ]);
}

export interface ReferenceOptions {
  /** Compare and write nothing. */
  check: boolean;
  operations: readonly AnyOperation[];
  version: string;
}

/** Writes the files that differ from what the declarations say, or with `check` only names them. */
export async function writeReference(
  outDir: string,
  { check, operations, version }: ReferenceOptions,
): Promise<string[]> {
  const drifted: string[] = [];
  for (const [name, text] of referenceFiles(operations, { version })) {
    const path = join(outDir, name);
    if ((await textOf(path)) === text) continue;
    drifted.push(name);
    if (check) continue;
    await mkdir(outDir, { recursive: true });
    await writeFile(path, text);
  }
  return drifted;
}

async function textOf(path: string): Promise<string | null> {
  try {
    // A checkout on Windows may have changed the line ends.
    return (await readFile(path, 'utf8')).replaceAll('\r\n', '\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

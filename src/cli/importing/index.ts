import { EXIT, Failure } from '../failure.js';
import { detect, type Found, type Kind } from './detect.js';
import { importExport } from './export-file.js';
import type { ImportOptions } from './options.js';

/** Formats that the service reads by itself. */
const EXPORTS = new Set(['mem0', 'zep']);

/** Imports the sources one after another. */
export async function importCommand(sources: readonly string[], options: ImportOptions): Promise<number> {
  let worst: number = EXIT.ok;
  for (const source of sources) worst = Math.max(worst, await importOne(source, options));
  return worst;
}

async function importOne(source: string, options: ImportOptions): Promise<number> {
  const { from } = options;
  if (from !== undefined && EXPORTS.has(from)) return importExport(source, { ...options, source: from });
  const found = await foundAt(source, options);
  if (found.kind === 'notes') return (await import('./import-notes.js')).importNotes(found, options);
  if (found.kind === 'csv' || found.kind === 'jsonl')
    return (await import('./import-rows.js')).importRows(found, options);
  if (found.kind === 'export') return importExport(source, options);
  return (await import('./import-chats.js')).importChats(found, options);
}

/** A folder is examined even if its kind is given, to find out which file is meant. */
async function foundAt(source: string, { from, map, source: named }: ImportOptions): Promise<Found> {
  if (named !== undefined) return { kind: 'export', path: source };
  if (from === 'chatgpt' || from === 'claude') {
    const { path } = source === '-' ? { path: source } : await detect(source, false);
    return { kind: from, path };
  }
  if (source === '-' && (from === 'claude-code' || from === 'notes'))
    throw new Failure(`${from} is read from a folder, not from standard input.`);
  if (from !== undefined) return { kind: from as Kind, path: source };
  return detect(source, map !== undefined);
}

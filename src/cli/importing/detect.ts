import { open, stat } from 'node:fs/promises';
import { Failure } from '../failure.js';
import { filesBelow } from './files.js';

/** The kind of source. `export`: a format that `POST /memory/import` reads by itself. */
export type Kind = 'chatgpt' | 'claude' | 'claude-code' | 'notes' | 'csv' | 'jsonl' | 'export';
export interface Found {
  kind: Kind;
  /** The file or folder that is meant. */
  path: string;
}

const LOOKED_AT = 256 * 1024;

/** Determines what a source is, by its name and its beginning. */
export async function detect(path: string, isMapped: boolean): Promise<Found> {
  if (path === '-') return { kind: isMapped ? 'jsonl' : 'export', path };
  const info = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new Failure(`Cannot read ${path}: ${error.code}.`);
  });
  if (info.isDirectory()) return detectFolder(path);
  if (/\.(csv|tsv)$/i.test(path)) return { kind: 'csv', path };
  if (isMapped && /\.(jsonl|ndjson)$/i.test(path)) return { kind: 'jsonl', path };
  const beginning = await beginningOf(path);
  return { kind: chatKind(beginning) ?? 'export', path };
}

async function detectFolder(path: string): Promise<Found> {
  for await (const file of filesBelow(path, /^conversations\.json$/)) {
    const kind = chatKind(await beginningOf(file));
    if (kind) return { kind, path: file };
  }
  for await (const file of filesBelow(path, /\.jsonl$/i)) {
    if (chatKind(await beginningOf(file)) === 'claude-code') return { kind: 'claude-code', path };
  }
  for await (const _ of filesBelow(path, /\.(md|markdown)$/i)) return { kind: 'notes', path };
  throw new Failure(
    `${path} contains nothing that can be imported: no conversations.json, no Claude Code transcripts, no Markdown.`,
  );
}

function chatKind(beginning: string): Kind | null {
  if (/^\s*(?:\[\s*)?\{/.test(beginning)) {
    if (/"mapping"\s*:\s*\{/.test(beginning)) return 'chatgpt';
    if (/"chat_messages"\s*:\s*\[/.test(beginning)) return 'claude';
  }
  const isTranscript = beginning
    .split('\n', 40)
    .some((line) => /^\{.*"sessionId"\s*:/.test(line) && /"type"\s*:\s*"(user|assistant)"/.test(line));
  return isTranscript ? 'claude-code' : null;
}

async function beginningOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(LOOKED_AT), 0, LOOKED_AT, 0);
    return buffer.toString('utf8', 0, bytesRead).replace(/^\ufeff/, '');
  } finally {
    await file.close();
  }
}

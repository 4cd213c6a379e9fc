import { stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { environment } from '../../config/env.js';
import { chatgptConversation } from '../conversations/chatgpt.js';
import { claudeConversation } from '../conversations/claude.js';
import { joined, transcriptLine } from '../conversations/claude-code.js';
import type { FoundConversation } from '../conversations/found.js';
import { Failure } from '../failure.js';
import { Sessions } from '../hooks/session.js';
import { hookSettings } from '../hooks/settings.js';
import type { Found } from './detect.js';
import { chunksOf, filesBelow, linesOf, refuseOther } from './files.js';
import { EntryScanner } from './json-entries.js';

/** The conversations of a source, one at a time: at most one is in memory. Null for one that cannot be read. */
export async function* conversationsOf({ kind, path }: Found): AsyncGenerator<FoundConversation | null> {
  if (kind === 'claude-code') yield* transcripts(path);
  else yield* entriesOf(path, kind === 'chatgpt' ? chatgptConversation : claudeConversation);
}

async function* entriesOf(path: string, read: (value: unknown) => FoundConversation | null) {
  const scanner = new EntryScanner();
  let isFirst = true;
  for await (const chunk of chunksOf(path)) {
    if (isFirst) refuseOther(chunk, path);
    isFirst = false;
    for (const { bytes } of scanner.push(chunk)) {
      try {
        yield read(JSON.parse(bytes.toString('utf8')));
      } catch {
        yield null;
      }
    }
  }
  if (!scanner.isComplete) throw new Failure(`${path} ends in the middle of a JSON document.`);
}

/** One file is one session. What the hooks have already recorded is skipped. */
async function* transcripts(path: string): AsyncGenerator<FoundConversation> {
  const recorded = new Sessions(hookSettings({}, environment()).folder);
  const files = (await stat(path)).isDirectory() ? filesBelow(path, /\.jsonl$/i) : [path];
  for await (const file of files) {
    const id = basename(file).replace(/\.jsonl$/i, '');
    if (recorded.has(id)) continue;
    const lines = [];
    for await (const line of linesOf(file)) {
      const said = transcriptLine(line);
      if (said) lines.push(said);
    }
    const said = joined(lines);
    const folder = lines.find((line) => line.folder)?.folder ?? '';
    const messages = said.map(({ role, text, at }) => ({
      role,
      content: text,
      ...(at === undefined ? {} : { created_at: at }),
    }));
    yield { id, title: basename(folder), messages };
  }
}

/** The folder in which the import's progress files are stored. */
export async function folderOf(path: string): Promise<string> {
  if (path === '-') return process.cwd();
  const full = resolve(path);
  return (await stat(full)).isDirectory() ? full : dirname(full);
}

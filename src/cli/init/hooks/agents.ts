import { join } from 'node:path';
import type { Surroundings } from '../clients.js';
import { notifyLine, withNotify } from './codex.js';
import { CLAUDE_CODE, CURSOR, ourHooks, withHooks } from './json-hooks.js';
import { pluginText, withPlugin } from './opencode.js';

/** A coding agent with hooks, and the file that lists them. */
export interface HookedAgent {
  readonly id: string;
  readonly name: string;
  readonly file: string;
  /** The file with our hooks, or without them if `words` is null. Null if nothing changes; empty if the file is to be removed. */
  changed(text: string, words: readonly string[] | null): string | null;
  /** Our part of it. */
  shown(words: readonly string[]): string;
}

export function hookedAgents({ home, folder }: Surroundings, configHome: string | undefined): HookedAgent[] {
  const codex = join(home, '.codex', 'config.toml');
  const json = (form: typeof CLAUDE_CODE): Pick<HookedAgent, 'changed' | 'shown'> => ({
    changed: (text, words) => withHooks(text, form, words),
    shown: (words) => JSON.stringify(ourHooks(form, words), null, 2),
  });
  return [
    { id: 'claude-code', name: 'Claude Code', file: join(home, '.claude', 'settings.json'), ...json(CLAUDE_CODE) },
    {
      ...{ id: 'claude-code-project', name: 'Claude Code (this folder)' },
      ...{ file: join(folder, '.claude', 'settings.local.json'), ...json(CLAUDE_CODE) },
    },
    { id: 'cursor', name: 'Cursor', file: join(home, '.cursor', 'hooks.json'), ...json(CURSOR) },
    {
      ...{ id: 'codex', name: 'Codex', file: codex },
      changed: (text, words) => withNotify(text, words, codex),
      shown: notifyLine,
    },
    {
      ...{ id: 'opencode', name: 'OpenCode' },
      file: join(configHome || join(home, '.config'), 'opencode', 'plugins', 'recollect.js'),
      changed: withPlugin,
      shown: pluginText,
    },
  ];
}

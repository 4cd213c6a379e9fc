import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Environment } from '../../config/env.js';
import { trustCertificate } from '../remote/service-fetch.js';

/** What the hooks work with. */
export interface HookSettings {
  /** The folder for all files of the hooks. */
  folder: string;
  url: string;
  /** Undefined: nothing can be sent yet. */
  key: string | undefined;
  userId: string;
  /** Replaces the name of the agent. */
  agentId: string | undefined;
  namespace: string | undefined;
  masks: boolean;
  maxTokens: number;
  /** Milliseconds from the start of the process within which a hook must finish. */
  budgetMs: number;
}

/** What `recollect init --hooks` stores in `hooks/config.json`. */
export interface HookFile {
  url?: string;
  key?: string;
  user_id?: string;
  agent_id?: string;
  namespace?: string;
  mask_secrets?: boolean;
  max_tokens?: number;
}

interface HookFlags {
  dataDir?: string;
  userId?: string;
}

const BUDGET_MS = 300;
const MAX_TOKENS = 1_500;
const DEFAULT_URL = 'http://127.0.0.1:7326';
/** As in `recollect mcp`. */
const DEFAULT_USER = 'default';

export const dataFolder = ({ dataDir }: HookFlags, env: Environment) =>
  resolve(dataDir ?? (env.RECOLLECT_DATA_DIR || join(homedir(), '.recollect')));

/** Flags take precedence over the environment, and that over the file; without a URL, the service of the data folder is used. */
export function hookSettings(flags: HookFlags, env: Environment): HookSettings {
  const dataDir = dataFolder(flags, env);
  const folder = join(dataDir, 'hooks');
  const file = (readJson(join(folder, 'config.json')) ?? {}) as HookFile;
  const url = env.RECOLLECT_URL || file.url;
  const running = (url ? undefined : readJson(join(dataDir, 'service.json'))) as Running | undefined;
  if (running?.url) trustCertificate(running.url, running.certificate);
  return {
    folder,
    url: (url || running?.url || DEFAULT_URL).replace(/\/+$/, ''),
    key: env.RECOLLECT_KEY || file.key || (url ? undefined : readText(join(dataDir, 'mcp-key')).trim() || undefined),
    userId: flags.userId || env.RECOLLECT_USER_ID || file.user_id || DEFAULT_USER,
    agentId: file.agent_id,
    namespace: file.namespace,
    masks: file.mask_secrets !== false,
    maxTokens: file.max_tokens ?? MAX_TOKENS,
    budgetMs: Number(env.RECOLLECT_HOOK_MS) || BUDGET_MS,
  };
}

/** The contents of `service.json`. */
interface Running {
  url?: string;
  certificate?: string;
}

/** Undefined if it is missing or broken. */
export function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Empty if it cannot be read. */
export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

import { environment } from '../../config/env.js';
import { MAIN } from '../main-file.js';
import { parsed } from '../parsed.js';
import type { HookSettings } from './settings.js';
import { hookSettings } from './settings.js';

interface Given {
  event: string;
  /** What an agent appends after the event, as Codex does. */
  rest: string[];
  flags: Record<string, string>;
  json: boolean;
}

const MAX_INPUT = 8 * 1024 * 1024;
/** Milliseconds granted to standard input even if the start has used up all of the time. */
const MIN_MS = 200;

/** `recollect hook …`. Whatever happens inside an agent's hook, the agent continues: the exit code is 0. */
export async function run(args: readonly string[]): Promise<number> {
  const given = readArguments(args);
  const settings = hookSettings({ dataDir: given.flags['data-dir'], userId: given.flags['user-id'] }, environment());
  if (['pause', 'resume', 'status', 'send'].includes(given.event)) return control(given, settings);
  try {
    await runHook(given, settings);
  } catch {
    // The agent must not notice.
  }
  process.exit(0);
}

async function runHook({ event, rest, flags }: Given, settings: HookSettings): Promise<void> {
  const text = rest.findLast((word) => word.trimStart().startsWith('{')) ?? (await readStdin(settings.budgetMs));
  const payload = parsed(text);
  const { hear } = await import('./hook.js');
  const reply = await hear(settings, { event, payload, ...(flags.agent ? { agent: flags.agent } : {}) });
  if (reply !== undefined) await new Promise((resolve) => process.stdout.write(`${reply}\n`, resolve));
  await startSender(settings);
}

/** Detached from the agent, which does not wait for it. */
async function startSender(settings: HookSettings): Promise<void> {
  const { Spool } = await import('./spool.js');
  const { SenderFiles } = await import('./sender-state.js');
  const files = new SenderFiles(settings.folder);
  if (settings.key === undefined || new Spool(settings.folder).list().length === 0) return;
  if (files.isLocked || files.read().retryAt > Date.now()) return;
  const { spawn } = await import('node:child_process');
  const words = ['hook', 'send', '--data-dir', `${settings.folder}/..`, '--user-id', settings.userId];
  const options = { detached: true, stdio: 'ignore', windowsHide: true, cwd: settings.folder } as const;
  const child = spawn(process.execPath, [MAIN, ...words], options);
  child.on('error', () => {});
  child.unref();
}

async function control({ event, json }: Given, settings: HookSettings): Promise<number> {
  if (event === 'send') {
    await (await import('./sender.js')).sendSpool(settings);
    return 0;
  }
  if (event !== 'status') (await import('./pause.js')).setPaused(settings, event === 'pause');
  const { statusOf, statusText } = await import('./status.js');
  const status = statusOf(settings);
  process.stdout.write(`${json ? JSON.stringify(status, null, 2) : statusText(status)}\n`);
  return 0;
}

/** Parsed by hand: an invalid argument must not end a hook with the exit code that stops the agent. */
function readArguments(args: readonly string[]): Given {
  const given: Given = { event: '', rest: [], flags: {}, json: false };
  for (let i = 0; i < args.length; i++) {
    const word = args[i] as string;
    const flag = /^--(data-dir|user-id|agent)(?:=(.*))?$/s.exec(word);
    if (flag) given.flags[flag[1] as string] = flag[2] ?? args[++i] ?? '';
    else if (word === '--json') given.json = true;
    else if (given.event === '') given.event = word;
    else given.rest.push(word);
  }
  return given;
}

/** Returns whatever has arrived when the time is up. */
function readStdin(budgetMs: number): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const end = () => resolve(Buffer.concat(chunks).toString());
    const timer = setTimeout(end, Math.max(MIN_MS, budgetMs - performance.now()));
    process.stdin.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MAX_INPUT) chunks.push(chunk);
    });
    process.stdin.on('end', () => {
      clearTimeout(timer);
      end();
    });
    process.stdin.on('error', end);
  });
}

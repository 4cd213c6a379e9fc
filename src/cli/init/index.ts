import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { environment } from '../../config/env.js';
import { EXIT, Failure, sentence } from '../failure.js';
import { MAIN } from '../main-file.js';
import { print, printJson } from '../remote/client.js';
import { type McpClient, mcpClients } from './clients.js';
import { type HookedAgent, hookedAgents } from './hooks/agents.js';
import { initHooks } from './hooks/index.js';
import { type Entry, entryIn, plannedText, writeEntry } from './write.js';

export interface InitOptions {
  client?: string[];
  userId?: string;
  url?: string;
  key?: string;
  dataDir?: string;
  yes?: boolean;
  dryRun?: boolean;
  print?: boolean;
  /** Agents to install hooks for; true: ask which. */
  hooks?: string[] | true;
  /** Remove the hooks again. */
  uninstall?: boolean;
}

/** Adds Recollect to the settings of the applications that can start an MCP server. */
export async function initCommand(options: InitOptions): Promise<number> {
  const { APPDATA, XDG_CONFIG_HOME } = environment();
  const place = { platform: process.platform, home: homedir(), appData: APPDATA, folder: process.cwd() };
  const known = mcpClients(place);
  const agents = hookedAgents(place, XDG_CONFIG_HOME);
  if (options.uninstall && options.hooks === undefined) throw new Failure('--uninstall removes hooks: add --hooks.');
  if (options.hooks !== undefined && options.client === undefined) {
    const wanted =
      options.hooks === true ? (options.dryRun ? agents : await ask(HOOKS, agents)) : named(options.hooks, agents);
    return initHooks(wanted, options, agreed);
  }
  const entry = entryFor(options);
  if (options.print) {
    printJson({ mcpServers: { recollect: entry } });
    return EXIT.ok;
  }
  if (options.dryRun) {
    const shown = await each(options.client ? named(options.client, known) : known, (one) => showEntry(one, entry));
    print('Nothing was written.');
    const hooks = Array.isArray(options.hooks)
      ? await initHooks(named(options.hooks, agents), options, agreed)
      : EXIT.ok;
    return Math.max(shown, hooks);
  }
  const chosen = options.client ? named(options.client, known) : await ask('Where do you want memory?', known);
  const wished: McpClient[] = [];
  for (const client of chosen) if (options.yes || (await agreed(client.file))) wished.push(client);
  const done = await each(wished, async (client) => {
    const written = await writeEntry(client, entry);
    print(
      written
        ? `${client.name}: wrote ${client.file}. Restart it to see the tools.`
        : `${client.name}: already set up.`,
    );
    const warning = keyWarning(client, entry);
    if (warning) print(warning);
  });
  const wanted = Array.isArray(options.hooks) ? named(options.hooks, agents) : await offered(options, agents);
  return Math.max(done, wanted.length === 0 ? EXIT.ok : await initHooks(wanted, options, agreed));
}

/** Settings that cannot be read or written are reported; the other applications get theirs. */
async function each(clients: readonly McpClient[], work: (client: McpClient) => Promise<void>): Promise<number> {
  let worst: number = EXIT.ok;
  for (const client of clients) {
    try {
      await work(client);
    } catch (error) {
      process.stderr.write(`recollect: ${client.name}: ${sentence(error)}\n`);
      worst = EXIT.failure;
    }
  }
  return worst;
}

/** What to do about a key in a file that others may get to see; null if there is none. */
function keyWarning({ file, shared }: McpClient, { env }: Entry): string | null {
  if (!shared || !env?.RECOLLECT_KEY) return null;
  const other = shared.reference ? `, or write ${shared.reference} in place of the key and set that variable` : '';
  return `${file} contains the key in clear text: keep it out of version control (add it to .gitignore)${other}.`;
}

const HOOKS = 'Which coding agents should send their sessions?';

/** Someone who was asked about the applications is asked about the hooks too. */
const offered = async (options: InitOptions, agents: readonly HookedAgent[]): Promise<HookedAgent[]> =>
  options.hooks === true || options.client === undefined ? ask(HOOKS, agents) : [];

type Choice = Pick<McpClient, 'id' | 'name' | 'file'>;

/** Only our own entry is shown: the others in the file may contain secrets. */
async function showEntry(client: McpClient, entry: Entry): Promise<void> {
  const isNew = (await plannedText(client, entry)) !== null;
  if (!isNew) print(`${client.name}: already set up in ${client.file}.`);
  else print(`${client.name}: would write ${client.file}, with this entry added:`);
  if (isNew) printJson({ [client.list]: { recollect: entryIn(client, entry) } });
}

/** Absolute paths: an application started from a desktop knows neither our folder nor the shell's PATH. */
export function entryFor({ userId, url, key, dataDir }: InitOptions): Entry {
  const whom = userId ? ['--user-id', userId] : [];
  const command = process.execPath;
  if (url !== undefined)
    return { command, args: [MAIN, 'mcp', '--url', url, ...whom], ...(key ? { env: { RECOLLECT_KEY: key } } : {}) };
  return { command, args: [MAIN, 'mcp', '--data-dir', resolve(dataDir ?? join(homedir(), '.recollect')), ...whom] };
}

function named<T extends Choice>(ids: readonly string[], known: readonly T[]): T[] {
  return ids.map((id) => {
    const found = known.find((client) => client.id === id);
    if (found) return found;
    throw new Failure(`There is no client ${id}: choose from ${known.map((client) => client.id).join(', ')}.`);
  });
}

async function ask<T extends Choice>(message: string, known: readonly T[]): Promise<T[]> {
  const flag = message === HOOKS ? '--hooks' : '--client';
  if (!process.stdin.isTTY) throw new Failure(`Choose with ${flag}: ${known.map(({ id }) => id).join(', ')}.`);
  const { isCancel, multiselect } = await import('@clack/prompts');
  const answer = await multiselect({
    message,
    required: false,
    options: known.map(({ id, name, file }) => ({ value: id, label: name, hint: file })),
  });
  return isCancel(answer) ? [] : named(answer as string[], known);
}

async function agreed(file: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new Failure('Cannot ask without a terminal: use --yes to write without asking.');
  const { confirm } = await import('@clack/prompts');
  return (await confirm({ message: `Write ${file}?` })) === true;
}

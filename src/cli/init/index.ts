import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { environment } from '../../config/env.js';
import { print, printJson } from '../client.js';
import { EXIT, Failure } from '../failure.js';
import { type McpClient, mcpClients } from './clients.js';
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
}

/** Enters Recollect into the settings of the applications that can start an MCP server. */
export async function initCommand(options: InitOptions): Promise<number> {
  const { APPDATA } = environment();
  const known = mcpClients({ platform: process.platform, home: homedir(), appData: APPDATA, folder: process.cwd() });
  const entry = entryFor(options);
  if (options.print) {
    printJson({ mcpServers: { recollect: entry } });
    return EXIT.ok;
  }
  if (options.dryRun) return dryRun(options.client ? named(options.client, known) : known, entry);
  const chosen = options.client ? named(options.client, known) : await ask(known);
  for (const client of chosen) {
    if (!options.yes && !(await agreed(client))) continue;
    const written = await writeEntry(client, entry);
    print(
      written
        ? `${client.name}: wrote ${client.file}. Start it anew to see the tools.`
        : `${client.name}: is set up already.`,
    );
  }
  return EXIT.ok;
}

/** Only our own entry is shown: the others in the file may hold secrets. */
async function dryRun(clients: readonly McpClient[], entry: Entry): Promise<number> {
  for (const client of clients) {
    const isNew = (await plannedText(client, entry)) !== null;
    if (!isNew) print(`${client.name}: is set up already in ${client.file}.`);
    else print(`${client.name}: would write ${client.file}, with this entry beside what is there:`);
    if (isNew) printJson({ [client.list]: { recollect: entryIn(client, entry) } });
  }
  print('Nothing was written.');
  return EXIT.ok;
}

/** Absolute paths: an application started from a desktop knows neither our folder nor the shell's PATH. */
export function entryFor({ userId, url, key, dataDir }: InitOptions): Entry {
  const main = fileURLToPath(new URL('../../main.js', import.meta.url));
  const whom = userId ? ['--user-id', userId] : [];
  const command = process.execPath;
  if (url !== undefined) {
    return { command, args: [main, 'mcp', '--url', url, ...whom], ...(key ? { env: { RECOLLECT_KEY: key } } : {}) };
  }
  return { command, args: [main, 'mcp', '--data-dir', dataDir ?? join(homedir(), '.recollect'), ...whom] };
}

function named(ids: readonly string[], known: readonly McpClient[]): McpClient[] {
  return ids.map((id) => {
    const found = known.find((client) => client.id === id);
    if (found) return found;
    throw new Failure(`There is no client ${id}: choose among ${known.map((client) => client.id).join(', ')}.`);
  });
}

async function ask(known: readonly McpClient[]): Promise<McpClient[]> {
  if (!process.stdin.isTTY) throw new Failure(`Say which with --client: ${known.map(({ id }) => id).join(', ')}.`);
  const { isCancel, multiselect } = await import('@clack/prompts');
  const answer = await multiselect({
    message: 'Where do you want memory?',
    options: known.map(({ id, name, file }) => ({ value: id, label: name, hint: file })),
  });
  return isCancel(answer) ? [] : named(answer as string[], known);
}

async function agreed(client: McpClient): Promise<boolean> {
  if (!process.stdin.isTTY) throw new Failure('Nobody can be asked here: say --yes to write without asking.');
  const { confirm } = await import('@clack/prompts');
  return (await confirm({ message: `Write ${client.file}?` })) === true;
}

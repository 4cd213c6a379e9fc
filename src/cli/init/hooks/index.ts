import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { environment } from '../../../config/env.js';
import { EXIT, Failure } from '../../failure.js';
import { dataFolder, type HookFile, readJson } from '../../hooks/settings.js';
import { print } from '../../remote/client.js';
import type { InitOptions } from '../index.js';
import { textIn, writeWhole } from '../write.js';
import type { HookedAgent } from './agents.js';
import { hookWords } from './command.js';

/** Adds our hooks to the settings of coding agents, or removes them again. */
export async function initHooks(
  agents: readonly HookedAgent[],
  options: InitOptions,
  agreed: (file: string) => Promise<boolean>,
) {
  const words = hookWords(options.dataDir === undefined ? undefined : resolve(options.dataDir));
  let wrote = false;
  for (const agent of agents) {
    const changed = await planned(agent, options.uninstall ? null : words);
    if (changed === null)
      print(
        `${agent.name}: ${options.uninstall ? 'has no Recollect hooks' : 'already has the hooks'} (${agent.file}).`,
      );
    else if (options.dryRun) show(agent, words, changed, options.uninstall === true);
    else if (options.yes || (await agreed(agent.file))) {
      if (changed === '') await rm(agent.file, { force: true });
      else await writeWhole(agent.file, changed);
      wrote = true;
      print(`${agent.name}: ${options.uninstall ? 'removed the hooks from' : 'wrote the hooks to'} ${agent.file}.`);
    }
  }
  if (options.dryRun) print('Nothing was written.');
  else if (!options.uninstall) await writeConfig(options);
  if (wrote && !options.uninstall) print('recollect hook status shows their state; recollect hook pause pauses them.');
  return EXIT.ok;
}

/** Only our own part is shown: the rest of the file may contain secrets. */
function show(agent: HookedAgent, words: readonly string[], changed: string, isRemoval: boolean): void {
  if (changed === '') print(`${agent.name}: would remove ${agent.file}.`);
  else if (isRemoval) print(`${agent.name}: would remove the hooks from ${agent.file}.`);
  else print(`${agent.name}: would write ${agent.file}, with this added:\n${agent.shown(words)}`);
}

async function planned(agent: HookedAgent, words: readonly string[] | null): Promise<string | null> {
  const text = await textIn(agent.file);
  try {
    return agent.changed(text, words);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(
      `${agent.file} is not plain JSON: edit the hooks by hand (--dry-run with an empty file shows them).`,
    );
  }
}

/** Where they send and as whom; nothing is written if the data folder provides that itself. */
async function writeConfig({ url, key, userId, dataDir }: InitOptions): Promise<void> {
  const file = join(dataFolder(dataDir === undefined ? {} : { dataDir }, environment()), 'hooks', 'config.json');
  const before = (readJson(file) ?? {}) as HookFile;
  const config = { ...before, ...(url && { url }), ...(key && { key }), ...(userId && { user_id: userId }) };
  if (JSON.stringify(config) === JSON.stringify(before)) return;
  await writeWhole(file, `${JSON.stringify(config, null, 2)}\n`, 0o600);
}

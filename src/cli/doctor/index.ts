import { type Config, configOfProcess, type Flags } from '../../config/config.js';
import { environment } from '../../config/env.js';
import { printable } from '../../config/printable.js';
import { VERSION } from '../../version.js';
import { EXIT } from '../failure.js';
import { healthOf } from '../running.js';
import { announced } from '../running-file.js';
import { type Colours, coloursFor, table } from '../terminal.js';
import type { CheckResult } from './check.js';
import { checkEmbedder } from './embedder.js';
import { checkLock } from './lock.js';
import { checkDataFolder, checkNode } from './machine.js';
import { checkPort } from './port.js';
import { checkPostgres } from './postgres.js';

export async function runChecks(config: Config): Promise<CheckResult[]> {
  const [folder, port, embedder, database] = await Promise.all([
    checkDataFolder(config.dataDir),
    checkPort(config),
    checkEmbedder(config),
    config.databaseUrl === undefined ? [] : checkPostgres(config.databaseUrl),
  ]);
  const lock =
    config.databaseUrl === undefined ? [checkLock(config.dataDir, port.running || (await isServed(config)))] : [];
  return [checkNode(), folder, ...lock, ...database, embedder, port.result];
}

/** The service of the data folder answers, on whatever port. */
async function isServed(config: Config): Promise<boolean> {
  const url = await announced(config);
  return url !== null && (await healthOf(url)) !== null;
}

function report(config: Config, checks: readonly CheckResult[], colours: Colours): string {
  const settings = printable(config).map(({ name, value, from }) => [name, value, from]);
  const lines = checks.flatMap(({ name, ok, detail, advice }) => [
    `${ok ? colours.green('✓') : colours.red('✗')} ${name}: ${detail}`,
    ...(advice === undefined ? [] : [`  ${advice}`]),
  ]);
  return [`Recollect ${VERSION}`, '', ...table([['setting', 'value', 'from'], ...settings]), '', ...lines, ''].join(
    '\n',
  );
}

/** Prints the configuration in force and what stands in the way of a start. */
export async function doctor(flags: Flags, options: { json: boolean }): Promise<number> {
  const config = configOfProcess(flags);
  const checks = await runChecks(config);
  const ok = checks.every((check) => check.ok);
  const text = options.json
    ? `${JSON.stringify({ ok, version: VERSION, settings: printable(config), checks }, null, 2)}\n`
    : report(config, checks, coloursFor(process.stdout, environment()));
  process.stdout.write(text);
  return ok ? EXIT.ok : EXIT.failure;
}

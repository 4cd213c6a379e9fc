import { type Config, configOfProcess, type Flags } from '../../config/config.js';
import { environment } from '../../config/env.js';
import { printable } from '../../config/printable.js';
import { VERSION } from '../../version.js';
import { EXIT, sentence } from '../failure.js';
import { type Colours, coloursFor, table } from '../output/terminal.js';
import { healthOf } from '../remote/running.js';
import { announced } from '../remote/running-file.js';
import { bad, type CheckResult } from './check.js';
import { checkEmbedder } from './embedder.js';
import { checkLock } from './lock.js';
import { checkDataFolder, checkDisk, checkNode } from './machine.js';
import { checkPort } from './port.js';
import { checkPostgres } from './postgres.js';
import { checkSqliteStore } from './store.js';

export async function runChecks(config: Config): Promise<CheckResult[]> {
  const { dataDir, databaseUrl, journalDays, pgPool: pool } = config;
  const port = await checkPort(config);
  const running = port.running || (await isServed(config));
  const [folder, disk, embedder, database] = await Promise.all([
    checkDataFolder(dataDir),
    checkDisk(dataDir),
    checkEmbedder(config),
    databaseUrl === undefined
      ? checkOwnStore(dataDir, running, journalDays)
      : checkPostgres(databaseUrl, { pool, journalDays, running }),
  ]);
  return [checkNode(), folder, disk, ...database, embedder, port.result];
}

/** A database that is not in use is left alone: reading it would mean opening it. */
async function checkOwnStore(folder: string, running: boolean, journalDays: number): Promise<CheckResult[]> {
  const lock = checkLock(folder, running);
  return running
    ? [lock, ...(await checkSqliteStore(folder, journalDays).catch((error) => [unreadable(error)]))]
    : [lock];
}

const unreadable = (error: unknown) =>
  bad('database', `recollect.db cannot be read: ${sentence(error)}`, 'Check the file and its permissions.');

/** Whether the service of the data folder responds, on any port. */
async function isServed(config: Config): Promise<boolean> {
  const url = await announced(config);
  return url !== null && (await healthOf(url)) !== null;
}

function report(config: Config, checks: readonly CheckResult[], colours: Colours): string {
  const settings = printable(config).map(({ name, value, from }) => [name, value, from]);
  const lines = checks.flatMap(({ name, ok, warning, detail, advice }) => [
    `${warning ? colours.yellow('!') : ok ? colours.green('✓') : colours.red('✗')} ${name}: ${detail}`,
    ...(advice === undefined ? [] : [`  ${advice}`]),
  ]);
  return [`Recollect ${VERSION}`, '', ...table([['setting', 'value', 'from'], ...settings]), '', ...lines, ''].join(
    '\n',
  );
}

/** Prints the configuration in force and what prevents a start. */
export async function doctor({ json, ...flags }: Flags & { json?: boolean }): Promise<number> {
  const config = configOfProcess(flags);
  const checks = await runChecks(config);
  const ok = checks.every((check) => check.ok);
  const text = json
    ? `${JSON.stringify({ ok, version: VERSION, settings: printable(config), checks }, null, 2)}\n`
    : report(config, checks, coloursFor(process.stdout, environment()));
  process.stdout.write(text);
  return ok ? EXIT.ok : EXIT.failure;
}

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { userInfo } from 'node:os';
import type { Flags } from '../../config/config.js';
import { environment } from '../../config/env.js';
import { EXIT, Failure } from '../failure.js';
import { writeWhole } from '../init/write.js';
import { print } from '../remote/client.js';
import { type InstallOptions, type Plan, placeOf, planOf } from './plan.js';
import { MARK, unitText } from './unit.js';

const RUNNING = ['running', 'degraded', 'starting', 'initializing', 'maintenance'];

interface Ran {
  code: number;
  text: string;
}
function ran(program: string, args: readonly string[]): Ran {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  return { code: error ? -1 : (status ?? -1), text: `${stdout ?? ''}${stderr ?? ''}`.trim() };
}
const systemctl = (manager: Plan['manager'], ...args: string[]) =>
  ran('systemctl', [...(manager === 'user' ? ['--user'] : []), ...args]);

function needSystemd(manager: Plan['manager']): void {
  const { code, text } = systemctl(manager, 'is-system-running');
  if (RUNNING.includes(text.split('\n')[0] ?? '')) return;
  const whose = manager === 'user' ? 'its user manager is not running' : 'it is not running on this machine';
  const why = code === -1 ? 'systemctl is not installed' : whose;
  throw new Failure(
    `This needs systemd, but ${why}: use another supervisor to run recollect serve, or see the unit with recollect service install --print.`,
  );
}

/** Null if there is none. */
function installed(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new Failure(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

function must({ code, text }: Ran, what: string): void {
  if (code !== 0) throw new Failure(`${what} failed: ${text.split('\n').at(-1) || `exit code ${code}`}`);
}

export async function installService(options: InstallOptions & Flags): Promise<number> {
  const { system, runAs, name, print: onlyPrint, ...flags } = options;
  const plan = planOf(
    { ...(system && { system }), ...(runAs && { runAs }), ...(name && { name }) },
    flags,
    environment(),
  );
  const text = unitText(plan.facts);
  if (onlyPrint) {
    process.stdout.write(text);
    return EXIT.ok;
  }
  const { manager, unit, file, dataDir } = plan;
  if (runAs && !plan.facts.isStandard && !existsSync(dataDir))
    throw new Failure(`${dataDir} does not exist: create it with install -d -o ${runAs} -m 700 ${dataDir}`);
  needSystemd(manager);
  const before = installed(file);
  if (before !== null && !before.startsWith(MARK))
    throw new Failure(`${file} exists and is not from recollect: choose another name with --name.`);
  try {
    if (manager === 'user') mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    await writeWhole(file, text, 0o644);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const advice = manager === 'system' ? 'run it as root, or leave out --system' : 'check the permissions';
    throw new Failure(`${file} cannot be written (${code}): ${advice}.`);
  }
  must(systemctl(manager, 'daemon-reload'), 'systemctl daemon-reload');
  must(systemctl(manager, 'enable', unit), `systemctl enable ${unit}`);
  must(systemctl(manager, 'restart', unit), `systemctl restart ${unit}`);
  print(`${unit} is installed (${file}) and started. Its data is in ${dataDir}.`);
  print(`Put settings and secrets in ${plan.facts.environmentFile}, then run: ${commandOf(manager)} restart ${unit}`);
  if (manager === 'user' && !lingers())
    print('It stops when you log out. To keep it running, also after a reboot: loginctl enable-linger');
  return EXIT.ok;
}

const commandOf = (manager: Plan['manager']) => (manager === 'user' ? 'systemctl --user' : 'systemctl');
const lingers = () =>
  ran('loginctl', ['show-user', userInfo().username, '--property=Linger', '--value']).text === 'yes';

export async function uninstallService(options: InstallOptions): Promise<number> {
  const { manager, unit, file } = placeOf(options, environment());
  needSystemd(manager);
  const before = ours(file, unit);
  must(systemctl(manager, 'disable', '--now', unit), `systemctl disable ${unit}`);
  try {
    rmSync(file);
  } catch (error) {
    throw new Failure(`${file} cannot be removed (${(error as NodeJS.ErrnoException).code}).`);
  }
  must(systemctl(manager, 'daemon-reload'), 'systemctl daemon-reload');
  const data = /^Environment="RECOLLECT_DATA_DIR=(.*)"$/m.exec(before)?.[1];
  print(`${unit} is stopped and removed. Its data stays${data ? ` in ${data}` : ''}.`);
  return EXIT.ok;
}

function ours(file: string, unit: string): string {
  const text = installed(file);
  if (text?.startsWith(MARK)) return text;
  throw new Failure(
    `${unit} is not installed here: run recollect service install${text === null ? '' : ` (${file} is not from recollect)`}.`,
  );
}

/** Prints systemd's own output, with its exit code: 3 if the service is stopped. */
export async function serviceStatus(options: InstallOptions): Promise<number> {
  const { manager, unit, file } = placeOf(options, environment());
  needSystemd(manager);
  ours(file, unit);
  return shown('systemctl', [...(manager === 'user' ? ['--user'] : []), 'status', '--no-pager', '--lines=5', unit]);
}

export async function serviceLogs(options: InstallOptions & { follow?: boolean; lines?: string }): Promise<number> {
  const { manager, unit, file } = placeOf(options, environment());
  const lines = options.lines ?? '100';
  if (!/^\d{1,6}$/.test(lines)) throw new Failure('--lines must be a number from 0 to 999999.');
  needSystemd(manager);
  ours(file, unit);
  const follow = options.follow ? ['--follow'] : [];
  return shown('journalctl', [
    manager === 'user' ? `--user-unit=${unit}` : `--unit=${unit}`,
    `--lines=${lines}`,
    '--no-pager',
    ...follow,
  ]);
}

function shown(program: string, args: readonly string[]): number {
  const { status, error } = spawnSync(program, args, { stdio: 'inherit' });
  if (error) throw new Failure(`${program} cannot be run (${(error as NodeJS.ErrnoException).code}).`);
  return status ?? EXIT.failure;
}

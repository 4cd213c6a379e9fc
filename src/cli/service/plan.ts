import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Config, ConfigError, type Flags, loadConfig } from '../../config/config.js';
import type { Environment } from '../../config/env.js';
import { SETTINGS, type Setting } from '../../config/settings.js';
import { MAIN } from '../main-file.js';
import type { Manager, UnitFacts } from './unit.js';

/** Seconds on top of the stop periods, as `serve` allows itself. */
const STOP_MARGIN = 15;
const STATE = '/var/lib/recollect';
const CACHE = '/var/cache/recollect';

export interface InstallOptions {
  system?: boolean;
  runAs?: string;
  name?: string;
  print?: boolean;
}

export interface Plan {
  manager: Manager;
  /** `recollect.service` */
  unit: string;
  /** Where systemd looks for it. */
  file: string;
  dataDir: string;
  facts: UnitFacts;
}

/** The unit's name and file. */
export function placeOf({ system, name = 'recollect' }: InstallOptions, env: Environment) {
  if (!/^[A-Za-z0-9_.@-]{1,64}$/.test(name))
    throw new ConfigError('--name must have 1 to 64 letters, digits and the characters _ . @ -');
  const manager: Manager = system ? 'system' : 'user';
  const unit = `${name}.service`;
  const home = env.HOME || homedir();
  const folder = system ? '/etc/systemd/system' : join(env.XDG_CONFIG_HOME || join(home, '.config'), 'systemd', 'user');
  return { manager, unit, file: join(folder, unit), home };
}

/** What is installed: a unit with the settings from the flags. This shell's environment is ignored, because the service will not have it. */
export function planOf(options: InstallOptions, flags: Flags, env: Environment): Plan {
  const { manager, unit, file, home } = placeOf(options, env);
  const { runAs } = options;
  const isMachine = manager === 'system';
  if (runAs !== undefined && !isMachine)
    throw new ConfigError('--run-as needs --system: a user’s own service runs as that user.');
  if (runAs !== undefined && !/^[a-z_][a-z0-9_-]{0,31}\$?$/i.test(runAs))
    throw new ConfigError('--run-as must be the name of a user.');
  if (isMachine && runAs === undefined && flags.dataDir !== undefined) {
    throw new ConfigError(
      `--data-dir needs --run-as with --system: without it, the data is in ${STATE}, which belongs to the service.`,
    );
  }
  const folder = isMachine ? '/etc/recollect' : join(env.XDG_CONFIG_HOME || join(home, '.config'), 'recollect');
  const environmentFile = join(folder, unit.replace(/\.service$/, '.env'));
  const standard = isMachine
    ? { dataDir: STATE, modelCache: join(CACHE, 'models') }
    : { dataDir: join(home, '.recollect'), modelCache: join(home, '.cache', 'recollect', 'models') };
  const given = { ...standard, ...flags };
  const config = loadConfig({ flags: given });
  const settings = Object.fromEntries(
    SETTINGS.filter(({ name }) => given[name] !== undefined).map((setting) => [
      setting.env,
      settingText(setting, config, given[setting.name], environmentFile),
    ]),
  );
  const { dataDir, modelCache, drainSeconds, shutdownGraceSeconds } = config;
  const program = [process.execPath, MAIN];
  const facts = {
    ...{ manager, program, settings, environmentFile, runAs },
    writes: [dataDir, modelCache],
    isStandard: isMachine && dataDir === STATE,
    readsHome: [...program, ...(runAs ? [dataDir] : [])].some((one) => /^\/(home|root)\//.test(one)),
    stopSeconds: drainSeconds + shutdownGraceSeconds + STOP_MARGIN,
  };
  return { manager, unit, file, dataDir, facts };
}

/** A unit is readable by every user of the machine. */
function settingText(setting: Setting, config: Config, given: unknown, environmentFile: string): string {
  if (setting.fromFile) {
    throw new ConfigError(
      `${setting.flag} would be readable by every user in the unit: write ${setting.env}=… (or ${setting.env}_FILE=…) to ${environmentFile} instead.`,
    );
  }
  const value = setting.kind === 'path' ? resolve(String(config[setting.name])) : String(given).trim();
  if (/[\r\n\0]/.test(value)) throw new ConfigError(`${setting.flag} must be one line.`);
  return value;
}

import { resolve } from 'node:path';
import { ConfigError } from './config-error.js';
import { type ConfigFile, findConfigFile, folderOf } from './config-file.js';
import { checkTogether } from './cross-checks.js';
import { type Environment, environment } from './env.js';
import { shownInError } from './redact.js';
import { secretGiven } from './secret-file.js';
import { SETTINGS, type Setting, type SettingName, type Values } from './settings.js';

export { ConfigError } from './config-error.js';

/** Where a value comes from, and the name under which the user set it. */
export interface Origin {
  readonly from: 'flag' | 'environment' | 'secret file' | 'file' | 'default';
  readonly as: string;
}

export interface Config extends Values {
  readonly origins: Readonly<Record<SettingName, Origin>>;
}

/** Keys are the settings' names; values are text as the user entered it, or typed values as in a file. */
export type Flags = { readonly [N in SettingName]?: unknown };

export interface ConfigSources {
  env?: Environment;
  flags?: Flags;
  file?: ConfigFile;
  /** Base of relative paths in flags and environment; the working directory unless stated. */
  cwd?: string;
}

interface Given extends Origin {
  readonly value: unknown;
  readonly base: string;
}

/** An empty variable counts as not set: compose files and shells create them by accident. */
function givenFor(setting: Setting, { env = {}, flags = {}, file, cwd = process.cwd() }: ConfigSources): Given | null {
  const flag = flags[setting.name];
  if (flag !== undefined) return { from: 'flag', as: setting.flag, value: flag, base: cwd };
  const secret = setting.fromFile ? secretGiven(env, setting.env, cwd) : null;
  if (secret) return { from: secret.as === setting.env ? 'environment' : 'secret file', ...secret, base: cwd };
  for (const as of [setting.env, setting.formerEnv]) {
    const variable = as && env[as]?.trim();
    if (variable) return { from: 'environment', as, value: variable, base: cwd };
  }
  const inFile = file?.values[setting.name];
  if (!file || inFile === undefined || inFile === null) return null;
  return { from: 'file', as: `"${setting.name}" in ${file.path}`, value: inFile, base: folderOf(file) };
}

/** The text form of a typed value, or undefined if it has the wrong type. */
function asText({ kind }: Setting, value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'number' && (kind === 'integer' || kind === 'list')) return String(value);
  if (typeof value === 'boolean' && (kind === 'boolean' || kind === 'list')) return value ? 'on' : 'off';
  if (kind !== 'list' || !Array.isArray(value)) return undefined;
  if (value.length === 0) return 'off';
  return value.every((item) => typeof item === 'string' && !item.includes(',')) ? value.join(',') : undefined;
}

function readGiven(setting: Setting, given: Given): unknown {
  const text = asText(setting, given.value);
  const value = text === undefined ? undefined : setting.read(text, given.base);
  if (value !== undefined) return value;
  if (given.from === 'secret file')
    throw new ConfigError(`The file in ${given.as} must contain ${setting.allowed}; its content is not shown here.`);
  const shown = shownInError(setting, given.value);
  throw new ConfigError(`${given.as} is ${shown}, but must be ${setting.allowed}.`);
}

function defaultOf(setting: Setting, cwd: string): unknown {
  const value = typeof setting.default === 'function' ? setting.default() : setting.default;
  return setting.kind === 'path' && typeof value === 'string' ? resolve(cwd, value) : value;
}

function refuseUnknownKeys(file: ConfigFile): void {
  const names = SETTINGS.map((setting) => setting.name).filter((name) => name !== 'config');
  const unknown = Object.keys(file.values).find((key) => !names.some((name) => name === key));
  if (unknown === undefined) return;
  const meant = SETTINGS.find(({ name, env, formerEnv = env }) =>
    [name, env, formerEnv].some((one) => plain(one) === plain(unknown)),
  );
  const advice = meant ? `write "${meant.name}"` : `known settings are ${names.join(', ')}`;
  throw new ConfigError(`${JSON.stringify(unknown)} in ${file.path} is not a setting: ${advice}.`);
}
const plain = (name: string) => name.toLowerCase().replace(/^recollect_|[^a-z0-9]/g, '');

/** Precedence: flags, environment, file, default. Throws `ConfigError` for anything invalid. */
export function loadConfig(sources: ConfigSources): Config {
  if (sources.file) refuseUnknownKeys(sources.file);
  const values: Record<string, unknown> = {};
  const origins: Record<string, Origin> = {};
  for (const setting of SETTINGS) {
    const given = givenFor(setting, sources);
    values[setting.name] = given ? readGiven(setting, given) : defaultOf(setting, sources.cwd ?? process.cwd());
    origins[setting.name] = given ? { from: given.from, as: given.as } : { from: 'default', as: 'default' };
  }
  if (sources.file) values.config = sources.file.path;
  const config = { ...values, origins } as unknown as Config;
  checkTogether(config);
  return config;
}

/** Settings that were given under a former name: what to tell the operator. */
export const renamedSettings = ({ origins }: Config) =>
  SETTINGS.filter(({ name, formerEnv }) => formerEnv !== undefined && origins[name].as === formerEnv).map(
    ({ env, formerEnv }) => `${formerEnv} is now called ${env}; rename it in the environment`,
  );

/** The configuration of this process: its environment, its working directory, and the flags it was started with. */
export function configOfProcess(flags: Flags = {}): Config {
  const env = environment();
  const flag = typeof flags.config === 'string' ? flags.config : undefined;
  return loadConfig({ env, flags, file: findConfigFile(flag, env, process.cwd()) });
}

import type { Config, Origin } from './config.js';
import { withoutSecrets } from './redact.js';
import { SETTINGS, type Setting } from './settings.js';

interface PrintableSetting {
  /** The setting's name in the environment. */
  name: string;
  value: string;
  from: string;
}

function shown(setting: Setting, value: unknown): string {
  const isSet = value !== undefined && !(Array.isArray(value) && value.length === 0);
  if (setting.secret) return isSet ? 'set' : 'not set';
  if (!isSet) return Array.isArray(value) ? 'none' : 'not set';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (Array.isArray(value)) return value.join(', ');
  if (setting.kind === 'url') return withoutSecrets(String(value)) ?? 'set';
  return String(value);
}

const fromOf = ({ from, as }: Origin) => (from === 'secret file' ? `${as} (from file)` : as);

/** Every setting in force, without secrets. */
export const printable = (config: Config): PrintableSetting[] =>
  SETTINGS.map((setting) => ({
    name: setting.env,
    value: shown(setting, config[setting.name]),
    from: fromOf(config.origins[setting.name]),
  }));

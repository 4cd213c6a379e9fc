import { type Command, Option } from 'commander';
import { SETTINGS, type Setting, type SettingName } from '../config/settings.js';
import { defaultText } from '../config/settings-table.js';

const PLACEHOLDERS: Record<Setting['kind'], string> = {
  ...{ string: 'text', integer: 'number', choice: 'name', boolean: 'on|off' },
  ...{ list: 'list', url: 'url', path: 'path', secret: 'secret' },
};

const MODEL: readonly SettingName[] = [
  ...(['embedder', 'model', 'modelDir', 'modelCache', 'modelSources'] as const),
  ...(['embeddingsUrl', 'embeddingsModel', 'openaiApiKey'] as const),
];

/** Settings that a command's help shows: those that affect what it does. `serve` shows all. */
export const CONCERNED = {
  doctor: ['config', 'host', 'port', 'dataDir', 'databaseUrl', ...MODEL],
  mcp: ['config', 'dataDir', 'databaseUrl', ...MODEL, 'logLevel'],
  service: ['config', 'host', 'port', 'baseUrl', 'dataDir', 'tlsCert', 'tlsKey', ...MODEL, 'logLevel'],
  migrate: ['config', 'dataDir', 'databaseUrl'],
  backup: ['config', 'dataDir', 'databaseUrl'],
  upgrade: ['config', 'dataDir', 'databaseUrl'],
} satisfies Record<string, readonly SettingName[]>;

/** One flag per setting; those not in `shown` are accepted but hidden. The configuration checks the values, not this. */
export function addSettingFlags(command: Command, shown?: readonly SettingName[]): Command {
  for (const setting of SETTINGS) {
    const standard = defaultText(setting);
    const notes = [setting.env, ...(standard ? [`default ${standard}`] : [])].join('; ');
    const text = `${setting.describe} [${notes}]`.replaceAll('`', '');
    const option = new Option(`${setting.flag} <${PLACEHOLDERS[setting.kind]}>`, text);
    command.addOption(option.hideHelp(shown?.includes(setting.name) === false));
  }
  return command;
}

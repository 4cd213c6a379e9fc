import { type Command, Option } from 'commander';
import { SETTINGS, type Setting } from '../config/settings.js';
import { defaultText } from '../config/settings-table.js';

const PLACEHOLDERS: Record<Setting['kind'], string> = {
  ...{ string: 'text', integer: 'number', choice: 'name', boolean: 'on|off' },
  ...{ list: 'list', url: 'url', path: 'path', secret: 'secret' },
};

/** One flag for every setting. Values are checked by the configuration, not here. */
export function addSettingFlags(command: Command): Command {
  for (const setting of SETTINGS) {
    const standard = defaultText(setting);
    const notes = [setting.env, ...(standard ? [`default ${standard}`] : [])].join('; ');
    const text = `${setting.describe} [${notes}]`.replaceAll('`', '');
    command.addOption(new Option(`${setting.flag} <${PLACEHOLDERS[setting.kind]}>`, text));
  }
  return command;
}

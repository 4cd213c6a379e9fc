import { FILE_SUFFIX } from './secret-file.js';
import { SETTINGS, type Setting } from './settings.js';

/** The default in readable form; empty if there is none. */
export function defaultText(setting: Setting): string {
  if (setting.defaultText !== undefined) return setting.defaultText;
  const value = setting.default;
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return '';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return Array.isArray(value) ? value.join(',') : String(value);
}

const cell = (text: string) => text.replaceAll('|', '\\|');

function row(setting: Setting): string {
  const variables = setting.fromFile ? [setting.env, setting.env + FILE_SUFFIX] : [setting.env];
  const names = [...variables, setting.flag, setting.name].map((name) => `\`${name}\``).join('<br>');
  const notes = setting.secret ? `${setting.describe} Secret.` : setting.describe;
  const standard = setting.defaultText ?? (defaultText(setting) ? `\`${defaultText(setting)}\`` : '–');
  return `| ${names} | ${cell(standard)} | ${cell(setting.allowed)} | ${cell(notes)} |`;
}

/** The table in docs/configuration.md. */
export const settingsTable = (): string[] => [
  '| environment, flag, file key | default | allowed | what it does |',
  '| --- | --- | --- | --- |',
  ...SETTINGS.filter(({ name }) => name !== 'config').map(row),
];

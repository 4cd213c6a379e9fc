import type { Setting } from './settings.js';

/** The default in readable form; empty if there is none. */
export function defaultText(setting: Setting): string {
  if (setting.defaultText !== undefined) return setting.defaultText;
  const value = setting.default;
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return '';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return Array.isArray(value) ? value.join(',') : String(value);
}
